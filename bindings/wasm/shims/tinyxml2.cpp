// A small reader of XML behind the interface of tinyxml2.
#include <tinyxml2.h>

#include <cstdint>
#include <cstring>
#include <string_view>

namespace tinyxml2 {
namespace {

/// Elements within each other.
constexpr int kMostDepth = 500;

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_name_start(char c) {
  const unsigned char u = static_cast<unsigned char>(c);
  return u >= 128 || (u >= 'a' && u <= 'z') || (u >= 'A' && u <= 'Z') || u == ':' || u == '_';
}
bool is_name_char(char c) {
  return is_name_start(c) || (c >= '0' && c <= '9') || c == '.' || c == '-';
}

void append_utf8(std::uint32_t code, std::string& out) {
  const auto put = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | code >> 6);
    put(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    put(0xE0 | code >> 12);
    put(0x80 | (code >> 6 & 0x3F));
    put(0x80 | (code & 0x3F));
  } else {
    put(0xF0 | code >> 18);
    put(0x80 | (code >> 12 & 0x3F));
    put(0x80 | (code >> 6 & 0x3F));
    put(0x80 | (code & 0x3F));
  }
}

/// The number of &#65; or &#x41;, or -1. `body` is what stands between & and ;.
std::int64_t character_of(std::string_view body) {
  const bool hexadecimal = body.size() > 1 && body[1] == 'x';
  const std::string_view digits = body.substr(hexadecimal ? 2 : 1);
  if (digits.empty()) return -1;
  std::int64_t code = 0;
  for (const char c : digits) {
    int digit = -1;
    if (c >= '0' && c <= '9') digit = c - '0';
    if (hexadecimal && c >= 'a' && c <= 'f') digit = c - 'a' + 10;
    if (hexadecimal && c >= 'A' && c <= 'F') digit = c - 'A' + 10;
    if (digit < 0) return -1;
    code = code * (hexadecimal ? 16 : 10) + digit;
    if (code > 0x10FFFF) return -1;
  }
  return code;
}

/// Line ends become LF; if `entities`, &lt; and the like become what they stand for. What is no
/// entity stays as it is.
std::string decoded(std::string_view text, bool entities) {
  static constexpr struct {
    std::string_view name;
    char value;
  } kEntities[] = {{"quot", '"'}, {"amp", '&'}, {"apos", '\''}, {"lt", '<'}, {"gt", '>'}};
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' || (text[i] == '\n' && i + 1 < text.size() && text[i + 1] == '\r')) {
      if (i + 1 < text.size() && (text[i + 1] == '\n' || text[i + 1] == '\r') &&
          text[i + 1] != text[i])
        ++i;
      out += '\n';
      continue;
    }
    if (entities && text[i] == '&') {
      const std::size_t end = text.find(';', i);
      if (end != text.npos) {
        const std::string_view body = text.substr(i + 1, end - i - 1);
        bool known = false;
        if (body.size() > 1 && body[0] == '#') {
          const std::int64_t code = character_of(body);
          known = code >= 0;
          if (known) append_utf8(static_cast<std::uint32_t>(code), out);
        }
        for (const auto& entity : kEntities)
          if (body == entity.name) {
            known = true;
            out += entity.value;
          }
        if (known) {
          i = end;
          continue;
        }
      }
    }
    out += text[i];
  }
  return out;
}

}  // namespace

class XMLParser {
 public:
  explicit XMLParser(std::string_view text) : text_(text) {}

  XMLError error = XML_SUCCESS;
  int error_line = 0;

