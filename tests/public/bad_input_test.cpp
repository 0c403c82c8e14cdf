// A NaN, an infinite or an unset coordinate, or a fault in a model, is never taken for free by code
// that only asks `free()`. Every entry point is asked with every kind of bad input.
#include <firstcontact/barrier.h>
#include <firstcontact/firstcontact.h>
#include <firstcontact/ipc_names.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace firstcontact::bad_input_test {
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
      {"safe_displacements", [](auto& m, auto& a, auto& b) { return safe_displacements(m, a, b); }},
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
  StepSolver solver(mesh_of_two_triangles());
  EXPECT_FALSE(solver.count_candidates(sound, sound).free());
  EXPECT_FALSE(solver.candidates(sound, sound).free());
  EXPECT_FALSE(Candidates(solver, sound, 0, 1).answer().free());
}

TEST(BadInput, CandidatesAreRefused) {
  const std::vector<Vec3> sound = two_triangles();
  StepSolver solver(mesh_of_two_triangles());
  for (const double bad : kBadNumbers) {
    std::vector<Vec3> spoilt = sound;
    spoilt[2].z() = bad;
    expect_refused(solver.candidates(spoilt, sound), "candidates at t0");
    expect_refused(solver.candidates(sound, spoilt), "candidates at t1");
    expect_refused(solver.count_candidates(sound, spoilt), "count_candidates");
    expect_refused(solver.stream_candidates(spoilt, sound, {}, [](auto) { FAIL(); }), "stream");
    expect_refused(Candidates(solver, spoilt, 0, 1).answer(), "Candidates");
    expect_refused(Candidates(solver, sound, bad, 1).answer(), "Candidates: distance");
    expect_refused(Candidates(solver, sound, 0, bad).answer(), "Candidates: reach");
  }
}

TEST(BadInput, RulesOfTheWrongSizeAreNeverFree) {
  const std::vector<Vec3> sound = two_triangles();
  const Mesh mesh = mesh_of_two_triangles();
  for (int table = 0; table < 3; ++table) {
    StepOptions options;
    if (table == 0) options.rules.left_out.resize(5);
    if (table == 1) options.rules.immobile.resize(7);
    if (table == 2) options.rules.patches.resize(1);
    expect_refused(decide_step(mesh, sound, sound, options), "decide_step");
    expect_refused(impacts(mesh, sound, sound, options), "impacts");
    expect_refused(initial_contacts(mesh, sound, options), "initial_contacts");
    expect_refused(collision_free_step_size(mesh, sound, sound, options), "step size");
    expect_refused(construct_active_set(mesh, sound, sound, options), "active set");
    LineSearchOptions search;
    search.step = options;
    expect_refused(line_search(mesh, sound, sound, search), "line_search");
    SafeDisplacementOptions safe;
    safe.step = options;
    expect_refused(safe_displacements(mesh, sound, sound, safe), "safe_displacements");
    IntersectionOptions rest;
    rest.step = options;
    expect_refused(intersections(mesh, sound, rest), "intersections");
    EXPECT_TRUE(has_intersections(mesh, sound, options));
  }
}

