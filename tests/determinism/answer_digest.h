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

/// Every method on `count` queries of every generated class and kind, with and without separation
/// and t_max, on `threads` threads. Steps, bodies, screws and scenes at the end.
std::vector<ClassDigest> digest_answers(int count, int threads);

/// Impacts, step sizes, line searches and active sets of `count` steps of a sheet, and the
/// generated sheets themselves.
ClassDigest digest_steps(int count, int threads);

/// First contacts of `count` pairs of bodies on screws and straight lines, with certificates.
ClassDigest digest_bodies(int count);

/// Every collision of `count` pairs of bodies, in every mode, and their poses in between.
ClassDigest digest_screws(int count);

/// Every question about `count` motions of a scene.
ClassDigest digest_scenes(int count, int threads);

}  // namespace firstcontact::test