  void parse(XMLNode& top) {
    if (text_.substr(0, 3) == "\xEF\xBB\xBF") at_ = 3;
    skip_blanks();
    if (at_ >= text_.size()) {
      fail(XML_ERROR_EMPTY_DOCUMENT, 0);
      return;
    }
    XMLNode* around = &top;  // what the next node belongs to
    int depth = 0;
    while (error == XML_SUCCESS) {
      const std::size_t before = at_;
      skip_blanks();
      if (at_ >= text_.size()) break;
      if (text_[at_] != '<') {
        at_ = read_text(*around, before);
      } else if (starts("<?")) {
        read_until(*around, 2, "?>", XML_ERROR_PARSING_DECLARATION);
      } else if (starts("<!--")) {
        read_until(*around, 4, "-->", XML_ERROR_PARSING_COMMENT);
      } else if (starts("<![CDATA[")) {
        read_cdata(*around);
      } else if (starts("<!")) {
        read_until(*around, 2, ">", XML_ERROR_PARSING_UNKNOWN);
      } else if (starts("</")) {
        if (!close(around, top)) return;
        --depth;
        around = around->parent_ != nullptr ? around->parent_ : &top;
      } else if (XMLElement* opened = open(*around, around == &top)) {
        if (++depth > kMostDepth) fail(XML_ELEMENT_DEPTH_EXCEEDED, opened->line_);
        if (closed_at_once_)
          --depth;
        else
          around = opened;
      }
    }
    if (error == XML_SUCCESS && around != &top) fail(XML_ERROR_MISMATCHED_ELEMENT, around->line_);
  }

 private:
  bool starts(std::string_view with) const { return text_.substr(at_, with.size()) == with; }
  void skip_blanks() {
    for (; at_ < text_.size() && is_blank(text_[at_]); ++at_)
      if (text_[at_] == '\n') ++line_;
  }
  void count_lines(std::size_t from, std::size_t to) {
    for (; from < to; ++from)
      if (text_[from] == '\n') ++line_;
  }
  void fail(XMLError what, int line) {
    if (error != XML_SUCCESS) return;
    error = what;
    error_line = line;
  }
  template <class Node>
  Node& add(XMLNode& around, std::string value, int line, bool at_top) {
    auto node = std::make_unique<Node>();
    node->value_ = std::move(value);
    node->line_ = line;
    node->parent_ = at_top ? nullptr : &around;
    Node& out = *node;
    if (!around.children_.empty()) around.children_.back()->next_ = &out;
    around.children_.push_back(std::move(node));
    return out;
  }
  bool is_top(const XMLNode& around) const { return around.line_ == 0; }