TEST(BadInput, ACollisionMeshWithAFaultIsNeverFree) {
  const CollisionMesh broken(VolumeDescription{.vertex_count = 4, .tets = {{0, 1, 2, 2}}});
  EXPECT_FALSE(broken.fault().empty());
  const std::vector<Vec3> x(4, Vec3::Zero());
  const PointMatrix surface = broken.surface_positions(x);
  expect_refused(decide_step(broken.mesh(), surface, surface), "its own positions");
  const CollisionMesh sound(VolumeDescription{.vertex_count = 4, .tets = {{0, 1, 2, 3}}});
  const PointMatrix wrong = sound.surface_positions(two_triangles());
  expect_refused(decide_step(sound.mesh(), wrong, wrong), "positions of another mesh");
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

/// A point above a triangle, and the pair that they are.
std::vector<Vec3> point_and_triangle() {
  return {{0.2, 0.2, 0.1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
}
NearPairs pair_of_point_and_triangle() {
  NearPairs near;
  near.pairs.resize(1);
  near.pairs[0].kind = Kind::VertexFace;
  near.pairs[0].vertices = {0, 1, 2, 3};
  return near;
}

TEST(BadInput, NearPairsAreNeverFree) {
  const Mesh mesh = mesh_of_two_triangles();
  const std::vector<Vec3> sound = two_triangles();
  ASSERT_TRUE(near_pairs(mesh, sound, 1).free());
  for (std::size_t vertex = 0; vertex < sound.size(); ++vertex)
    for (const double bad : {kNan, kInfinity, -kInfinity, 1e80}) {
      std::vector<Vec3> spoilt = sound;
      spoilt[vertex][1] = bad;
      expect_refused(near_pairs(mesh, spoilt, 1), "a bad coordinate");
      NearPairOptions options;
      options.rest = Positions(spoilt);
      expect_refused(near_pairs(mesh, sound, 1, options), "a bad coordinate at rest");
    }
  for (const double bad : {kNan, kInfinity, -kInfinity, -1.0, 1e80}) {
    expect_refused(near_pairs(mesh, sound, bad), "a bad distance");
    NearPairOptions options;
    options.step.min_separation = bad;
    expect_refused(near_pairs(mesh, sound, 1, options), "a bad separation");
  }
  NearPairOptions options;
  options.step.norm = Norm::Linf;
  expect_refused(near_pairs(mesh, sound, 1, options), "another norm");
  options = {};
  options.weights = static_cast<PairWeights>(7);
  expect_refused(near_pairs(mesh, sound, 1, options), "weights that do not exist");
  options = {};
  const std::vector<Vec3> fewer(sound.begin(), sound.end() - 1);
  expect_refused(near_pairs(mesh, fewer, 1), "too few vertices");
  options.rest = Positions(fewer);
  expect_refused(near_pairs(mesh, sound, 1, options), "too few vertices at rest");
  options.rest = Positions();
  expect_refused(near_pairs(mesh, sound, 1, options), "no positions at rest");
  expect_refused(near_pairs(mesh, Positions(), 1), "no positions");
  expect_refused(near_pairs(Mesh({.vertex_count = 6, .faces = {{0, 1, 6}}}), sound, 1),
                 "a face without its vertex");
  expect_refused(
      near_pairs(Mesh({.vertex_count = 6, .thickness = {0, 0, 0, 0, 0, 1e80}}), sound, 1),
      "a thickness beyond reason");
}

/// Energy, gradient and list of second derivatives of a potential: none of them is usable.
void expect_no_potential(double energy, const PointMatrix& gradient,
                         const std::vector<PairBlock>& blocks, const std::string& what) {
  EXPECT_TRUE(std::isnan(energy)) << what;
  EXPECT_TRUE(gradient.rows() == 0 || gradient.array().isNaN().any()) << what;
  for (const PairBlock& block : blocks) EXPECT_TRUE(block.hessian.array().isNaN().any()) << what;
}

TEST(BadInput, ABarrierIsNeverZero) {
  const auto expect_none = [](const NearPairs& near, const Positions& x, const Barrier& barrier,
                              const std::string& what) {
    PointMatrix gradient = PointMatrix::Zero(static_cast<Eigen::Index>(x.count()), 3);
    add_barrier_gradient(near, x, barrier, gradient);
    expect_no_potential(barrier_energy(near, x, barrier), gradient,
                        barrier_hessian(near, x, barrier), what);
    const BarrierTerms terms = barrier_terms(near, x, barrier);
    expect_no_potential(terms.energy, terms.gradient, terms.hessian, what);
    EXPECT_TRUE(lag_friction(near, x, barrier).empty()) << what;
  };
  const Barrier sound = {.activation_distance = 0.5, .stiffness = 2};
  const NearPairs near = pair_of_point_and_triangle();
  const std::vector<Vec3> x = point_and_triangle();
  ASSERT_GT(barrier_energy(near, x, sound), 0);
  for (const double bad : {kNan, kInfinity, -kInfinity, 0.0, -1.0}) {
    expect_none(near, x, {.activation_distance = bad, .stiffness = 2}, "activation distance");
    expect_none(near, x, {.activation_distance = 0.5, .stiffness = bad}, "stiffness");
  }
  std::vector<Vec3> spoilt = x;
  spoilt[0].z() = kNan;
  expect_none(near, spoilt, sound, "a coordinate that is no number");
  expect_none(near, Positions(), sound, "no positions");
  for (const int vertex : {-1, -7, 4, 1000000}) {
    NearPairs wrong = near;
    wrong.pairs[0].vertices[2] = vertex;
    expect_none(wrong, x, sound, "a vertex that does not exist");
    EXPECT_TRUE(std::isnan(distance_derivatives(wrong.pairs[0], x).value));
  }
  NearPairs wrong = near;
  wrong.pairs[0].parallel_threshold = 1e-3;
  expect_none(wrong, x, sound, "a face among parallel edges");
  PointMatrix small = PointMatrix::Zero(3, 3);
  add_barrier_gradient(near, x, sound, small);
  EXPECT_TRUE(small.array().isNaN().all());
}

TEST(BadInput, FrictionIsNeverZero) {
  const std::vector<Vec3> x = point_and_triangle();
  const std::vector<FrictionPair> pairs =
      lag_friction(pair_of_point_and_triangle(), x, {.activation_distance = 0.5, .stiffness = 2});
  ASSERT_EQ(pairs.size(), 1u);
  const auto expect_none = [](const std::vector<FrictionPair>& list, const Positions& start,
                              const Positions& end, const Friction& friction,
                              const std::string& what) {
    PointMatrix gradient = PointMatrix::Zero(static_cast<Eigen::Index>(end.count()), 3);
    add_friction_gradient(list, start, end, friction, gradient);
    expect_no_potential(friction_energy(list, start, end, friction), gradient,
                        friction_hessian(list, start, end, friction), what);
  };
  const Friction sound = {.coefficient = 0.5, .stick_distance = 1e-3};
  EXPECT_EQ(friction_energy(pairs, x, x, sound), 0);
  for (const double bad : {kNan, kInfinity, -kInfinity, -1.0}) {
    expect_none(pairs, x, x, {.coefficient = bad, .stick_distance = 1e-3}, "coefficient");
    expect_none(pairs, x, x, {.coefficient = 0.5, .stick_distance = bad}, "stick distance");
  }
  expect_none(pairs, x, x, {.coefficient = 0.5, .stick_distance = 0}, "stick distance");
  expect_none(pairs, Positions(), x, sound, "no start");
  expect_none(pairs, x, Positions(), sound, "no positions");
  std::vector<Vec3> spoilt = x;
  spoilt[0].x() = kNan;
  expect_none(pairs, x, spoilt, sound, "a coordinate that is no number");
  std::vector<FrictionPair> wrong = pairs;
  wrong[0].vertices[1] = 4;
  expect_none(wrong, x, x, sound, "a vertex that does not exist");
}

}  // namespace
}  // namespace firstcontact::bad_input_test
