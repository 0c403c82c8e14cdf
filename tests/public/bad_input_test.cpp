// A NaN, an infinite or an unset coordinate, or a fault in a model, is never taken for free by code
// that only asks `free()`. Every entry point is asked with every kind of bad input.
#include <firstcontact/firstcontact.h>
#include <firstcontact/ipc_names.h>
#include <gtest/gtest.h>

#include <limits>

namespace firstcontact {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kBadNumbers[] = {kNan, kInfinity, -kInfinity};

void expect_refused(const Answer& answer, const std::string& what) {
  EXPECT_EQ(answer.status, Status::InvalidInput) << what;
  EXPECT_FALSE(answer.free()) << what;
  EXPECT_EQ(answer.toi, 0) << what;
  EXPECT_FALSE(answer.message.empty()) << what;
}

/// Two triangles far apart, at rest: free as long as every coordinate is a number.
std::vector<Vec3> two_triangles() {
  return {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 5}, {1, 0, 5}, {0, 1, 5}};
}
Mesh mesh_of_two_triangles() { return Mesh({.vertex_count = 6, .faces = {{0, 1, 2}, {3, 4, 5}}}); }

TEST(BadInput, APairIsNeverFreeByAnyMethod) {
  for (const Method method :
       {Method::Certified, Method::Exact, Method::TightInclusion, Method::TightInclusionFast}) {
    Options options;
    options.method = method;
    expect_refused(solve(Query(), options), "a query that was never set");
    for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge, Kind::PointEdge, Kind::PointPoint,
                            Kind::PointSegment2D}) {
      Query sound;
      sound.kind = kind;
      for (int i = 0; i < 4; ++i) {
        const double x = i < point_count(kind) ? 3 * i : 0, y = i % 2 && x > 0 ? 1 : 0;
        sound.t0[i] = sound.t1[i] = Vec3(x, y, 0);
      }
      ASSERT_NE(solve(sound, options).status, Status::InvalidInput) << to_string(kind);
      for (int point = 0; point < point_count(kind); ++point)
        for (int axis = 0; axis < 3; ++axis)
          for (const double bad : kBadNumbers)
            for (const bool last : {false, true}) {
              Query query = sound;
              (last ? query.t1 : query.t0)[point][axis] = bad;
              expect_refused(solve(query, options), to_string(kind));
              Outcome outcome;
              outcome.status = Status::Free;
              solve_batch({&query, 1}, options, {&outcome, 1});
              EXPECT_FALSE(outcome.free()) << to_string(kind);
              EXPECT_EQ(outcome.status, Status::InvalidInput) << to_string(kind);
            }
    }
  }
}

TEST(BadInput, APairWithBadOptionsIsNeverFree) {
  const Query query =
      PointPoint{.p_t0 = {0, 0, 0}, .q_t0 = {9, 0, 0}, .p_t1 = {0, 0, 0}, .q_t1 = {9, 0, 0}};
  ASSERT_TRUE(solve(query).free());
  for (const double bad : kBadNumbers) {
    expect_refused(solve(query, {.tolerance = bad}), "tolerance");
    expect_refused(solve(query, {.min_separation = bad}), "min_separation");
    expect_refused(solve(query, {.t_max = bad}), "t_max");
    expect_refused(solve(query, {.toi_width = bad}), "toi_width");
  }
  expect_refused(solve(query, {.max_checks = 0}), "max_checks");
}

using StepFunction = std::function<Answer(const Mesh&, const Positions&, const Positions&)>;

