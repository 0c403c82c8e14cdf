#pragma once
/// Poses of two bodies at the start and at the end, from a JSON file or from words of the command
/// line. Formats: docs/guide/screw.md.
#include <firstcontact/pose.h>

#include <string>
#include <string_view>

namespace firstcontact::apps {

/// How far a quaternion's length may be from 1. Within it, it is normalised.
inline constexpr double kQuaternionTolerance = 1e-6;

struct PosePair {
  PoseChange a, b;
};

/// Throws io::InputError, "path: field: what" with a field such as b.to.quaternion: for what is not
/// JSON, a field that is unknown, doubled or of another type, a number that is not finite, a
/// quaternion that is not of unit length, a matrix that is no rotation within kPoseTolerance. What
/// is left out: the body rests at `from`, which is where its file puts it.
PosePair read_pose_file(const std::string& path);

/// The same from the text of a file.
PosePair parse_poses(std::string_view text, const std::string& path);

/// A pose in one word: "x,y,z", "x,y,z/w,x,y,z" (a quaternion) or "x,y,z/x,y,z@degrees" (an axis
/// and an angle). Throws std::invalid_argument with what is wrong.
Pose parse_pose(std::string_view word);

}  // namespace firstcontact::apps
