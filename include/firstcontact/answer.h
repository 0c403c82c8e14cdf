#pragma once
/// What every answer has in common: pairs, steps, rigid bodies, scenes.
#include <firstcontact/language.h>

#include <cstdint>
#include <string>

namespace firstcontact {

enum class Status {
  Free,          ///< there is no contact in [0, t_max]; this is proven
  Contact,       ///< there is a contact, within the tolerance
  Undecided,     ///< the budget `max_checks` ran out; [0, toi) is still proven free
  Cancelled,     ///< the caller asked to stop; nothing was decided
  InvalidInput,  ///< the input cannot be used; `message` says why
};

/// The name of the enumerator, for example "Free".
const char* to_string(Status status);

/// The part of an answer that decides. Every answer of the library starts with these fields.
struct Outcome {
  Status status = Status::InvalidInput;

  /// Time of impact, a fraction of the motion: no contact happens in [0, toi), and this is proven.
  /// Free: t_max. Cancelled and InvalidInput: 0.
  double toi = 0;
  /// Contact: the contact, within the tolerance, begins no later than this. Exact answers enclose
  /// the first time of contact: it lies in [toi, toi_upper]. t_max if nothing better is known.
  /// Free: t_max.
  double toi_upper = 1;
  /// Work done, in the unit of `max_checks`: elementary checks. Steps of meshes count candidate
  /// pairs.
  std::int64_t checks = 0;
  /// Contact: the contact exists at t = 0 already.
  bool starts_in_contact = false;

  /// True only for a proof that nothing touches. False for everything else: contact, undecided,
  /// cancelled and bad input.
  bool free() const { return status == Status::Free; }
};

struct Answer : Outcome {
  /// InvalidInput: what is wrong. Otherwise empty, or a hint about the cost of the search.
  std::string message;
};

}  // namespace firstcontact