std::vector<std::pair<std::string, StepFunction>> step_functions() {
  return {
      {"decide_step", [](auto& m, auto& a, auto& b) { return decide_step(m, a, b); }},
      {"collision_free_step_size",
       [](auto& m, auto& a, auto& b) { return collision_free_step_size(m, a, b); }},
      {"impacts", [](auto& m, auto& a, auto& b) { return impacts(m, a, b); }},
      {"stream_impacts",
       [](auto& m, auto& a, auto& b) {
         return StepSolver(m).stream_impacts(a, b, {}, [](std::span<const Impact>) {});
       }},
      {"initial_contacts", [](auto& m, auto& a, auto&) { return initial_contacts(m, a); }},
      {"line_search", [](auto& m, auto& a, auto& b) { return line_search(m, a, b); }},
      {"line_search with check_start",
       [](auto& m, auto& a, auto& b) {
         LineSearchOptions options;
         options.check_start = true;
         return line_search(m, a, b, options);
       }},
      {"construct_active_set",
       [](auto& m, auto& a, auto& b) { return construct_active_set(m, a, b); }},
      {"intersections", [](auto& m, auto& a, auto&) { return intersections(m, a); }},
  };
}

TEST(BadInput, AMeshStepIsNeverFree) {
  const Mesh mesh = mesh_of_two_triangles();
  for (const auto& [name, function] : step_functions()) {
    const std::vector<Vec3> sound = two_triangles();
    ASSERT_TRUE(function(mesh, sound, sound).free()) << name;
    for (std::size_t vertex = 0; vertex < sound.size(); ++vertex)
      for (int axis = 0; axis < 3; ++axis)
        for (const double bad : kBadNumbers) {
          std::vector<Vec3> spoilt = sound;
          spoilt[vertex][axis] = bad;
          expect_refused(function(mesh, spoilt, sound), name);
          const bool only_t0 = name == "initial_contacts" || name == "intersections";
          if (!only_t0) expect_refused(function(mesh, sound, spoilt), name);
        }
    const std::vector<Vec3> fewer(sound.begin(), sound.end() - 1);
    expect_refused(function(mesh, fewer, fewer), name + ": too few vertices");
    expect_refused(function(Mesh({.vertex_count = 6, .faces = {{0, 1, 6}}}), sound, sound),
                   name + ": a face without its vertex");
    expect_refused(function(mesh, Positions(), Positions()), name + ": no positions");
  }
}

TEST(BadInput, CountingCandidatesIsNoProof) {
  const std::vector<Vec3> sound = two_triangles();
  EXPECT_FALSE(StepSolver(mesh_of_two_triangles()).count_candidates(sound, sound).free());
}

TEST(BadInput, TheNamesOfTheIpcToolkitNeverCallItFree) {
  const ipc::CollisionMesh mesh(mesh_of_two_triangles());
  const std::vector<Vec3> sound = two_triangles();
  ASSERT_TRUE(ipc::is_step_collision_free(mesh, sound, sound));
  for (const double bad : kBadNumbers) {
    std::vector<Vec3> spoilt = sound;
    spoilt[4].y() = bad;
    EXPECT_FALSE(ipc::is_step_collision_free(mesh, spoilt, sound));
    EXPECT_FALSE(ipc::is_step_collision_free(mesh, sound, spoilt));
    EXPECT_EQ(ipc::compute_collision_free_stepsize(mesh, sound, spoilt), 0);
    EXPECT_TRUE(ipc::has_intersections(mesh, spoilt));
    double toi = -1;
    EXPECT_TRUE(
        ipc::point_point_ccd(Vec3(0, 0, bad), Vec3(9, 0, 0), Vec3(0, 0, 0), Vec3(9, 0, 0), toi));
    EXPECT_EQ(toi, 0);
  }
}

TriangleBody triangle(double x) {
  return TriangleBody(std::vector<Vec3>{{x, 0, 0}, {x + 1, 0, 0}, {x, 1, 0}},
                      std::vector<Face>{{0, 1, 2}});
}

/// A motion of the caller's own that is not what it promises to be.
class BrokenMotion final : public Motion {
 public:
  explicit BrokenMotion(double number) : number_(number) {}
  ControlPoses over(double t0, double t1) const override {
    ControlPoses poses;
    poses.t0 = t0;
    poses.t1 = t1;
    poses.pose[2].offset.x() = number_;
    return poses;
  }
  double path_length(double, double, const Vec3&, double) const override { return 0; }

