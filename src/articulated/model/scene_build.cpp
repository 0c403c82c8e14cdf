// From a description to frames, placed shapes and pairs of them:
//   1. models, objects and attachments are checked one by one, and their names together;
//   2. links with shapes, attachments and objects become bodies, in this order; each moves with one
//   part of its model;
//   3. allowed pairs and margins are looked up by name;
//   4. what is left are the pairs of bodies, and of their shapes.
#include "articulated/model/scene_build.h"

#include <cmath>
#include <unordered_map>

#include "articulated/model/scene_pairs.h"

namespace firstcontact::articulated {
namespace {

/// The part of everything that rests.
constexpr int kWorld = -1;

/// a + b, rounded up. Precondition: not negative.
double sum_up(double a, double b) {
  const double sum = a + b, b_part = sum - a, error = (a - (sum - b_part)) + (b - b_part);
  return error > 0 ? std::nextafter(sum, std::numeric_limits<double>::infinity()) : sum;
}

AffineMap placed(const Pose& pose) {
  const Pose clean = orthonormalised(pose);
  return {clean.rotation, clean.position};
}

std::string fault_of_shapes(std::span<const Shape> shapes) {
  if (shapes.empty()) return "it has no shapes";
  for (std::size_t i = 0; i < shapes.size(); ++i)
    if (const std::string wrong = shapes[i].fault(); !wrong.empty())
      return "shape " + std::to_string(i) + ": " + wrong;
  return {};
}

std::string fault_of_placement(const Pose& pose) {
  if (const std::string wrong = fault(pose); !wrong.empty()) return wrong;
  return pose.position.cwiseAbs().maxCoeff() < kLargestCoordinate
             ? ""
             : "its position is 1e70 or more away";
}

bool is_margin(double margin) { return margin >= 0 && margin < kLargestCoordinate; }

/// What a name stands for. A link without shapes has a frame but no body.
struct Named {
  int frame = -1, body = -1;
};

class Builder {
 public:
  explicit Builder(SceneDescription description) { data_.description = std::move(description); }

  articulated::SceneData build() {
    add_models();
    add_attachments();
    const std::size_t first_object = data_.bodies.size();
    add_objects();
    if (failed()) return without_content();
    PairRules rules(body_parts_, first_object, data_.description.min_separation);
    apply_rules(rules);
    if (failed()) return without_content();
    data_.pairs = rules.pairs();
    add_shape_pairs();
    return std::move(data_);
  }

 private:
  bool failed() const { return !data_.fault.empty(); }

  /// Sets the fault if there is none yet.
  void fail(const std::string& text) {
    if (!failed()) data_.fault = text;
  }

  articulated::SceneData without_content() {
    articulated::SceneData result;
    result.description = std::move(data_.description);
    result.fault = std::move(data_.fault);
    return result;
  }

  void name(const std::string& text, Named what) {
    if (text.empty()) return fail("a body has no name");
    if (text == "*") return fail("a body cannot be named *");
    if (!names_.emplace(text, what).second) fail("two links or bodies are named '" + text + "'");
  }

  /// Null if nothing has this name; then a fault is set.
  const Named* find(const std::string& text, const std::string& who) {
    const auto found = names_.find(text);
    if (found != names_.end()) return &found->second;
    fail(who + ": there is no link or body '" + text + "'");
    return nullptr;
  }

  int add_body(Scene::Body body, int part, int frame, const AffineMap& pose,
               std::span<const Shape> shapes) {
    const int index = static_cast<int>(data_.bodies.size());
    body.shape_count = shapes.size();
    first_shapes_.push_back(data_.shapes.size());
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      body.triangle_count += shapes[i].body.triangle_count();
      body.closedness.push_back(shapes[i].closedness());
      data_.shapes.push_back({index, static_cast<int>(i), frame, pose, shapes[i].body,
                              shapes[i].radius, shapes[i].convex_solid, shapes[i].surface_only});
    }
    data_.bodies.push_back(std::move(body));
    body_parts_.push_back(part);
    return index;
  }

  void add_models() {
    const std::vector<SceneModel>& models = data_.description.models;
    if (models.empty()) fail("the scene has no models");
    for (std::size_t i = 0; i < models.size() && !failed(); ++i) {
      const std::string& wrong = models[i].model.fault();
      if (models.size() > 1 && models[i].name.empty())
        fail("model " + std::to_string(i) + " has no name; several models need them");
      if (!wrong.empty())
        fail(models[i].name.empty() ? wrong : "model '" + models[i].name + "': " + wrong);
      if (!failed()) add_links(static_cast<int>(i));
    }
  }

