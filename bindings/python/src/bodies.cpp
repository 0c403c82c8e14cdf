// Two rigid bodies: their first contact under any motions, and all collisions of polyhedra.
#include <firstcontact/proof.h>
#include <firstcontact/rigid_bodies.h>

#include "module.h"
#include "poses.h"
#include "step_arguments.h"

namespace firstcontact::python {
namespace {

/// A motion as the library takes it, and in the form that a proof has.
struct BodyMotion {
  std::shared_ptr<const Motion> motion;
  proof::BodyMotion form;
};

AffineMap map_of(const Pose& pose) { return {pose.rotation, pose.position}; }

BodyMotion rest_at(const py::object& pose) {
  const AffineMap where = map_of(pose_of(pose, "pose"));
  return {std::make_shared<Rest>(where), proof::RestingMotion{where}};
}

BodyMotion linear_motion(const py::object& from, const py::object& to) {
  const AffineMap start = map_of(pose_of(from, "pose_t0")), end = map_of(pose_of(to, "pose_t1"));
  return {std::make_shared<LinearMotion>(start, end), proof::StraightMotion{start, end}};
}

BodyMotion of_screw(const ScrewMotion& screw) {
  return {std::make_shared<ScrewMotion>(screw), screw.coefficients()};
}

BodyMotion screw_between(const py::object& from, const py::object& to) {
  return of_screw(screw_motion({pose_of(from, "pose_t0"), pose_of(to, "pose_t1")}));
}

BodyMotion screw_about(const py::object& from, const py::object& axis, const py::object& point,
                       const py::dict& given) {
  double angle = 0, travel = 0;
  read(given, "angle", angle);
  read(given, "travel", travel);
  const Vec3 direction = vector_of(axis, "axis"), through = vector_of(point, "point");
  if (direction == Vec3::Zero()) refuse("axis", "must have a length");
  if (!(std::abs(angle) <= kLargestAngle)) refuse("angle", "must lie within 1000 radians");
  if (!std::isfinite(travel)) refuse("travel", "must be finite");
  return of_screw(screw_motion(pose_of(from, "pose_t0"), direction, through, angle, travel));
}

py::object pose_during(const BodyMotion& given, double t) {
  if (!(t >= 0 && t <= 1)) refuse("t", "must lie in [0, 1]");
  const AffineMap map = given.motion->over(t, t).pose[0];
  return give_pose({map.linear, map.offset});
}

std::shared_ptr<TriangleBody> make_body(const py::object& vertices, const py::object& triangles) {
  auto body = std::make_shared<TriangleBody>(points_of(Array(vertices, "vertices")),
                                             index_rows_of<3>(Array(triangles, "triangles")));
  if (!body->fault().empty()) throw std::invalid_argument(body->fault());
  return body;
}

/// A proof as a line of a file.
py::object proof_text(const proof::MotionProof& made) { return py::bytes(proof::to_line(made)); }

py::dict body_fields(const BodyResult& result) {
  py::dict out = answer_fields(result);
  out["point_a"] = give_vector(result.point_a);
  out["point_b"] = give_vector(result.point_b);
  out["normal"] = give_vector(result.normal);
  out["distance"] = result.distance;
  out["triangle_a"] = result.triangle_a;
  out["triangle_b"] = result.triangle_b;
  out["tolerance"] = result.tolerance;
  out["starts_inside"] = result.starts_inside;
  return out;
}

py::dict contact_of_bodies(const TriangleBody& a, const TriangleBody& b, const BodyMotion& motion_a,
                           const BodyMotion& motion_b, const py::dict& given) {
  BodyOptions options;
  read(given, "min_separation", options.min_separation);
  read(given, "tolerance", options.tolerance);
  read(given, "t_max", options.t_max);
  read(given, "max_checks", options.max_checks);
  read(given, "certificate", options.certificate);
  read(given, "insides", options.insides);
  BodyResult result;
  run_long(1, py::none(), [&](LongCall&) {
    result = first_contact(a, *motion_a.motion, b, *motion_b.motion, options);
  });
  refuse_invalid(result);
  py::dict out = body_fields(result);
  out["proof"] = py::none();
  if (options.certificate && result.free())
    out["proof"] = proof_text(proof::motion_proof(a, motion_a.form, b, motion_b.form, result));
  return out;
}

std::shared_ptr<Polyhedron> make_polyhedron(const py::object& vertices, const py::object& corners,
                                            const py::object& sizes) {
  PolyhedronDescription description;
  description.vertices = points_of(Array(vertices, "vertices"));
  const std::vector<int> all = ints_of(Array(corners, "faces")),
                         counts = ints_of(Array(sizes, "faces"));
  std::size_t begin = 0;
  for (const int count : counts) {
    if (count < 0 || static_cast<std::size_t>(count) > all.size() - begin)
      refuse("faces", "have fewer corners than they say");
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(begin);
    description.faces.emplace_back(first, first + count);
    begin += static_cast<std::size_t>(count);
  }
  auto made = std::make_shared<Polyhedron>(std::move(description));
  if (!made->fault().empty()) throw std::invalid_argument(made->fault());
  return made;
}

ScrewOptions screw_options(const py::dict& given) {
  ScrewOptions options;
  read(given, "mode", options.mode,
       {{"certified", ScrewMode::Certified},
        {"analytic", ScrewMode::Analytic},
        {"pixels", ScrewMode::Pixels}});
  read(given, "first_only", options.first_only);
  read(given, "min_properness", options.min_properness);
  read(given, "resolution", options.resolution);
  read(given, "pixel_time_resolution", options.pixel_time_resolution);
  read(given, "robust", options.robust);
  read(given, "cull_facing", options.cull_facing);
  read(given, "tolerance", options.tolerance);
  read(given, "time_resolution", options.time_resolution);
  read(given, "max_checks", options.max_checks);
  read(given, "certificate", options.certificate);
  return options;
}

py::dict collision_arrays(const std::vector<Collision>& collisions) {
  const std::size_t n = collisions.size();
  std::vector<std::int8_t> kind(n);
  std::vector<std::int32_t> a(n), b(n);
  std::vector<double> time(n), time_upper(n), properness(n);
  std::vector<Vec3> point(n), normal(n);
  std::vector<bool> proven(n);
  for (std::size_t i = 0; i < n; ++i) {
    const Collision& found = collisions[i];
    kind[i] = static_cast<std::int8_t>(found.kind);
    a[i] = found.a;
    b[i] = found.b;
    time[i] = found.time;
    time_upper[i] = found.time_upper;
    properness[i] = found.properness;
    point[i] = found.point;
    normal[i] = found.normal;
    proven[i] = found.proven;
  }
  py::dict out;
  out["kind"] = give(std::move(kind), {n});
  out["a"] = give(std::move(a), {n});
  out["b"] = give(std::move(b), {n});
  out["time"] = give(std::move(time), {n});
  out["time_upper"] = give(std::move(time_upper), {n});
  out["point"] = py::cast(array_of(point));
  out["normal"] = py::cast(array_of(normal));
  out["properness"] = give(std::move(properness), {n});
  out["proven"] = give(std::move(proven), {n});
  return out;
}

py::dict screw_fields(const Screw& screw) {
  py::dict out;
  out["axis"] = give_vector(screw.axis);
  out["point"] = give_vector(screw.point);
  out["angle"] = screw.angle;
  out["travel"] = screw.travel;
  return out;
}

PoseChange change_of(const py::object& from, const py::object& to, const char* name) {
  return {pose_of(from, name), pose_of(to, name)};
}

py::dict all_collisions(const Polyhedron& a, const py::object& a_t0, const py::object& a_t1,
                        const Polyhedron& b, const py::object& b_t0, const py::object& b_t1,
                        const py::dict& given) {
  const PoseChange motion_a = change_of(a_t0, a_t1, "motion_a"),
                   motion_b = change_of(b_t0, b_t1, "motion_b");
  const ScrewOptions options = screw_options(given);
  ScrewResult result;
  run_long(1, py::none(),
           [&](LongCall&) { result = find_collisions(a, motion_a, b, motion_b, options); });
  refuse_invalid(result);
  py::dict out = answer_fields(result);
  out["collisions"] = collision_arrays(result.collisions);
  out["screw"] = screw_fields(result.screw);
  out["intersecting_at_start"] = result.intersecting_at_start;
  out["tolerance"] = result.tolerance;
  out["proof"] = py::none();
  if (options.certificate && options.mode == ScrewMode::Certified && result.free())
    out["proof"] = proof_text(proof::motion_proof(a, motion_a, b, motion_b, result));
  return out;
}

py::dict screw_of_poses(const py::object& a_t0, const py::object& a_t1, const py::object& b_t0,
                        const py::object& b_t1) {
  return screw_fields(
      relative_screw(change_of(a_t0, a_t1, "motion_a"), change_of(b_t0, b_t1, "motion_b")));
}

}  // namespace

void bind_bodies(py::module_& m) {
  py::class_<TriangleBody, std::shared_ptr<TriangleBody>>(m, "TriangleBody")
      .def(py::init(&make_body), py::arg("vertices"), py::arg("triangles"))
      .def("vertex_count", [](const TriangleBody& body) { return body.vertices().size(); })
      .def("triangle_count", &TriangleBody::triangle_count)
      .def("closedness", [](const TriangleBody& body) { return to_string(body.closedness()); });
  py::class_<Polyhedron, std::shared_ptr<Polyhedron>>(m, "Polyhedron")
      .def(py::init(&make_polyhedron), py::arg("vertices"), py::arg("corners"), py::arg("sizes"))
      .def("vertex_count", [](const Polyhedron& body) { return body.vertices().size(); })
      .def("edge_count", [](const Polyhedron& body) { return body.edges().size(); })
      .def("face_count", [](const Polyhedron& body) { return body.faces().size(); })
      .def("closed", &Polyhedron::closed)
      .def("adjacency_report", &Polyhedron::adjacency_report);
  py::class_<BodyMotion>(m, "BodyMotion").def("pose_at", &pose_during, py::arg("t"));
  m.def("rest_at", &rest_at, py::arg("pose"));
  m.def("linear_motion", &linear_motion, py::arg("pose_t0"), py::arg("pose_t1"));
  m.def("screw_between", &screw_between, py::arg("pose_t0"), py::arg("pose_t1"));
  m.def("screw_about", &screw_about, py::arg("pose_t0"), py::arg("axis"), py::arg("point"),
        py::arg("options"));
  m.def("first_contact", &contact_of_bodies, py::arg("a"), py::arg("b"), py::arg("motion_a"),
        py::arg("motion_b"), py::arg("options"));
  m.def("find_collisions", &all_collisions, py::arg("a"), py::arg("a_t0"), py::arg("a_t1"),
        py::arg("b"), py::arg("b_t0"), py::arg("b_t1"), py::arg("options"));
  m.def("relative_screw", &screw_of_poses, py::arg("a_t0"), py::arg("a_t1"), py::arg("b_t0"),
        py::arg("b_t1"));
}

}  // namespace firstcontact::python