 private:
  double number_;
};

TEST(BadInput, TwoBodiesAreNeverFree) {
  const TriangleBody a = triangle(0), b = triangle(9);
  ASSERT_TRUE(first_contact(a, Rest(), b, Rest()).free());
  expect_refused(first_contact(TriangleBody(), Rest(), b, Rest()), "a body that was never made");
  expect_refused(first_contact(a, Rest(), TriangleBody(), Rest()), "a body that was never made");
  for (const double bad : kBadNumbers) {
    expect_refused(first_contact(triangle(bad), Rest(), b, Rest()), "a vertex");
    AffineMap map;
    map.offset.y() = bad;
    expect_refused(first_contact(a, Rest(map), b, Rest()), "a place");
    expect_refused(first_contact(a, Rest(), b, LinearMotion({}, map)), "the end of a motion");
    expect_refused(first_contact(a, BrokenMotion(bad), b, Rest()), "control poses");
    ScrewCoefficients screw;
    screw.angle = bad;
    expect_refused(first_contact(a, ScrewMotion(screw), b, Rest()), "an angle");
    expect_refused(first_contact(a, Rest(), b, Rest(), {.min_separation = bad}), "min_separation");
    expect_refused(first_contact(a, Rest(), b, Rest(), {.tolerance = bad}), "tolerance");
    expect_refused(first_contact(a, Rest(), b, Rest(), {.t_max = bad}), "t_max");
  }
  const TriangleBody no_such_vertex(std::vector<Vec3>{{0, 0, 0}}, std::vector<Face>{{0, 1, 2}});
  expect_refused(first_contact(no_such_vertex, Rest(), b, Rest()), "an index");
}

TEST(BadInput, PolyhedraAreNeverFreeInAnyMode) {
  const auto tetrahedron = [](double x) {
    return Polyhedron({.vertices = {{x, 0, 0}, {x + 1, 0, 0}, {x, 1, 0}, {x, 0, 1}},
                       .faces = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}});
  };
  const Polyhedron a = tetrahedron(0), b = tetrahedron(9);
  for (const ScrewMode mode : {ScrewMode::Pixels, ScrewMode::Analytic, ScrewMode::Certified}) {
    ScrewOptions options;
    options.mode = mode;
    ASSERT_TRUE(find_collisions(a, {}, b, {}, options).free());
    expect_refused(find_collisions(Polyhedron(), {}, b, {}, options), "never made");
    for (const double bad : kBadNumbers) {
      expect_refused(find_collisions(tetrahedron(bad), {}, b, {}, options), "a vertex");
      PoseChange change;
      change.to.position.z() = bad;
      expect_refused(find_collisions(a, change, b, {}, options), "a position");
      change = {};
      change.from.rotation(0, 1) = bad;
      expect_refused(find_collisions(a, {}, b, change, options), "a rotation");
    }
    PoseChange mirrored;
    mirrored.to.rotation(2, 2) = -1;
    expect_refused(find_collisions(a, mirrored, b, {}, options), "a reflection");
  }
}

TEST(BadInput, EnumeratorsThatDoNotExistAreRefused) {
  const Polyhedron body({.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, .faces = {{0, 1, 2}}});
  ScrewOptions screw;
  screw.mode = static_cast<ScrewMode>(9);
  PoseChange away;
  away.from.position.z() = away.to.position.z() = 5;
  expect_refused(find_collisions(body, {}, body, away, screw), "a mode");
}

Link link_at(double x) {
  Link link;
  link.name = "link";
  link.joint.name = "joint";
  link.joint.type = JointType::Prismatic;
  link.joint.origin.position.x() = x;
  link.shapes = {sphere_shape(0.5)};
  return link;
}
SceneDescription description(double link_x = 0, double ball_x = 9, double radius = 0.5) {
  SceneDescription scene;
  scene.models = {{"robot", ArticulatedModel({link_at(link_x)})}};
  scene.objects = {{"ball", {sphere_shape(radius)}, {Mat3::Identity(), Vec3(ball_x, 0, 0)}}};
  return scene;
}

