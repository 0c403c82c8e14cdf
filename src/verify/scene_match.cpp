#include "verify/scene_match.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "verify/joint_match.h"
#include "verify/number_text.h"
#include "verify/solid.h"
#include "verify/units.h"

namespace firstcontact::verify {
namespace {

/// Whether a >= b + c + d, as real numbers.
bool is_at_least(double a, double b, double c, double d) {
  Unit unit;
  for (const double value : {a, b, c, d}) unit.cover(value);
  return unit.of(a) >= unit.of(b) + unit.of(c) + unit.of(d);
}

std::string quoted(const std::string& name) { return "'" + name + "'"; }

class Comparison {
 public:
  Comparison(const SceneInputs& inputs, const SceneMotion& motion, const SceneClaim& claim,
             std::span<const std::shared_ptr<const SceneTriangles>> geometries)
      : inputs_(inputs), motion_(motion), claim_(claim), geometries_(geometries) {}

  std::vector<std::string> all() {
    if (compare(claim_.t_max, motion_.t_max) < 0)
      found_.push_back("the proof ends at t = " + number_text(claim_.t_max) +
                       ", before t = " + number_text(motion_.t_max));
    if (compare_frames() && compare_shapes()) compare_pairs();
    return std::move(found_);
  }

 private:
  bool compare_frames() {
    if (claim_.frames.size() < inputs_.frames.size()) {
      found_.push_back("the proof has " + std::to_string(claim_.frames.size()) +
                       " frames, fewer than the " + std::to_string(inputs_.frames.size()) +
                       " links and attached bodies of the inputs");
      return false;
    }
    const std::size_t before = found_.size();
    for (std::size_t i = 0; i < inputs_.frames.size(); ++i)
      if (const std::string text = difference_of_frame(inputs_.frames[i], claim_.frames[i]);
          !text.empty())
        found_.push_back((inputs_.frames[i].joint.name.empty()
                              ? "link " + quoted(inputs_.frames[i].name)
                              : "joint " + quoted(inputs_.frames[i].joint.name)) +
                         ": " + text);
    return found_.size() == before;
  }

  std::string difference_of_frame(const InputFrame& frame, const SceneFrame& proof) const {
    if (frame.parent != proof.parent) return "in the proof another link carries it";
    if (frame.joint.type == JointType::Fixed) return difference(frame.joint.origin, proof.motion);
    const auto first = static_cast<std::size_t>(frame.first_value);
    const auto count = static_cast<std::size_t>(values_of(frame.joint.type));
    if (frame.joint.mimic < 0)
      return difference(frame.joint, motion_.from.subspan(first, count),
                        motion_.to.subspan(first, count), proof.motion);
    const double from = frame.joint.multiplier * motion_.from[first] + frame.joint.offset;
    const double to = frame.joint.multiplier * motion_.to[first] + frame.joint.offset;
    return difference(frame.joint, {&from, 1}, {&to, 1}, proof.motion);
  }

  bool compare_shapes() {
    std::size_t count = 0;
    for (const InputBody& body : inputs_.bodies) {
      first_shapes_.push_back(count);
      count += body.shapes.size();
    }
    const std::size_t before = found_.size();
    if (claim_.shapes.size() != count)
      found_.push_back("the proof has " + std::to_string(claim_.shapes.size()) +
                       " shapes, the inputs have " + std::to_string(count));
    for (std::size_t i = 0; i < inputs_.bodies.size(); ++i)
      for (std::size_t k = 0; k < inputs_.bodies[i].shapes.size(); ++k) {
        const std::size_t index = first_shapes_[i] + k;
        if (index >= claim_.shapes.size()) return false;
        if (const std::string text =
                difference_of_shape(inputs_.bodies[i], k, claim_.shapes[index]);
            !text.empty()) {
          found_.push_back("shape " + std::to_string(index) + " of the proof: " + text);
          // If the bodies come in another order, everything after them would differ too.
          if (claim_.shapes[index].name != inputs_.bodies[i].name) return false;
        }
      }
    return found_.size() == before;
  }

  std::string difference_of_shape(const InputBody& body, std::size_t k,
                                  const SceneShape& proof) const {
    if (proof.name != body.name)
      return "it belongs to " + quoted(proof.name) + ", in the inputs to " + quoted(body.name);
    const SceneTriangles& geometry = *geometries_[proof.geometry];
    const InputShape& shape = body.shapes[k];
    if (geometry.vertices.size() != shape.vertices.size() ||
        geometry.triangles.size() != shape.triangles.size())
      return quoted(body.name) + " has " + std::to_string(geometry.triangles.size()) +
             " triangles in the proof, " + std::to_string(shape.triangles.size()) +
             " in the inputs";
    for (std::size_t i = 0; i < shape.vertices.size(); ++i)
      if (geometry.vertices[i] != shape.vertices[i])
        return "vertex " + std::to_string(i) + " of " + quoted(body.name) + " is at another place";
    for (std::size_t i = 0; i < shape.triangles.size(); ++i)
      if (geometry.triangles[i] != shape.triangles[i])
        return "triangle " + std::to_string(i) + " of " + quoted(body.name) + " has other vertices";
    if (body.frame >= 0)
      return proof.frame == body.frame ? "" : quoted(body.name) + " is carried by another frame";
    const SceneFrame& frame = claim_.frames[proof.frame];
    if (frame.parent >= 0 || static_cast<std::size_t>(proof.frame) < inputs_.frames.size())
      return quoted(body.name) + " is carried by a link, but rests in the inputs";
    const std::string text = difference(body.place, frame.motion);
    return text.empty() ? "" : quoted(body.name) + ": " + text;
  }

