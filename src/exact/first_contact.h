#pragma once
/// The first time at which a gap's hull meets a convex set around the origin, by the shape of that
/// set.
#include <cstdint>
#include <optional>

#include "exact/gap.h"
#include "exact/root.h"

namespace firstcontact::exact {

/// First s in [0, 1] of contact, or nothing if there is none. `candidates` counts the times that
/// were examined.
struct FirstContact {
  std::optional<Root> time;
  std::int64_t candidates = 0;
};

/// The origin itself. `gap.separation` is ignored.
FirstContact first_contact_with_origin(const Gap& gap);
/// The ball of radius gap.separation (L2). Precondition: gap.separation > 0.
FirstContact first_contact_with_ball(const Gap& gap);
/// The cube [-gap.separation, gap.separation]^3 (Linf). Precondition: gap.separation > 0.
FirstContact first_contact_with_cube(const Gap& gap);

}  // namespace firstcontact::exact
