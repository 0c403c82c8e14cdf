#pragma once
/// From nearest points of two triangles to what is reported of a contact.
#include <firstcontact/scene_contact.h>

#include "articulated/model/scene_data.h"
#include "geometry/triangle_distance.h"

namespace firstcontact::articulated {

/// Which of two shapes lies in the other one without touching its surface.
enum class NestedSide { None, A, B };

/// Fills a, b, normal, distance and starts_inside of the result. `nearest` holds points in the
/// frame that `to_world` takes to the world, on triangles of the two shapes whose corners there are
/// `corners_a`, `corners_b`.
void describe_contact(const articulated::SceneData& scene, int shape_pair, int triangle_a,
                      int triangle_b, const geometry::NearestPoints& nearest,
                      const geometry::Triangle& corners_a, const geometry::Triangle& corners_b,
                      const AffineMap& to_world, double tolerance, NestedSide nested,
                      SceneResult& result);

}  // namespace firstcontact::articulated
