#include "io/xml_input.h"

#include <firstcontact/moving_bodies.h>
#include <tinyxml2.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "io/byte_source.h"
#include "io/errors.h"
#include "io/shown_text.h"

namespace firstcontact::io {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

const char* words_of(tinyxml2::XMLError error) {
  switch (error) {
    case tinyxml2::XML_ERROR_EMPTY_DOCUMENT: return "there is no element";
    case tinyxml2::XML_ERROR_MISMATCHED_ELEMENT:
      return "an element is not closed, or closed by another name";
    case tinyxml2::XML_ERROR_PARSING_ELEMENT: return "an element is not well formed";
    case tinyxml2::XML_ERROR_PARSING_ATTRIBUTE: return "an attribute is not well formed";
    case tinyxml2::XML_ERROR_PARSING_COMMENT: return "a comment does not end";
    case tinyxml2::XML_ERROR_PARSING_CDATA: return "a CDATA section does not end";
    case tinyxml2::XML_ERROR_PARSING_TEXT: return "text is not well formed";
    case tinyxml2::XML_ERROR_PARSING_DECLARATION: return "the declaration is not well formed";
    case tinyxml2::XML_ERROR_PARSING_UNKNOWN: return "a <! section does not end";
    case tinyxml2::XML_ELEMENT_DEPTH_EXCEEDED: return "elements are nested too deeply";
    default: return "it cannot be read as XML";
  }
}

/// Names with a prefix belong to other formats, unless what follows it is a name of ours:
/// <c:collision> is noted.
bool is_strange(std::string_view name, std::initializer_list<std::string_view> known) {
  const auto is_known = [&](std::string_view word) {
    return std::find(known.begin(), known.end(), word) != known.end();
  };
  if (const std::size_t colon = name.find(':'); colon != name.npos)
    return is_known(name.substr(colon + 1));
  return name != "xmlns" && !is_known(name);
}

std::string unknown(const std::string& label, std::size_t line) {
  return label + " (line " + std::to_string(line) + ") is not known and ignored";
}

/// Names may be as long as the file, and labels are repeated in many notes.
std::string label_of(const tinyxml2::XMLElement& element) {
  constexpr std::size_t kShown = 60;
  const std::string_view name = element.Name();
  return "<" + std::string(name.substr(0, kShown)) + (name.size() > kShown ? "..." : "") + ">";
}

/// Calls `take` with every word and where it begins in `text`.
template <typename Take>
void for_each_word(std::string_view text, Take take) {
  for (std::size_t at = text.find_first_not_of(kBlanks); at != text.npos;
       at = text.find_first_not_of(kBlanks, at)) {
    const std::string_view word = text.substr(at, text.find_first_of(kBlanks, at) - at);
    take(word, at);
    at += word.size();
  }
}

bool starts_blank(std::string_view text) {
  return text.empty() || kBlanks.find(text.front()) != kBlanks.npos;
}
bool ends_blank(std::string_view text) {
  return text.empty() || kBlanks.find(text.back()) != kBlanks.npos;
}

/// Calls `take` with every word in an element itself and its line.
template <typename Take>
void for_each_content_word(const tinyxml2::XMLElement& element, Take take) {
  const tinyxml2::XMLText* before = nullptr;
  for (const tinyxml2::XMLNode* node = element.FirstChild(); node != nullptr;
       node = node->NextSibling()) {
    const tinyxml2::XMLText* text = node->ToText();
    if (text == nullptr) continue;
    // A comment inside of a word would make two words of it.
    if (before != nullptr && !ends_blank(before->Value()) && !starts_blank(text->Value()))
      take(text->Value(), static_cast<std::size_t>(text->GetLineNum()),
           "follows a word without a blank");
    before = text;
    // The line of a text is that of its first word.
    auto line = static_cast<std::size_t>(text->GetLineNum());
    std::size_t counted = std::string_view(text->Value()).find_first_not_of(kBlanks);
    for_each_word(text->Value(), [&](std::string_view word, std::size_t at) {
      line +=
          static_cast<std::size_t>(std::count(text->Value() + counted, text->Value() + at, '\n'));
      counted = at;
      take(word, line, "");
    });
  }
}

/// Empty, or why the word is no finite number smaller than kLargestCoordinate.
std::string read_number(std::string_view word, double& value) {
  std::string_view digits = word;
  if (digits.starts_with('+') && !digits.starts_with("+-")) digits.remove_prefix(1);
  const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || stop != digits.data() + digits.size() || !std::isfinite(value))
    return shown_text(word) + " is not a finite number";
  return std::abs(value) < kLargestCoordinate ? "" : shown_text(word) + " is too large";
}

