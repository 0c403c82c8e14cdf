#pragma once
/// What tests ask about contacts: at the start, or later.
#include <firstcontact/step.h>

namespace firstcontact::test {

inline bool is_contact_at_start(const Impact& impact) {
  return impact.starts_in_contact && impact.toi == 0;
}
inline bool is_later_contact(const Impact& impact) { return !impact.starts_in_contact; }

inline bool is_contact_at_start(const Outcome& answer) {
  return answer.status == Status::Contact && answer.starts_in_contact && answer.toi == 0;
}

inline bool is_later_contact(const Outcome& answer) {
  return answer.status == Status::Contact && !answer.starts_in_contact;
}

}  // namespace firstcontact::test
