#pragma once
/// The methods that `simulate --method` offers to the loop: ours and the published ones.
#include <optional>
#include <string>
#include <vector>

#include "sim/simulation.h"

namespace firstcontact::apps {

/// "certified" first, then our other methods, then those of `baselines`.
std::vector<std::string> pair_method_names();

/// What the help says about each of them, one line a method.
std::string pair_method_help();

/// Empty, or why the method cannot use this value of --tolerance.
std::string tolerance_fault(const std::string& method, double tolerance);

/// The method of that name. `tolerance` is the one of the scene, unless --tolerance changed it. A
/// published method has a tolerance of another meaning and takes `given` only, the one of
/// --tolerance.
///
///  - "certified" is the library's own step. The others are asked pair by pair.
///  - Tight inclusion measures the separation by the largest difference of coordinates, which never
///    exceeds the Euclidean distance: it keeps at least the distance that it is asked for.
///  - Published methods know motions over [0, 1] only. For a shorter time the motion is cut off
///    there, with rounding. Without a time of contact, `toi` of a contact is 0.
///
/// Precondition: one of pair_method_names(), without tolerance_fault.
sim::PairMethod pair_method(const std::string& name, const std::optional<double>& tolerance,
                            const std::optional<double>& given);

}  // namespace firstcontact::apps
