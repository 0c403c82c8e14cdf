#pragma once
/// As much YAML as MotionBenchMaker's problems use: maps and lists by indentation, lists and maps
/// in brackets, plain and quoted words. No anchors, tags, comments or text over several lines.
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace firstcontact::testing {

struct Yaml {
  std::string word;
  std::vector<Yaml> list;
  std::map<std::string, Yaml> map;

  const Yaml& at(const std::string& key) const {
    const auto found = map.find(key);
    if (found == map.end()) throw std::runtime_error("YAML: no " + key);
    return found->second;
  }
  double number() const { return std::stod(word); }
  std::vector<double> numbers() const {
    std::vector<double> out;
    for (const Yaml& entry : list) out.push_back(entry.number());
    return out;
  }
};

class YamlReader {
 public:
  explicit YamlReader(std::string_view text) {
    while (!text.empty()) {
      std::string_view line = text.substr(0, text.find('\n'));
      text.remove_prefix(std::min(line.size() + 1, text.size()));
      while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.remove_suffix(1);
      const std::size_t indent = line.find_first_not_of(' ');
      if (indent != line.npos) lines_.push_back({indent, line.substr(indent)});
    }
  }

  Yaml read() { return lines_.empty() ? Yaml() : block(lines_[0].indent); }

 private:
  struct Line {
    std::size_t indent;
    std::string_view text;
  };

  bool is_at(std::size_t indent) const {
    return at_ < lines_.size() && lines_[at_].indent == indent;
  }
  static bool is_entry(std::string_view text) { return text == "-" || text.starts_with("- "); }

  /// Everything at this indentation: a list or a map.
  Yaml block(std::size_t indent) {
    Yaml out;
    while (is_at(indent)) {
      Line& line = lines_[at_];
      if (is_entry(line.text)) {
        // What follows the dash is the first line of a block of its own.
        const std::size_t inner = std::min(line.text.find_first_not_of(' ', 1), line.text.size());
        line = {indent + inner, line.text.substr(inner)};
        out.list.push_back(line.text.find(": ") != line.text.npos || line.text.ends_with(':')
                               ? block(line.indent)
                               : flow_line());
        continue;
      }
      const std::size_t colon = line.text.find(':');
      if (colon == line.text.npos) throw std::runtime_error("YAML: " + std::string(line.text));
      const std::string key(line.text.substr(0, colon));
      std::string_view value = line.text.substr(colon + 1);
      value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
      if (!value.empty()) {
        line.text = value;
        out.map[key] = flow_line();
      } else {
        ++at_;
        const bool deeper = at_ < lines_.size() && lines_[at_].indent > indent;
        const bool entries = is_at(indent) && is_entry(lines_[at_].text);
        if (deeper || entries) out.map[key] = block(lines_[at_].indent);
      }
    }
    return out;
  }

  /// The rest of a line.
  Yaml flow_line() {
    std::string_view text = lines_[at_++].text;
    return flow(text);
  }

  static void skip(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(" ,"), text.size()));
  }

  Yaml flow(std::string_view& text) {
    Yaml out;
    if (text.starts_with('[') || text.starts_with('{')) {
      const char close = text[0] == '[' ? ']' : '}';
      text.remove_prefix(1);
      for (skip(text); !text.empty() && text[0] != close; skip(text)) {
        if (close == ']') {
          out.list.push_back(flow(text));
          continue;
        }
        const std::size_t colon = std::min(text.find(':'), text.size());
        const std::string key(text.substr(0, colon));
        text.remove_prefix(std::min(colon + 1, text.size()));
        skip(text);
        out.map[key] = flow(text);
      }
      text.remove_prefix(std::min<std::size_t>(1, text.size()));
      return out;
    }
    out.word = text.substr(0, text.find_first_of(",]}"));
    text.remove_prefix(out.word.size());
    if (out.word.size() >= 2 && out.word.front() == '"')
      out.word = out.word.substr(1, out.word.size() - 2);
    return out;
  }

  std::vector<Line> lines_;
  std::size_t at_ = 0;
};

}  // namespace firstcontact::testing
