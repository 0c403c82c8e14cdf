#pragma once
/// The questions that the library answers both natively and as WebAssembly, as one list of doubles,
/// so that both read the same bytes. Texts are one number a byte.
///
///   magic
///   options:  count, rows of options (flat_query.h)
///   queries:  count, rows of queries (flat_query.h)
///   steps:    count; each: vertices, faces, edges, separation, distance, indices, t0, t1
///   screws:   count; each: body a, body b (vertices, coordinates, numbers, faces), 4 poses, mode
///   edges:    texts of the robot and of its scene; values, count; each: q0, q1, method, clearance
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace firstcontact::answers {

inline constexpr double kMagic = 20260701;

/// Takes numbers one after the other. Throws std::runtime_error at the end.
class Reader {
 public:
  explicit Reader(std::span<const double> numbers) : numbers_(numbers) {}
  double number();
  std::size_t count() { return static_cast<std::size_t>(number()); }
  std::span<const double> numbers(std::size_t count);
  std::string text();

 private:
  std::span<const double> numbers_;
};

/// All questions: `queries` pairs of every kind, class and scale, and a few hundred others.
std::vector<double> make_questions(std::size_t queries, const std::string& urdf,
                                   const std::string& scene);

}  // namespace firstcontact::answers