std::string read_count(std::string_view word, std::uint64_t& value) {
  const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error == std::errc() && stop == word.data() + word.size()) return "";
  return shown_text(word) + " is not a whole number, 0 or more";
}

std::string wrong_count(std::size_t found, std::size_t wanted) {
  return std::to_string(found) + (found == 1 ? " number, not " : " numbers, not ") +
         std::to_string(wanted);
}

/// The line of an element with too many attributes; 0 if there is none. Follows the text as the
/// parser does, as far as it is well formed.
std::size_t line_of_too_many_attributes(std::string_view text) {
  const auto skip_past = [&](std::size_t at, std::string_view end) {
    const std::size_t found = text.find(end, at);
    return found == text.npos ? text.size() : found + end.size();
  };
  for (std::size_t at = text.find('<'); at < text.size(); at = text.find('<', at)) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("<!--")) {
      at = skip_past(at + 4, "-->");
    } else if (rest.starts_with("<![CDATA[")) {
      at = skip_past(at + 9, "]]>");
    } else if (rest.starts_with("<?")) {
      at = skip_past(at + 2, "?>");
    } else if (rest.starts_with("<!")) {
      at = skip_past(at + 2, ">");
    } else {
      const std::size_t begin = at;
      std::size_t values = 0;
      for (++at; at < text.size() && text[at] != '>'; ++at) {
        if (text[at] != '"' && text[at] != '\'') continue;
        at = std::min(text.find(text[at], at + 1), text.size());
        if (++values > kMaxAttributes)
          return 1 + static_cast<std::size_t>(std::count(
                         text.begin(), text.begin() + static_cast<std::ptrdiff_t>(begin), '\n'));
      }
    }
  }
  return 0;
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20; }

}  // namespace

std::string XmlElement::name() const { return element_->Name(); }
std::size_t XmlElement::line() const { return static_cast<std::size_t>(element_->GetLineNum()); }

void XmlElement::refuse(const std::string& what) const {
  throw InputError(*path_, line(), label_, what);
}

void XmlElement::refuse(const std::string& attribute, const std::string& what) const {
  const tinyxml2::XMLAttribute* at = element_->FindAttribute(attribute.c_str());
  throw InputError(*path_, at != nullptr ? static_cast<std::size_t>(at->GetLineNum()) : line(),
                   label_ + " " + attribute, what);
}

bool XmlElement::has(const char* attribute) const {
  return element_->FindAttribute(attribute) != nullptr;
}

std::string XmlElement::text(const char* attribute) const {
  const tinyxml2::XMLAttribute* at = element_->FindAttribute(attribute);
  if (at == nullptr) refuse(attribute, "missing");
  const std::string value = at->Value();
  if (value.empty()) refuse(attribute, "empty");
  if (std::any_of(value.begin(), value.end(), is_control))
    refuse(attribute, shown_text(value) + " has a control character");
  return value;
}

std::vector<double> XmlElement::numbers(const char* attribute) const {
  const tinyxml2::XMLAttribute* at = element_->FindAttribute(attribute);
  if (at == nullptr) refuse(attribute, "missing");
  std::vector<double> out;
  for_each_word(at->Value(), [&](std::string_view word, std::size_t) {
    const std::string fault = read_number(word, out.emplace_back());
    if (!fault.empty()) refuse(attribute, fault);
  });
  if (out.empty()) refuse(attribute, "holds no number");
  return out;
}

void XmlElement::numbers(const char* attribute, std::span<double> out) const {
  const std::vector<double> found = numbers(attribute);
  if (found.size() != out.size()) refuse(attribute, wrong_count(found.size(), out.size()));
  std::copy(found.begin(), found.end(), out.begin());
}

double XmlElement::number(const char* attribute) const {
  double out = 0;
  numbers(attribute, {&out, 1});
  return out;
}

std::uint64_t XmlElement::count(const char* attribute) const {
  const std::string word = text(attribute);
  std::uint64_t out = 0;
  if (const std::string fault = read_count(word, out); !fault.empty()) refuse(attribute, fault);
  return out;
}

std::string XmlElement::content() const {
  std::string out;
  for (const tinyxml2::XMLNode* node = element_->FirstChild(); node != nullptr;
       node = node->NextSibling())
    if (node->ToText() != nullptr) out += node->Value();
  out.erase(std::min(out.find_last_not_of(kBlanks) + 1, out.size()));
  return out.erase(0, std::min(out.find_first_not_of(kBlanks), out.size()));
}

