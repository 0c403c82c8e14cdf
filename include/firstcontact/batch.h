#pragma once
/// Decides many pairs at once: the same answers as `solve`, bit for bit.
///
/// Method::Certified tests the separating directions of several pairs with one SIMD instruction.
/// Other methods solve one pair after the other.
#include <firstcontact/answer.h>
#include <firstcontact/options.h>
#include <firstcontact/query.h>

#include <span>

namespace firstcontact {

/// outcomes[i] answers pairs[i]. Precondition: both spans have the same length. Thread-safe; runs
/// on the calling thread; throws only if memory runs out. Options::certificate is ignored: ask
/// `solve` for the pairs whose proof is wanted.
void solve_batch(std::span<const VertexFace> pairs, const Options& options,
                 std::span<Outcome> outcomes);
void solve_batch(std::span<const EdgeEdge> pairs, const Options& options,
                 std::span<Outcome> outcomes);
/// Kinds may be mixed. Long runs of one kind are fastest.
void solve_batch(std::span<const Query> pairs, const Options& options, std::span<Outcome> outcomes);

}  // namespace firstcontact
