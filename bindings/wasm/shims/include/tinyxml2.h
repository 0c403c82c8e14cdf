/// The part of tinyxml2's interface that src/io/xml_input.cpp uses: there is no tinyxml2 for
/// WebAssembly in Debian. Documents are read, not written. What is accepted, the texts and the
/// lines of errors are those of tinyxml2 with its default (whitespace is kept within text).
#pragma once
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace tinyxml2 {

enum XMLError {
  XML_SUCCESS = 0,
  XML_ERROR_PARSING_ELEMENT,
  XML_ERROR_PARSING_ATTRIBUTE,
  XML_ERROR_PARSING_TEXT,
  XML_ERROR_PARSING_CDATA,
  XML_ERROR_PARSING_COMMENT,
  XML_ERROR_PARSING_DECLARATION,
  XML_ERROR_PARSING_UNKNOWN,
  XML_ERROR_EMPTY_DOCUMENT,
  XML_ERROR_MISMATCHED_ELEMENT,
  XML_ELEMENT_DEPTH_EXCEEDED,
};

class XMLElement;
class XMLText;

class XMLAttribute {
 public:
  const char* Name() const { return name_.c_str(); }
  const char* Value() const { return value_.c_str(); }
  int GetLineNum() const { return line_; }
  const XMLAttribute* Next() const { return next_; }

 private:
  friend class XMLParser;
  friend class XMLElement;
  std::string name_, value_;
  int line_ = 0;
  const XMLAttribute* next_ = nullptr;
};

/// An element, a text, or a comment and the like.
class XMLNode {
 public:
  virtual ~XMLNode() = default;
  /// The name of an element, or the text.
  const char* Value() const { return value_.c_str(); }
  int GetLineNum() const { return line_; }
  const XMLNode* FirstChild() const { return children_.empty() ? nullptr : children_[0].get(); }
  const XMLNode* NextSibling() const { return next_; }
  /// The element around it; null for what stands in the document itself.
  const XMLNode* Parent() const { return parent_; }
  virtual const XMLElement* ToElement() const { return nullptr; }
  virtual const XMLText* ToText() const { return nullptr; }
  /// Of any name if it is null.
  const XMLElement* FirstChildElement(const char* name = nullptr) const;
  const XMLElement* NextSiblingElement(const char* name = nullptr) const;

 private:
  friend class XMLParser;
  friend class XMLDocument;
  std::string value_;
  int line_ = 0;
  XMLNode* parent_ = nullptr;
  XMLNode* next_ = nullptr;
  std::vector<std::unique_ptr<XMLNode>> children_;
};

class XMLText final : public XMLNode {
 public:
  const XMLText* ToText() const override { return this; }
};

class XMLElement final : public XMLNode {
 public:
  const char* Name() const { return Value(); }
  const XMLElement* ToElement() const override { return this; }
  const XMLAttribute* FirstAttribute() const {
    return attributes_.empty() ? nullptr : attributes_[0].get();
  }
  const XMLAttribute* FindAttribute(const char* name) const;
  /// The value of the attribute, or null.
  const char* Attribute(const char* name) const;

 private:
  friend class XMLParser;
  std::vector<std::unique_ptr<XMLAttribute>> attributes_;
};

class XMLDocument {
 public:
  XMLError Parse(const char* text, std::size_t size);
  const XMLElement* RootElement() const { return top_.FirstChildElement(); }
  XMLError ErrorID() const { return error_; }
  int ErrorLineNum() const { return error_line_; }

 private:
  XMLNode top_;
  XMLError error_ = XML_SUCCESS;
  int error_line_ = 0;
};

}  // namespace tinyxml2