std::vector<double> XmlElement::content_numbers() const {
  std::vector<double> out;
  refuse_child_elements();
  for_each_content_word(*element_, [&](std::string_view word, std::size_t line, std::string fault) {
    if (fault.empty()) fault = read_number(word, out.emplace_back());
    if (!fault.empty()) throw InputError(*path_, line, label_, fault);
  });
  return out;
}

void XmlElement::refuse_child_elements() const {
  if (const tinyxml2::XMLElement* child = element_->FirstChildElement(); child != nullptr)
    throw InputError(*path_, static_cast<std::size_t>(child->GetLineNum()), label_,
                     label_of(*child) + " stands among numbers");
}

void XmlElement::content_numbers(std::span<double> out) const {
  const std::vector<double> found = content_numbers();
  if (found.size() != out.size()) refuse(wrong_count(found.size(), out.size()));
  std::copy(found.begin(), found.end(), out.begin());
}

std::vector<std::uint64_t> XmlElement::content_counts() const {
  std::vector<std::uint64_t> out;
  refuse_child_elements();
  for_each_content_word(*element_, [&](std::string_view word, std::size_t line, std::string fault) {
    if (fault.empty()) fault = read_count(word, out.emplace_back());
    if (!fault.empty()) throw InputError(*path_, line, label_, fault);
  });
  return out;
}

std::optional<XmlElement> XmlElement::child(const char* name) const {
  std::vector<XmlElement> found = children(name);
  if (found.empty()) return std::nullopt;
  if (found.size() > 1) found[1].refuse("comes twice");
  return found[0];
}

std::vector<XmlElement> XmlElement::children(const char* name) const {
  std::vector<XmlElement> out;
  for (const tinyxml2::XMLElement* at = element_->FirstChildElement(name); at != nullptr;
       at = at->NextSiblingElement(name))
    out.emplace_back(*path_, *at, label_ + " " + label_of(*at));
  return out;
}

std::vector<std::string> XmlElement::notes_on_elements(
    std::initializer_list<std::string_view> known) const {
  std::vector<std::string> notes;
  for (const XmlElement& element : children())
    if (is_strange(element.name(), known))
      notes.push_back(unknown(element.label(), element.line()));
  return notes;
}

std::vector<std::string> XmlElement::notes_on_attributes(
    std::initializer_list<std::string_view> known) const {
  std::vector<std::string> notes;
  for (const tinyxml2::XMLAttribute* at = element_->FirstAttribute(); at != nullptr;
       at = at->Next())
    if (is_strange(at->Name(), known))
      notes.push_back(
          unknown(label_ + " " + at->Name(), static_cast<std::size_t>(at->GetLineNum())));
  return notes;
}

XmlFile::XmlFile(std::string_view text, const std::string& path)
    : path_(path), document_(new tinyxml2::XMLDocument) {
  if (const std::size_t at = text.find('\0'); at != text.npos)
    throw InputError(path,
                     1 + static_cast<std::size_t>(std::count(
                             text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n')),
                     "XML", "a NUL byte");
  if (const std::size_t line = line_of_too_many_attributes(text); line > 0)
    throw InputError(path, line, "XML",
                     "an element of more than " + std::to_string(kMaxAttributes) + " attributes");
  if (document_->Parse(text.data(), text.size()) != tinyxml2::XML_SUCCESS)
    throw InputError(path, static_cast<std::size_t>(std::max(document_->ErrorLineNum(), 1)), "XML",
                     words_of(document_->ErrorID()));
}

XmlFile::~XmlFile() = default;

XmlElement XmlFile::root(const char* name) const {
  const tinyxml2::XMLElement* element = document_->RootElement();
  if (element == nullptr) throw InputError(path_, "there is no element");
  const XmlElement place(path_, *element, label_of(*element));
  if (place.name() != name)
    place.refuse(std::string("the outermost element must be <") + name + ">");
  if (const tinyxml2::XMLElement* second = element->NextSiblingElement())
    XmlElement(path_, *second, label_of(*second))
        .refuse(std::string("stands behind the end of <") + name + ">");
  return place;
}

std::multimap<std::string_view, XmlElement> XmlFile::places_by_id() const {
  std::multimap<std::string_view, XmlElement> places;
  const tinyxml2::XMLNode* at = document_->RootElement();
  while (at != nullptr) {
    if (const tinyxml2::XMLElement* element = at->ToElement())
      if (const char* id = element->Attribute("id"); id != nullptr && places.count(id) < 2)
        places.emplace(id, XmlElement(path_, *element, label_of(*element)));
    const tinyxml2::XMLNode* next = at->FirstChild();
    while (next == nullptr && at != nullptr) {
      next = at->NextSibling();
      if (next == nullptr) at = at->Parent();
    }
    at = next;
  }
  return places;
}

}  // namespace firstcontact::io