  /// Compares all shapes of the pair. If a pair comes several times, its largest separation counts.
  void compare_pairs() {
    std::map<std::pair<int, int>, double> separations;
    for (const ScenePair& pair : claim_.pairs) {
      const auto [entry, fresh] = separations.emplace(std::minmax(pair.a, pair.b), pair.separation);
      if (!fresh && compare(entry->second, pair.separation) < 0) entry->second = pair.separation;
    }
    for (const InputPair& pair : inputs_.pairs) {
      const InputBody &a = inputs_.bodies[pair.a], &b = inputs_.bodies[pair.b];
      const std::string names = "the pair " + quoted(a.name) + " and " + quoted(b.name);
      bool covered = true, wide = true;
      for (std::size_t i = 0; i < a.shapes.size(); ++i)
        for (std::size_t k = 0; k < b.shapes.size(); ++k) {
          const auto shape_a = static_cast<int>(first_shapes_[pair.a] + i),
                     shape_b = static_cast<int>(first_shapes_[pair.b] + k);
          const auto proof = separations.find({shape_a, shape_b});
          covered = covered && proof != separations.end();
          wide = wide && covered &&
                 is_at_least(proof->second, pair.min_separation, a.shapes[i].radius,
                             b.shapes[k].radius);
        }
      if (!covered)
        found_.push_back(names + " is not in the proof");
      else if (!wide)
        found_.push_back(names + " is proven to keep less than the margin of " +
                         number_text(pair.min_separation) + " and the radii of its shapes");
    }
  }

  const SceneInputs& inputs_;
  const SceneMotion& motion_;
  const SceneClaim& claim_;
  std::span<const std::shared_ptr<const SceneTriangles>> geometries_;
  std::vector<std::size_t> first_shapes_;  ///< of each body, among the claim's shapes
  std::vector<std::string> found_;
};

/// Every frame in the world at t = 0, rounded.
std::vector<AffineMap> places_at_start(std::span<const SceneFrame> frames) {
  std::vector<AffineMap> places;
  const auto after = [](const AffineMap& a, const AffineMap& b) {
    return AffineMap{a.linear * b.linear, a.apply(b.offset)};
  };
  for (const SceneFrame& frame : frames) {
    const double c = std::cos(frame.motion.angle_t0), s = std::sin(frame.motion.angle_t0);
    AffineMap turn;
    turn.linear << c, -s, 0, s, c, 0, 0, 0, 1;
    AffineMap place = after(frame.motion.before, after(turn, frame.motion.after));
    if (frame.parent >= 0) place = after(places[frame.parent], place);
    places.push_back(place);
  }
  return places;
}

}  // namespace

std::vector<std::string> differences(
    const SceneInputs& inputs, const SceneMotion& motion, const SceneClaim& claim,
    std::span<const std::shared_ptr<const SceneTriangles>> geometries) {
  return Comparison(inputs, motion, claim, geometries).all();
}

std::vector<std::string> nested_at_start(const SceneInputs& inputs, const SceneClaim& claim) {
  const std::vector<AffineMap> places = places_at_start(claim.frames);
  std::vector<std::vector<Solid>> solids;  // of each body
  std::size_t shape = 0;
  for (const InputBody& body : inputs.bodies) {
    solids.emplace_back();
    for (const InputShape& input : body.shapes) {
      const AffineMap& place = places[claim.shapes[shape++].frame];
      std::vector<Vec3> vertices;
      for (const Vec3& vertex : input.vertices) vertices.push_back(place.apply(vertex));
      solids.back().emplace_back(std::move(vertices), input.triangles);
    }
  }
  std::vector<std::string> found;
  const auto look = [&](int inner, int outer) {
    for (const Solid& a : solids[inner])
      for (const Solid& b : solids[outer])
        if (lies_inside(a, b)) {
          found.push_back(quoted(inputs.bodies[inner].name) + " starts inside of " +
                          quoted(inputs.bodies[outer].name));
          return;
        }
  };
  for (const InputPair& pair : inputs.pairs) {
    look(pair.a, pair.b);
    look(pair.b, pair.a);
  }
  return found;
}

}  // namespace firstcontact::verify
