#pragma once
/// Many pairs at once: the same answers as `solve`, bit for bit, with the separating directions of
/// several pairs tested in one SIMD instruction (Method::Certified; other methods simply run one
/// pair after the other).
#include <firstcontact/options.h>
#include <firstcontact/query.h>
#include <firstcontact/result.h>

#include <cstdint>
#include <span>

namespace firstcontact {

/// outcomes[i] answers pairs[i]. Precondition: both spans have the same length. Thread-safe, runs
/// on the calling thread; throws only if memory runs out. Options::certificate is ignored: ask
/// `solve` for the few pairs whose proof is wanted.
void solve_batch(std::span<const VertexFace> pairs, const Options& options,
                 std::span<Outcome> outcomes);
void solve_batch(std::span<const EdgeEdge> pairs, const Options& options,
                 std::span<Outcome> outcomes);
/// Kinds may be mixed; fastest in long runs of one kind.
void solve_batch(std::span<const Query> pairs, const Options& options, std::span<Outcome> outcomes);

}  // namespace firstcontact
