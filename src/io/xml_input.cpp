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

constexpr const char* kBlanks = " \t\r\n";

const char* words_of(tinyxml2::XMLError error) {
  switch (error) {
    case tinyxml2::XML_ERROR_EMPTY_DOCUMENT: return "there is no element";
    case tinyxml2::XML_ERROR_MISMATCHED_ELEMENT: return "an element is not closed, or closed by another name";
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

bool is_strange(std::string_view name, std::initializer_list<std::string_view> known) {
  return name.find(':') == name.npos && name != "xmlns" && std::find(known.begin(), known.end(), name) == known.end();
}

std::string unknown(const std::string& label, std::size_t line) {
  return label + " (line " + std::to_string(line) + ") is not known and ignored";
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20; }

}  // namespace

std::string XmlPlace::name() const { return element_->Name(); }
std::size_t XmlPlace::line() const { return static_cast<std::size_t>(element_->GetLineNum()); }

void XmlPlace::refuse(const std::string& what) const { throw InputError(*path_, line(), label_, what); }

void XmlPlace::refuse(const std::string& attribute, const std::string& what) const {
  const tinyxml2::XMLAttribute* at = element_->FindAttribute(attribute.c_str());
  throw InputError(*path_, at != nullptr ? static_cast<std::size_t>(at->GetLineNum()) : line(), label_ + " " + attribute, what);
}

bool XmlPlace::has(const char* attribute) const { return element_->FindAttribute(attribute) != nullptr; }

std::string XmlPlace::text(const char* attribute) const {
  const tinyxml2::XMLAttribute* at = element_->FindAttribute(attribute);
  if (at == nullptr) refuse(attribute, "missing");
  const std::string value = at->Value();
  if (value.empty()) refuse(attribute, "empty");
  if (std::any_of(value.begin(), value.end(), is_control)) refuse(attribute, shown_text(value) + " has a control character");
  return value;
}

std::vector<double> XmlPlace::numbers(const char* attribute) const {
  const tinyxml2::XMLAttribute* at = element_->FindAttribute(attribute);
  if (at == nullptr) refuse(attribute, "missing");
  std::vector<double> out;
  std::string_view rest = at->Value();
  for (;;) {
    rest.remove_prefix(std::min(rest.find_first_not_of(kBlanks), rest.size()));
    if (rest.empty()) break;
    const std::string_view word = rest.substr(0, rest.find_first_of(kBlanks));
    rest.remove_prefix(word.size());
    std::string_view digits = word;
    if (digits.starts_with('+') && !digits.starts_with("+-")) digits.remove_prefix(1);
    double value = 0;
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || stop != digits.data() + digits.size() || !std::isfinite(value))
      refuse(attribute, shown_text(word) + " is not a finite number");
    if (!(std::abs(value) < kLargestCoordinate)) refuse(attribute, shown_text(word) + " is too large");
    out.push_back(value);
  }
  if (out.empty()) refuse(attribute, "holds no number");
  return out;
}

void XmlPlace::numbers(const char* attribute, std::span<double> out) const {
  const std::vector<double> found = numbers(attribute);
  if (found.size() != out.size())
    refuse(attribute,
           std::to_string(found.size()) + (found.size() == 1 ? " number, not " : " numbers, not ") + std::to_string(out.size()));
  std::copy(found.begin(), found.end(), out.begin());
}

double XmlPlace::number(const char* attribute) const {
  double out = 0;
  numbers(attribute, {&out, 1});
  return out;
}

std::optional<XmlPlace> XmlPlace::child(const char* name) const {
  std::vector<XmlPlace> found = children(name);
  if (found.empty()) return std::nullopt;
  if (found.size() > 1) found[1].refuse("comes twice");
  return found[0];
}

std::vector<XmlPlace> XmlPlace::children(const char* name) const {
  std::vector<XmlPlace> out;
  for (const tinyxml2::XMLElement* at = element_->FirstChildElement(name); at != nullptr; at = at->NextSiblingElement(name))
    out.emplace_back(*path_, *at, label_ + " <" + at->Name() + ">");
  return out;
}

std::vector<std::string> XmlPlace::notes_on_elements(std::initializer_list<std::string_view> known) const {
  std::vector<std::string> notes;
  for (const XmlPlace& element : children())
    if (is_strange(element.name(), known)) notes.push_back(unknown(element.label(), element.line()));
  return notes;
}

std::vector<std::string> XmlPlace::notes_on_attributes(std::initializer_list<std::string_view> known) const {
  std::vector<std::string> notes;
  for (const tinyxml2::XMLAttribute* at = element_->FirstAttribute(); at != nullptr; at = at->Next())
    if (is_strange(at->Name(), known))
      notes.push_back(unknown(label_ + " " + at->Name(), static_cast<std::size_t>(at->GetLineNum())));
  return notes;
}

XmlFile::XmlFile(std::string_view text, const std::string& path) : path_(path), document_(new tinyxml2::XMLDocument) {
  if (const std::size_t at = text.find('\0'); at != text.npos)
    throw InputError(path,
                     1 + static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n')),
                     "XML", "a NUL byte");
  if (document_->Parse(text.data(), text.size()) != tinyxml2::XML_SUCCESS)
    throw InputError(path, static_cast<std::size_t>(std::max(document_->ErrorLineNum(), 1)), "XML", words_of(document_->ErrorID()));
}

XmlFile::~XmlFile() = default;

XmlPlace XmlFile::root(const char* name) const {
  const tinyxml2::XMLElement* element = document_->RootElement();
  if (element == nullptr) throw InputError(path_, "there is no element");
  const XmlPlace place(path_, *element, std::string("<") + element->Name() + ">");
  if (place.name() != name) place.refuse(std::string("the outermost element must be <") + name + ">");
  if (const tinyxml2::XMLElement* second = element->NextSiblingElement())
    XmlPlace(path_, *second, std::string("<") + second->Name() + ">")
        .refuse(std::string("stands behind the end of <") + name + ">");
  return place;
}

std::string read_text(const std::string& path) {
  constexpr std::size_t kReadBytes = std::size_t{1} << 16;
  const std::unique_ptr<ByteSource> source = open_source(path);
  std::string text;
  for (std::size_t count = 1; count > 0;) {
    const std::size_t before = text.size();
    if (before > kMaxTextBytes) throw InputError(path, "longer than " + std::to_string(kMaxTextBytes) + " bytes");
    text.resize(before + kReadBytes);
    count = source->read(text.data() + before, kReadBytes);
    text.resize(before + count);
  }
  return text;
}

}  // namespace firstcontact::io
