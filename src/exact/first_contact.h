#pragma once
/// The first time at which a gap's hull meets a convex set around the origin: a point, a ball or a
/// cube.
#include <cstdint>
#include <optional>

#include "exact/gap.h"
#include "exact/oracle.h"
#include "exact/root.h"

namespace firstcontact::exact {

/// The first s in [0, 1] of contact, if there is one, and the number of times that were examined.
struct FirstContact {
  std::optional<Root> time;
  std::int64_t candidates = 0;
};

/// Contact with the origin itself; gap.separation is ignored.
FirstContact first_contact_with_origin(const Gap& gap);
/// Contact with the ball of radius gap.separation (L2). Precondition: gap.separation > 0.
FirstContact first_contact_with_ball(const Gap& gap);
/// Contact with the cube [-gap.separation, gap.separation]^3 (Linf). Precondition:
/// gap.separation > 0.
FirstContact first_contact_with_cube(const Gap& gap);

/// The one of these that the request asks for, in units of its t_max.
FirstContact find_first_contact(const Query& query, const Request& request);

}  // namespace firstcontact::exact
