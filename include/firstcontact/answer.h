#pragma once
/// What every answer has in common: pairs, mesh steps, rigid bodies, robots.
///
/// Conventions that hold for all of them:
///  - Times are fractions of the motion, from 0 at its start to 1 at its end.
///  - Lengths are in the caller's unit; angles are in radians.
///  - `a` is the first of two things, `b` the second, as in the arguments of the call.
///  - Normals are unit vectors from b to a: a moves along them to get away from b.
///  - Indices count from 0; -1 means that there is none.
///  - Messages are std::string; `to_string` of an enumerator returns a string literal.
///  - Input that cannot be used (a NaN, an infinite or unset coordinate, an index out of range)
///    never throws. It gives Status::InvalidInput, which `free()` does not take for free.
#include <firstcontact/export.h>
#include <firstcontact/vector.h>

#include <cstdint>
#include <limits>
#include <string>

namespace firstcontact {

/// What is known about the motion over [0, t_max].
enum class Status {
  Free,          ///< There is no contact in [0, t_max]. This is proven.
  Contact,       ///< There is a contact, within the tolerance.
  Undecided,     ///< The budget or the resolution of doubles ran out. [0, toi) is proven free.
  Cancelled,     ///< The caller asked to stop. Nothing was decided.
  InvalidInput,  ///< The input cannot be used. `message` says why.
};

/// The name of the enumerator, for example "Free".
FIRSTCONTACT_API const char* to_string(Status status);

/// The part of an answer that decides.
struct Outcome {
  /// What was decided; InvalidInput until something was.
  Status status = Status::InvalidInput;

  /// Time of impact: no contact happens in [0, toi), and this is proven. Free: t_max. Cancelled and
  /// InvalidInput: 0.
  double toi = 0;
  /// Contact: the contact, within the tolerance, begins no later than this. Exact answers enclose
  /// the first time of contact: it lies in [toi, toi_upper]. t_max if nothing better is known.
  double toi_upper = 1;
  /// Work done, in the unit of `max_checks`: elementary checks. Mesh steps count candidate pairs.
  std::int64_t checks = 0;
  /// Contact: the contact exists at t = 0 already.
  bool starts_in_contact = false;

  /// True only if it is proven that nothing touches. False for everything else: contact, undecided,
  /// cancelled and bad input.
  bool free() const { return status == Status::Free; }
};

/// Every result of the library is an Answer or, in a PathResult, holds one.
struct Answer : Outcome {
  /// InvalidInput: what is wrong. Otherwise empty, or a hint about the cost of the search.
  std::string message;
};

/// Where two things touch, or where they are nearest to each other, at one instant.
struct ContactPoints {
  /// The nearest points of a and of b.
  Vec3 point_a = Vec3::Zero(), point_b = Vec3::Zero();
  /// Unit vector from b to a; zero where there is no such direction.
  Vec3 normal = Vec3::Zero();
  /// Euclidean distance of a and b, rounded.
  double distance = std::numeric_limits<double>::infinity();

  /// Halfway between the two points.
  Vec3 point() const { return 0.5 * point_a + 0.5 * point_b; }
};

}  // namespace firstcontact
