#pragma once
/// Checks that proofs about moving bodies are well-formed, and that their entries cover everything.
#include <firstcontact/mesh.h>
#include <firstcontact/motion.h>
#include <firstcontact/moving_bodies.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace firstcontact::verify {

bool all_finite(const Vec3& v);
bool all_finite(const AffineMap& map);

// Each fault_of_… returns what is wrong, or an empty string.

/// Indices out of range, numbers that are not finite, an order that is not a permutation of the
/// triangles.
std::string fault_of_geometry(std::span<const Vec3> vertices, std::span<const Face> triangles,
                              std::span<const std::int32_t> order);

std::string fault_of_separation(double separation);
std::string fault_of_end(double t_max);

/// An interval outside of [0, t_max], a direction that is zero or not finite, a range that is empty
/// or out of bounds. Entries count from 1 in the text.
std::string fault_of_entries(std::span<const BodyCertificateEntry> entries, double t_max,
                             std::size_t count_a, std::size_t count_b);

/// A pair of triangles and times that no entry covers. Precondition: none of the faults above.
std::string fault_of_cover(std::span<const BodyCertificateEntry> entries, double t_max,
                           std::span<const std::int32_t> order_a,
                           std::span<const std::int32_t> order_b);

/// "entry 1" for index 0.
std::string entry_name(std::size_t index);

/// Indices of the entries, sorted by interval, so that what depends on the interval alone is
/// computed once for entries that share it.
std::vector<std::size_t> by_interval(std::span<const BodyCertificateEntry> entries);

}  // namespace firstcontact::verify
