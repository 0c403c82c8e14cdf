#pragma once
/// Decides many pairs at once: the same answers as `solve`, bit for bit.
///
/// Method::Certified tests the separating directions of several pairs with one SIMD instruction.
/// Other methods solve one pair after the other.
#include <firstcontact/answer.h>
#include <firstcontact/export.h>
#include <firstcontact/options.h>
#include <firstcontact/query.h>

#include <array>
#include <cstddef>
#include <span>

namespace firstcontact {

/// Pairs of one kind whose coordinates are stored apart, for example as one array per coordinate.
/// Coordinate k of pair i is column[k][i * stride]. Columns 0 to 11 are x, y, z of the four points
/// at t0, in the order of Query; columns 12 to 23 the same at t1. Columns of points that the kind does
/// not have may be null; planar pairs need columns of z, which are 0.
///
/// Stride 1 is the fastest: the columns are loaded into SIMD lanes as they are. Other strides
/// describe any array of numbers, for example float[count][8][3]: column[k] = first + k, stride 24.
template <class Real>
struct PairColumns {
  std::array<const Real*, 24> column = {};
  std::ptrdiff_t stride = 1;
  std::size_t count = 0;

  /// Coordinate k of pair i. Every float is a double, so nothing is rounded.
  double value(std::size_t i, std::size_t k) const {
    return column[k][static_cast<std::ptrdiff_t>(i) * stride];
  }
};

/// outcomes[i] answers pairs[i]. Precondition: both spans have the same length. Thread-safe; runs
/// on the calling thread; throws only if memory runs out. Options::certificate is ignored: ask
/// `solve` for the pairs whose proof is wanted.
FIRSTCONTACT_API void solve_batch(std::span<const VertexFace> pairs, const Options& options,
                                  std::span<Outcome> outcomes);
FIRSTCONTACT_API void solve_batch(std::span<const EdgeEdge> pairs, const Options& options,
                                  std::span<Outcome> outcomes);
/// Kinds may be mixed. Long runs of one kind are fastest.
FIRSTCONTACT_API void solve_batch(std::span<const Query> pairs, const Options& options,
                                  std::span<Outcome> outcomes);

/// Pairs in columns. If a column is missing, every answer is InvalidInput. Precondition: `outcomes`
/// has pairs.count elements.
FIRSTCONTACT_API void solve_batch(Kind kind, const PairColumns<double>& pairs,
                                  const Options& options, std::span<Outcome> outcomes);
FIRSTCONTACT_API void solve_batch(Kind kind, const PairColumns<float>& pairs,
                                  const Options& options, std::span<Outcome> outcomes);

}  // namespace firstcontact