  void add_links(int model) {
    const SceneModel& source = data_.description.models[model];
    const std::span<const Link> links = source.model.links();
    const int first_frame = static_cast<int>(data_.frames.size());
    const std::string prefix = data_.description.models.size() > 1 ? source.name + "/" : "";
    data_.first_frame_of_model.push_back(data_.frames.size());
    data_.value_count += source.model.value_count();
    std::vector<int> body_of(links.size(), -1);
    const std::vector<int> parts = rigid_parts(links);
    for (std::size_t i = 0; i < links.size(); ++i) {
      const int frame = first_frame + static_cast<int>(i);
      const int parent = links[i].parent < 0 ? -1 : first_frame + links[i].parent;
      data_.frames.push_back({parent, model, static_cast<int>(i), {}});
      frame_parts_.push_back(parts[i] < 0 ? kWorld : first_frame + parts[i]);
      if (!links[i].shapes.empty())
        body_of[i] = add_body({prefix + links[i].name, model, static_cast<int>(i)},
                              frame_parts_.back(), frame, {}, links[i].shapes);
      name(prefix + links[i].name, {frame, body_of[i]});
    }
    for (const auto& [a, b] : neighbours(links)) excluded_.emplace_back(body_of[a], body_of[b]);
  }

  void add_attachments() {
    for (const Attachment& attachment : data_.description.attachments) {
      if (failed()) return;
      const std::string who = "attachment '" + attachment.name + "'";
      if (const std::string wrong = fault_of_placement(attachment.pose); !wrong.empty())
        return fail(who + ": " + wrong);
      if (const std::string wrong = fault_of_shapes(attachment.shapes); !wrong.empty())
        return fail(who + ": " + wrong);
      const Named* carrier = find(attachment.link, who);
      if (!carrier) return;
      const articulated::SceneData::Frame& link = data_.frames[carrier->frame];
      if (link.link < 0) return fail(who + ": '" + attachment.link + "' is no link");
      const int frame = static_cast<int>(data_.frames.size()), part = frame_parts_[carrier->frame];
      const int body =
          add_body({attachment.name, link.model, link.link}, part, frame, {}, attachment.shapes);
      const int model = link.model, parent = carrier->frame;
      for (const std::string& touched : attachment.touch_links) {
        const Named* other = find(touched, who);
        if (!other) return;
        if (other->body >= 0) excluded_.emplace_back(body, other->body);
      }
      name(attachment.name, {frame, body});
      data_.frames.push_back({parent, model, -1, placed(attachment.pose)});
      frame_parts_.push_back(part);
    }
  }

  void add_objects() {
    for (const SceneObject& object : data_.description.objects) {
      if (failed()) return;
      const std::string who = "object '" + object.name + "'";
      if (const std::string wrong = fault_of_placement(object.pose); !wrong.empty())
        return fail(who + ": " + wrong);
      if (const std::string wrong = fault_of_shapes(object.shapes); !wrong.empty())
        return fail(who + ": " + wrong);
      name(object.name,
           {-1, add_body({object.name}, kWorld, -1, placed(object.pose), object.shapes)});
    }
  }

  void apply_rules(PairRules& rules) {
    for (const auto& [a, b] : excluded_) rules.exclude(a, b);
    for (const auto& [a, b] : data_.description.allowed) {
      const std::string who = "allowed pair '" + a + "', '" + b + "'";
      if (a == "*") return fail(who + ": * can only be the second");
      const Named* first = find(a, who);
      const Named* second = b == "*" ? first : find(b, who);
      if (!first || !second) return;
      if (first->body < 0 || second->body < 0) continue;  // a link without shapes
      if (b == "*")
        rules.exclude_all(first->body);
      else
        rules.exclude(first->body, second->body);
    }
    if (!is_margin(data_.description.min_separation))
      return fail("the margin must be a length, 0 or more");
    for (const PairSeparation& entry : data_.description.pair_separations) {
      const std::string who = "margin of '" + entry.a + "', '" + entry.b + "'";
      if (!is_margin(entry.min_separation)) return fail(who + ": it must be a length, 0 or more");
      const Named *first = find(entry.a, who), *second = find(entry.b, who);
      if (!first || !second) return;
      if (first->body < 0 || second->body < 0) continue;
      if (!rules.set_margin(first->body, second->body, entry.min_separation))
        return fail(who + ": given twice, with different lengths");
    }
  }

  void add_shape_pairs() {
    for (std::size_t p = 0; p < data_.pairs.size(); ++p) {
      const Scene::Pair& pair = data_.pairs[p];
      const auto body_a = static_cast<std::size_t>(pair.a),
                 body_b = static_cast<std::size_t>(pair.b);
      // Objects are the last bodies, so that a resting shape is b.
      for (std::size_t i = 0; i < data_.bodies[body_a].shape_count; ++i)
        for (std::size_t j = 0; j < data_.bodies[body_b].shape_count; ++j) {
          const std::size_t a = first_shapes_[body_a] + i, b = first_shapes_[body_b] + j;
          const double separation =
              sum_up(sum_up(pair.min_separation, data_.shapes[a].radius), data_.shapes[b].radius);
          data_.shape_pairs.push_back({static_cast<int>(a), static_cast<int>(b), separation,
                                       pair.min_separation, static_cast<int>(p)});
        }
    }
  }

  articulated::SceneData data_;
  std::vector<std::size_t> first_shapes_;      ///< of each body
  std::vector<int> body_parts_, frame_parts_;  ///< a frame for each, or kWorld
  std::vector<std::pair<int, int>> excluded_;  ///< bodies
  std::unordered_map<std::string, Named> names_;
};

}  // namespace

articulated::SceneData build_scene(SceneDescription description) {
  return Builder(std::move(description)).build();
}

}  // namespace firstcontact::articulated
