#pragma once
/// Reads XML files. Whatever does not fit is refused with the file, the line and the element.
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tinyxml2 {
class XMLDocument;
class XMLElement;
}  // namespace tinyxml2

namespace firstcontact::io {

/// An element and its name in messages: "joint 'elbow' <origin>". Valid as long as its XmlFile.
class XmlElement {
 public:
  XmlElement(const std::string& path, const tinyxml2::XMLElement& element, std::string label)
      : path_(&path), element_(&element), label_(std::move(label)) {}

  std::string name() const;
  std::size_t line() const;
  /// Identifies the element: two XmlElements of one element have the same key.
  const void* key() const { return element_; }
  const std::string& label() const { return label_; }
  /// The same element called `label`.
  XmlElement called(std::string label) const { return {*path_, *element_, std::move(label)}; }

  /// Throws InputError "path:line: label: what", or with the name of an attribute behind the label.
  [[noreturn]] void refuse(const std::string& what) const;
  [[noreturn]] void refuse(const std::string& attribute, const std::string& what) const;

  bool has(const char* attribute) const;
  /// Must be there, not be empty, and hold no control character.
  std::string text(const char* attribute) const;
  /// Must be out.size() finite numbers smaller than kLargestCoordinate, between blanks. Independent
  /// of the locale.
  void numbers(const char* attribute, std::span<double> out) const;
  /// Any number of them, at least one.
  std::vector<double> numbers(const char* attribute) const;
  double number(const char* attribute) const;
  /// A whole number, 0 or more.
  std::uint64_t count(const char* attribute) const;

  /// The text that stands in the element itself, without comments, elements in it, and blanks
  /// around it.
  std::string content() const;
  /// Its words as numbers; see `numbers`. There may be none. A fault is told with the line of the
  /// word.
  std::vector<double> content_numbers() const;
  void content_numbers(std::span<double> out) const;
  /// Its words as whole numbers, 0 or more.
  std::vector<std::uint64_t> content_counts() const;

  /// At most one may be there.
  std::optional<XmlElement> child(const char* name) const;
  /// All elements in this one in the order of the file, or those of this name.
  std::vector<XmlElement> children(const char* name = nullptr) const;

  /// A misspelt name would silently leave something out: a note with its line for each element in
  /// this one, or attribute of it, whose name is not `known`. Those of other namespaces ("a:b",
  /// "xmlns") are passed over.
  std::vector<std::string> notes_on_elements(std::initializer_list<std::string_view> known) const;
  std::vector<std::string> notes_on_attributes(std::initializer_list<std::string_view> known) const;

 private:
  /// For an element that holds numbers only.
  void refuse_child_elements() const;

  const std::string* path_;
  const tinyxml2::XMLElement* element_;
  std::string label_;
};

/// A file as a tree of elements.
class XmlFile {
 public:
  /// Throws InputError for what is not XML, with the line, and for an element of more than
  /// kMaxAttributes attributes: the parser compares each of them with all others. `path` is for
  /// messages.
  XmlFile(std::string_view text, const std::string& path);
  ~XmlFile();

  /// The outermost element. Throws InputError if it has another name.
  XmlElement root(const char* name) const;
  /// All elements with an attribute `id`, by its value; of several with one value the first two, in
  /// the order of the file.
  std::multimap<std::string_view, XmlElement> places_by_id() const;

 private:
  std::string path_;
  std::unique_ptr<tinyxml2::XMLDocument> document_;
};

inline constexpr std::size_t kMaxAttributes = 256;

}  // namespace firstcontact::io
