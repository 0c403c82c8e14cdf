#pragma once
/// One function for every method, which returns its description and solver. Each is defined in the
/// file of its name.
#include "method.h"

namespace firstcontact::baselines {

Method irf();
Method uirf();
Method fprf();
Method tccd();
Method rp();
Method rrp();
Method bsc();
Method msrf();
Method accd();

}  // namespace firstcontact::baselines