TEST(BadInput, ASceneIsNeverFree) {
  const Scene sound(description());
  const std::vector<double> q = {0}, none = {};
  for (const SceneMethod method : {SceneMethod::Certified, SceneMethod::Advancement})
    for (const bool decide_only : {false, true}) {
      SceneOptions options;
      options.method = method;
      options.decide_only = decide_only;
      ASSERT_TRUE(first_contact(sound, q, q, options).free());
      expect_refused(first_contact(Scene(), none, none, options), "a scene that was never made");
      expect_refused(first_contact(sound, none, q, options), "too few values");
      expect_refused(first_contact(sound, q, std::vector<double>{0, 0}, options), "too many");
      for (const double bad : kBadNumbers) {
        const std::vector<double> spoilt = {bad};
        expect_refused(first_contact(sound, spoilt, q, options), "q_t0");
        expect_refused(first_contact(sound, q, spoilt, options), "q_t1");
        expect_refused(first_contact(Scene(description(bad)), q, q, options), "a joint's origin");
        expect_refused(first_contact(Scene(description(0, bad)), q, q, options), "an object");
        expect_refused(first_contact(Scene(description(0, 9, bad)), q, q, options), "a radius");
        SceneOptions wrong = options;
        wrong.tolerance = bad;
        expect_refused(first_contact(sound, q, q, wrong), "tolerance");
        wrong = options;
        wrong.t_max = bad;
        expect_refused(first_contact(sound, q, q, wrong), "t_max");
        const std::vector<Configuration> path = {q, spoilt, q};
        expect_refused(first_contact_on_path(sound, path, options).result, "a path");
        const std::vector<SceneEdge> edges = {{q, spoilt}};
        expect_refused(first_contacts(sound, edges, options).at(0), "an edge");
        ArticulatedMotion motion = joint_motion(sound.models()[0].model, q, q);
        motion.joints[0].travel.x() = bad;
        expect_refused(first_contact(sound, std::vector<ArticulatedMotion>{motion}, options),
                       "a motion");
      }
      expect_refused(first_contact_on_path(sound, {}, options).result, "an empty path");
      const std::vector<Configuration> late = {q, q, q, {kNan}};
      expect_refused(first_contact_on_path(sound, late, options).result, "the end of a path");
      SceneOptions no_method = options;
      no_method.method = static_cast<SceneMethod>(9);
      expect_refused(first_contact(sound, q, q, no_method), "a method");
    }
}

TEST(BadInput, AValidatorNeverCallsItFree) {
  const MotionValidator sound{Scene(description())};
  const std::vector<double> q = {0};
  ASSERT_TRUE(sound.check_motion(q, q));
  ASSERT_TRUE(sound.is_valid(q));
  for (const double bad : kBadNumbers) {
    const std::vector<double> spoilt = {bad};
    for (const auto& [from, to] : {std::pair(q, spoilt), std::pair(spoilt, q)}) {
      EXPECT_FALSE(sound.check_motion(from, to));
      LastValid last;
      EXPECT_FALSE(sound.check_motion(from, to, last));
      EXPECT_EQ(last.time, 0);
      EXPECT_EQ(sound.decide(from, to), Status::InvalidInput);
      expect_refused(sound.first_contact(from, to), "an edge");
      EXPECT_EQ(sound.decide(std::vector<SceneEdge>{{from, to}}).at(0), Status::InvalidInput);
    }
    EXPECT_FALSE(sound.is_valid(spoilt));
    const MotionValidator faulty{Scene(description(bad))};
    EXPECT_FALSE(faulty.fault().empty());
    EXPECT_FALSE(faulty.check_motion(q, q));
    EXPECT_FALSE(faulty.is_valid(q));
    EXPECT_EQ(faulty.decide(q, q), Status::InvalidInput);
  }
}

}  // namespace
}  // namespace firstcontact
