#pragma once
/// Things that a page keeps between calls: meshes and scenes, by numbers.
#include <map>
#include <memory>
#include <stdexcept>
#include <utility>

#include "values.h"

namespace firstcontact::wasm {

template <class Thing>
class Handles {
 public:
  int add(std::unique_ptr<Thing> thing) {
    things_.emplace(++last_, std::move(thing));
    return last_;
  }
  /// The thing that the field "handle" names. Throws if it was disposed of.
  Thing& of(const Call& call) {
    const auto found = things_.find(to_integer(field(call.in, "handle"), "handle"));
    if (found == things_.end()) throw std::invalid_argument("this was disposed of already");
    return *found->second;
  }
  void remove(const Call& call) { things_.erase(to_integer(field(call.in, "handle"), "handle")); }

 private:
  std::map<int, std::unique_ptr<Thing>> things_;
  int last_ = 0;
};

}  // namespace firstcontact::wasm
