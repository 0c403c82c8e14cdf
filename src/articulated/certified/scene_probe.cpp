// The scene at an instant: do pairs touch there?
#include <algorithm>

#include "articulated/certified/scene_search.h"
#include "geometry/triangle_crossing.h"
#include "motion/box_direction.h"

namespace firstcontact::articulated {
namespace {

/// Tests of nodes for a pair: when only looking whether it happens to touch, and for a certain
/// answer.
constexpr int kProbeChecks = 256, kMeetingChecks = 100'000;

}  // namespace

double SceneSearch::time_to_travel(const Meeting& meeting, double length) {
  constexpr double kWidth = 0x1p-10;
  const double t0 = std::max(0.0, meeting.time - kWidth), t1 = std::min(1.0, meeting.time + kWidth);
  instant_.reset(poses_, index_.chain().size(), t0, t1);
  const NodePair whole = {meeting.shape_pair, 0, 0, t0, t1};
  const double speed = travel(instant_, sides(instant_, whole), whole) / (t1 - t0);
  return length < speed ? length / speed : 1;
}

std::pair<geometry::Triangle, geometry::Triangle> SceneSearch::triangles_at(
    const Meeting& meeting) {
  instant_.reset(poses_, index_.chain().size(), meeting.time, meeting.time);
  const auto& shapes = scene_.shape_pairs[meeting.shape_pair];
  const Sides both = sides(instant_, {meeting.shape_pair, 0, 0, 0, 0});
  const auto corners = [&](int shape, int triangle, const AffineMap& map) {
    const auto& tree = scene_.shapes[shape].tree();
    geometry::Triangle out;
    for (std::size_t k = 0; k < 3; ++k)
      out[k] = map.apply(tree.vertices[tree.triangles[triangle][k]]);
    return out;
  };
  return {corners(shapes.a, meeting.triangle_a, both.a.middle()),
          corners(shapes.b, meeting.triangle_b, both.b.middle())};
}

bool SceneSearch::probe(const NodePair& pair, Hulls hulls) {
  for (std::size_t i = 0; i < probe_times_.size(); ++i) {
    const double t = probe_times_[i];
    if (t < pair.first || t > pair.last || (i == 0 && hulls == Hulls::ApartInTheMiddle)) continue;
    PoseCache& instant = probe_cache_[i];
    if (instant.t0() != t || instant.t1() != t) instant.reset(poses_, index_.chain().size(), t, t);
    NodePair whole = {pair.shape_pair, 0, 0, t, t};
    if (i > 0 && separate_hulls(instant, sides(instant, whole), whole) != Hulls::Unknown) continue;
    const Meeting meeting = touch(instant, {pair.shape_pair, 0, 0, t, t}, false, kProbeChecks);
    if (meeting.shape_pair < 0) continue;
    contact_ = meeting;
    horizon_ = t;
    return true;
  }
  return false;
}

bool SceneSearch::certainly_meet(int shape_pair, double t) {
  instant_.reset(poses_, index_.chain().size(), t, t);
  return touch(instant_, {shape_pair, 0, 0, t, t}, true, kMeetingChecks).shape_pair >= 0;
}

// From these nodes on, nearer nodes first.
Meeting SceneSearch::touch(PoseCache& instant, const NodePair& start, bool certain,
                           int max_checks) {
  const auto& shapes = scene_.shape_pairs[start.shape_pair];
  const auto& tree_a = scene_.shapes[shapes.a].tree();
  const auto& tree_b = scene_.shapes[shapes.b].tree();
  probes_.assign(1, start);
  for (int checks = 0; !probes_.empty() && checks < max_checks; ++checks) {
    const NodePair pair = probes_.back();
    probes_.pop_back();
    ++checks_;
    const Sides both = sides(instant, pair);
    const motion::PlacedBox at_a = motion::placed(both.a, both.node_a),
                            at_b = motion::placed(both.b, both.node_b);
    if (motion::best_direction(both.node_a, at_a, both.node_b, at_b).gap > shapes.separation)
      continue;
    const motion::Node &a = both.node_a, &b = both.node_b;
    if (a.is_leaf() && b.is_leaf()) {
      const geometry::Triangle corners_a =
          motion::moved(motion::leaf_corners(tree_a, a), both.a.middle());
      const geometry::Triangle corners_b =
          motion::moved(motion::leaf_corners(tree_b, b), both.b.middle());
      const double error = both.a.error(a) + both.b.error(b);
      const double off =
          motion::distance_error(error, both.a.extent(a) + both.b.extent(b) + shapes.separation);
      const auto crossing = geometry::find_crossing(corners_a, corners_b, error);
      if (!crossing && shapes.separation == 0) continue;
      geometry::NearestPoints nearest = geometry::on_triangles(
          geometry::nearest_points(corners_a, corners_b), corners_a, corners_b);
      if (crossing)
        nearest = {*crossing, *crossing, 0, Vec3::Zero()};
      else if (!(nearest.distance + off <
                 shapes.separation + (certain ? 0 : tolerance_of(start.shape_pair))))
        continue;
      return {pair.shape_pair,
              tree_a.order[a.begin],
              tree_b.order[b.begin],
              start.first,
              nearest,
              crossing.has_value() || certain,
              NestedSide::None,
              crossing ? 0 : off};
    }
    divide(both, pair, true, probes_);
  }
  return {};
}

}  // namespace firstcontact::articulated