  /// The text from `begin` on, blanks before it included; returns where it ends.
  std::size_t read_text(XMLNode& around, std::size_t begin) {
    const int line = line_;
    const std::size_t end = text_.find('<', at_);
    if (end == text_.npos) {
      fail(XML_ERROR_PARSING_TEXT, line);
      return text_.size();
    }
    count_lines(at_, end);
    add<XMLText>(around, decoded(text_.substr(begin, end - begin), true), line, is_top(around));
    return end;
  }
  void read_until(XMLNode& around, std::size_t skip, std::string_view mark, XMLError what) {
    const int line = line_;
    const std::size_t end = text_.find(mark, at_ + skip);
    if (end == text_.npos) {
      fail(what, line);
      return;
    }
    count_lines(at_, end);
    add<XMLNode>(around, std::string(text_.substr(at_ + skip, end - at_ - skip)), line,
                 is_top(around));
    at_ = end + mark.size();
  }
  void read_cdata(XMLNode& around) {
    const int line = line_;
    const std::size_t begin = at_ + 9, end = text_.find("]]>", begin);
    if (end == text_.npos) {
      fail(XML_ERROR_PARSING_CDATA, line);
      return;
    }
    count_lines(at_, end);
    add<XMLText>(around, decoded(text_.substr(begin, end - begin), false), line, is_top(around));
    at_ = end + 3;
  }
  std::string_view read_name() {
    const std::size_t begin = at_;
    if (at_ < text_.size() && is_name_start(text_[at_]))
      while (at_ < text_.size() && is_name_char(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  /// Reads </name> and tells whether it closes `around`.
  bool close(const XMLNode* around, const XMLNode& top) {
    const int line = line_;
    at_ += 2;
    const std::string_view name = read_name();
    if (name.empty()) {
      fail(XML_ERROR_PARSING_ELEMENT, line);
      return false;
    }
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != '>') {
      fail(XML_ERROR_PARSING_ELEMENT, line);
      return false;
    }
    ++at_;
    if (around == &top || around->value_ != name) {
      fail(XML_ERROR_MISMATCHED_ELEMENT, around == &top ? line : around->line_);
      return false;
    }
    return true;
  }
  XMLElement* open(XMLNode& around, bool at_top) {
    const int line = line_;
    closed_at_once_ = false;
    ++at_;
    skip_blanks();
    const std::string_view name = read_name();
    if (name.empty()) {
      fail(XML_ERROR_PARSING_ELEMENT, line);
      return nullptr;
    }
    XMLElement& element = add<XMLElement>(around, std::string(name), line, at_top);
    for (;;) {
      skip_blanks();
      if (at_ >= text_.size()) {
        fail(XML_ERROR_PARSING_ELEMENT, line);
        return nullptr;
      }
      if (text_[at_] == '>') {
        ++at_;
        return &element;
      }
      if (starts("/>")) {
        at_ += 2;
        closed_at_once_ = true;
        return &element;
      }
      if (!is_name_start(text_[at_])) {
        fail(XML_ERROR_PARSING_ELEMENT, line);
        return nullptr;
      }
      if (!read_attribute(element)) return nullptr;
    }
  }
  bool read_attribute(XMLElement& element) {
    const int line = line_;
    auto attribute = std::make_unique<XMLAttribute>();
    attribute->name_ = read_name();
    attribute->line_ = line;
    skip_blanks();
    const auto refuse = [&] {
      fail(XML_ERROR_PARSING_ATTRIBUTE, line);
      return false;
    };
    if (at_ >= text_.size() || text_[at_] != '=') return refuse();
    ++at_;
    skip_blanks();
    if (at_ >= text_.size() || (text_[at_] != '"' && text_[at_] != '\'')) return refuse();
    const std::size_t begin = at_ + 1, end = text_.find(text_[at_], begin);
    if (end == text_.npos) return refuse();
    if (element.FindAttribute(attribute->Name()) != nullptr) return refuse();
    count_lines(begin, end);
    attribute->value_ = decoded(text_.substr(begin, end - begin), true);
    at_ = end + 1;
    if (!element.attributes_.empty()) element.attributes_.back()->next_ = attribute.get();
    element.attributes_.push_back(std::move(attribute));
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
  bool closed_at_once_ = false;
};

namespace {
const XMLElement* first_element(const XMLNode* node, const char* name) {
  for (; node != nullptr; node = node->NextSibling())
    if (const XMLElement* element = node->ToElement())
      if (name == nullptr || std::strcmp(element->Name(), name) == 0) return element;
  return nullptr;
}
}  // namespace

const XMLElement* XMLNode::FirstChildElement(const char* name) const {
  return first_element(FirstChild(), name);
}
const XMLElement* XMLNode::NextSiblingElement(const char* name) const {
  return first_element(next_, name);
}

const XMLAttribute* XMLElement::FindAttribute(const char* name) const {
  for (const auto& attribute : attributes_)
    if (std::strcmp(attribute->Name(), name) == 0) return attribute.get();
  return nullptr;
}
const char* XMLElement::Attribute(const char* name) const {
  const XMLAttribute* attribute = FindAttribute(name);
  return attribute != nullptr ? attribute->Value() : nullptr;
}

XMLError XMLDocument::Parse(const char* text, std::size_t size) {
  XMLParser parser(std::string_view(text, size));
  parser.parse(top_);
  error_ = parser.error;
  error_line_ = parser.error_line;
  return error_;
}

}  // namespace tinyxml2
