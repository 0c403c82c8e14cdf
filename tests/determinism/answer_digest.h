#pragma once
/// One number that depends on every bit of many answers.
#include <cstdint>
#include <string>
#include <vector>

namespace firstcontact::test {

struct ClassDigest {
  std::string name;
  std::uint64_t digest = 0;
  int positives = 0, queries = 0;
};

/// Every method on `count` queries of every generated class and kind, with and without separation and t_max, on `threads` threads.
/// Scenes at the end.
std::vector<ClassDigest> digest_answers(int count, int threads);

/// Every question about `count` motions of a scene.
ClassDigest digest_scenes(int count, int threads);

}  // namespace firstcontact::test
