// Two rigid bodies: first contact, and all collisions of a screw.
#include "bodies.h"

#include <firstcontact/proof.h>

#include <memory>

#include "arith/fixed_order.h"
#include "rigid/model/relative_screw.h"

namespace firstcontact::wasm {

Polyhedron polyhedron(const Call& call, const std::string& name) {
  PolyhedronDescription description;
  description.vertices = to_points(call.doubles((name + "Vertices").c_str()), name + ".vertices");
  const std::span<const std::int32_t> numbers = call.integers((name + "Faces").c_str());
  for (std::size_t i = 0; i < numbers.size();) {
    const auto corners = static_cast<std::size_t>(numbers[i++]);
    if (numbers[i - 1] < 0 || corners > numbers.size() - i)
      throw std::invalid_argument(name + ".faces: end within a face");
    description.faces.emplace_back(numbers.begin() + static_cast<std::ptrdiff_t>(i),
                                   numbers.begin() + static_cast<std::ptrdiff_t>(i + corners));
    i += corners;
  }
  return Polyhedron(std::move(description));
}

ScrewOptions screw_options(const Json& in) {
  ScrewOptions options;
  read<ScrewMode>(in, "mode", options.mode,
                  {{"Pixels", ScrewMode::Pixels},
                   {"Analytic", ScrewMode::Analytic},
                   {"Certified", ScrewMode::Certified}});
  read(in, "firstOnly", options.first_only);
  read(in, "minProperness", options.min_properness);
  read(in, "resolution", options.resolution);
  read(in, "pixelTimeResolution", options.pixel_time_resolution);
  read(in, "robust", options.robust);
  read(in, "cullFacing", options.cull_facing);
  read(in, "tolerance", options.tolerance);
  read(in, "timeResolution", options.time_resolution);
  read(in, "maxChecks", options.max_checks);
  read(in, "certificate", options.certificate);
  return options;
}

Json screw_json(const Screw& screw) {
  return {{"axis", vector(screw.axis)},
          {"point", vector(screw.point)},
          {"angle", number(screw.angle)},
          {"travel", number(screw.travel)}};
}

namespace {

/// The vertices of a feature: 'V', 'E' or 'F'. Faces are those of the description.
Json feature_vertices(const Polyhedron& body, char kind, int index) {
  if (index < 0) return Json::array();
  if (kind == 'V') return Json::array({index});
  if (kind == 'E') {
    const PolyhedronEdge& edge = body.edges()[static_cast<std::size_t>(index)];
    return Json::array({edge.v0, edge.v1});
  }
  Json out = Json::array();
  for (std::size_t f = 0; f < body.faces().size(); ++f)
    if (body.source_of_face(static_cast<int>(f)) == index)
      for (const int corner : body.faces()[f]) out.push_back(corner);
  return out;
}

}  // namespace

Json collision_json(const Collision& collision, const Polyhedron& a, const Polyhedron& b) {
  const char* const kind = to_string(collision.kind);
  return {{"kind", kind},
          {"a", collision.a},
          {"b", collision.b},
          {"verticesA", feature_vertices(a, kind[0], collision.a)},
          {"verticesB", feature_vertices(b, kind[1], collision.b)},
          {"time", number(collision.time)},
          {"timeUpper", number(collision.time_upper)},
          {"point", vector(collision.point)},
          {"normal", vector(collision.normal)},
          {"properness", number(collision.properness)},
          {"proven", collision.proven}};
}

Json certificate_json(const BodyCertificate& certificate) {
  if (certificate.entries.empty()) return nullptr;
  Json entries = Json::array();
  for (const BodyCertificateEntry& entry : certificate.entries)
    entries.push_back({{"t0", number(entry.t0)},
                       {"t1", number(entry.t1)},
                       {"n", vector(entry.n)},
                       {"aBegin", entry.a_begin},
                       {"aEnd", entry.a_end},
                       {"bBegin", entry.b_begin},
                       {"bEnd", entry.b_end}});
  return {{"separation", number(certificate.separation)},
          {"tMax", number(certificate.t_max)},
          {"orderA", certificate.order_a},
          {"orderB", certificate.order_b},
          {"entries", entries}};
}

namespace {

/// A motion as the library takes it, and in the form that a proof has.
struct GivenMotion {
  std::unique_ptr<Motion> motion;
  proof::BodyMotion form;
};

AffineMap map_of(const Pose& pose) { return {pose.rotation, pose.position}; }

Pose valid_pose(const Json& in, const char* field_name, const std::string& name) {
  const Pose pose = to_pose(field(in, field_name), name + "." + field_name);
  if (const std::string what = fault(pose); !what.empty())
    throw std::invalid_argument(name + "." + field_name + ": " + what);
  return pose;
}

GivenMotion screw_given(const ScrewMotion& motion) {
  return {std::make_unique<ScrewMotion>(motion), motion.coefficients()};
}

GivenMotion given_motion(const Json& in, const std::string& name) {
  const std::string kind = to_text(field(in, "kind"), name + ".kind");
  if (kind == "rest") {
    const AffineMap where = map_of(valid_pose(in, "pose", name));
    return {std::make_unique<Rest>(where), proof::RestingMotion{where}};
  }
  const Pose from = valid_pose(in, "from", name);
  if (kind == "turn") {
    const Vec3 axis = to_vector(field(in, "axis"), name + ".axis");
    if (!axis.allFinite() || axis == Vec3::Zero())
      throw std::invalid_argument(name + ".axis: must have a length");
    return screw_given(screw_motion(from, axis, to_vector(field(in, "point"), name + ".point"),
                                    to_number(field(in, "angle"), name + ".angle"),
                                    to_number(field(in, "travel"), name + ".travel")));
  }
  const Pose to = valid_pose(in, "to", name);
  if (kind == "screw") return screw_given(screw_motion({from, to}));
  if (kind != "linear")
    throw std::invalid_argument(name + ".kind: must be rest, linear, screw or turn");
  return {std::make_unique<LinearMotion>(map_of(from), map_of(to)),
          proof::StraightMotion{map_of(from), map_of(to)}};
}

void first_contact_of_bodies(Call& call) {
  const Polyhedron a = polyhedron(call, "a"), b = polyhedron(call, "b");
  GivenMotion motion_a = given_motion(part(call.in, "motionA"), "motionA"),
              motion_b = given_motion(part(call.in, "motionB"), "motionB");
  const Json& in = part(call.in, "options");
  BodyOptions options;
  read(in, "minSeparation", options.min_separation);
  read(in, "tolerance", options.tolerance);
  read(in, "tMax", options.t_max);
  read(in, "maxChecks", options.max_checks);
  read(in, "certificate", options.certificate);
  read(in, "insides", options.insides);
  BodyResult result;
  for (const auto& [body, name] : {std::pair(&a, "a: "), std::pair(&b, "b: ")})
    if (!body->fault().empty() && result.message.empty()) result.message = name + body->fault();
  if (result.message.empty())
    result = first_contact(a.body(), *motion_a.motion, b.body(), *motion_b.motion, options);
  Json& out = call.out;
  put_answer(result, out);
  put_points(result, out);
  out["triangleA"] = result.triangle_a;
  out["triangleB"] = result.triangle_b;
  out["tolerance"] = number(result.tolerance);
  out["startsInside"] = result.starts_inside;
  out["certificate"] = certificate_json(result.certificate);
  out["proof"] = options.certificate && result.free()
                     ? proof::to_line(proof::motion_proof(a.body(), motion_a.form, b.body(),
                                                          motion_b.form, result))
                     : "";
}

void find_all_collisions(Call& call) {
  const Polyhedron a = polyhedron(call, "a"), b = polyhedron(call, "b");
  const PoseChange motion_a = to_pose_change(field(call.in, "motionA"), "motionA"),
                   motion_b = to_pose_change(field(call.in, "motionB"), "motionB");
  const ScrewOptions options = screw_options(part(call.in, "options"));
  const ScrewResult result = find_collisions(a, motion_a, b, motion_b, options);
  Json& out = call.out;
  put_answer(result, out);
  Json list = Json::array();
  for (const Collision& collision : result.collisions)
    list.push_back(collision_json(collision, a, b));
  out["collisions"] = list;
  out["screw"] = screw_json(result.screw);
  out["intersectingAtStart"] = result.intersecting_at_start;
  out["tolerance"] = number(result.tolerance);
  out["certificate"] = certificate_json(result.certificate);
  out["proof"] = options.certificate && result.free()
                     ? proof::to_line(proof::motion_proof(a, motion_a, b, motion_b, result))
                     : "";
}

void refuse_fault(const PoseChange& motion, const char* name) {
  for (const Pose* pose : {&motion.from, &motion.to})
    if (const std::string what = fault(*pose); !what.empty())
      throw std::invalid_argument(std::string(name) + ": " + what);
}

void poses_at(Call& call) {
  const PoseChange a = to_pose_change(field(call.in, "motionA"), "motionA"),
                   b = to_pose_change(field(call.in, "motionB"), "motionB");
  refuse_fault(a, "motionA");
  refuse_fault(b, "motionB");
  const double t = to_number(field(call.in, "time"), "time");
  const Pose pose_a = pose_at(a, t);
  const AffineMap b_in_a = map_at(relative_motion(a, b).b_in_a, t);
  Pose pose_b;
  pose_b.rotation = times(pose_a.rotation, b_in_a.linear);
  pose_b.position = pose_a.apply(b_in_a.offset);
  call.out = {{"a", pose(pose_a)}, {"b", pose(pose_b)}};
}

void motion_at(Call& call) {
  const GivenMotion given = given_motion(part(call.in, "motion"), "motion");
  const double t = to_number(field(call.in, "time"), "time");
  if (!(t >= 0 && t <= 1)) throw std::invalid_argument("time: must lie in [0, 1]");
  const AffineMap map = given.motion->over(t, t).pose[0];
  Pose out;
  out.rotation = map.linear;
  out.position = map.offset;
  call.out = pose(out);
}

void one_pose(Call& call) {
  const Pose given = to_pose(field(call.in, "pose"), "pose");
  if (const std::string what = fault(given); !what.empty()) throw std::invalid_argument(what);
  call.out = pose(given);
}

}  // namespace

void add_body_functions(FunctionTable& table) {
  table["firstContact"] = first_contact_of_bodies;
  table["findCollisions"] = find_all_collisions;
  table["posesAt"] = poses_at;
  table["motionAt"] = motion_at;
  table["pose"] = one_pose;
}

}  // namespace firstcontact::wasm
