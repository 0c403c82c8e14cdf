#pragma once
/// Searches some segments of a path in one of several processes.
#include <firstcontact/scene_contact.h>

#include <string>

#include "robot_report.h"
#include "work/byte_record.h"

namespace firstcontact::apps {

/// The answers for segments [begin, end), up to the first that is not free, one after the other, for
/// read_result.
std::string search_segments(const RobotReport& report, std::size_t begin, std::size_t end,
                            int threads);

/// All of an answer but its certificates.
SceneResult read_result(ByteReader& reader);

/// Free proves that every pair stays farther apart than its margin, so the clearance is at least
/// the smallest margin.
void raise_clearance(const Scene& scene, SceneResult& result);

}  // namespace firstcontact::apps
