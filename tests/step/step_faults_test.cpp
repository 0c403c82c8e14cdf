/// Bad input to a step: InvalidInput with the reason, from every function, and nothing else.
#include <firstcontact/active_set.h>
#include <firstcontact/line_search.h>
#include <firstcontact/step.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace firstcontact::step_faults_test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN(),
                 kInf = std::numeric_limits<double>::infinity();

using Points = std::vector<Vec3>;
const Points kPoints = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0), Vec3(1, 2, 1)};
const Mesh kMesh({.vertex_count = 4, .faces = {{0, 1, 2}}});

/// The message of every function, which must be the same.
std::string fault(const Mesh& mesh, const Positions& t0, const Positions& t1,
                  const StepOptions& options = {}) {
  StepSolver solver(mesh);
  std::string message;
  for (const StepResult& result :
       {solver.impacts(t0, t1, options), solver.collision_free_step_size(t0, t1, options),
        solver.decide_step(t0, t1, options), solver.count_candidates(t0, t1, options)}) {
    EXPECT_EQ(result.status, Status::InvalidInput);
    EXPECT_EQ(result.toi, 0);
    EXPECT_FALSE(result.earliest);
    EXPECT_TRUE(result.impacts.empty());
    EXPECT_TRUE(message.empty() || message == result.message);
    message = result.message;
  }
  const ActiveSet active = construct_active_set(solver, t0, t1, options);
  EXPECT_EQ(active.status, Status::InvalidInput);
  EXPECT_EQ(active.message, message);
  LineSearchOptions line;
  line.step = options;
  const LineSearchResult search = line_search(solver, t0, t1, line);
  EXPECT_EQ(search.status, Status::InvalidInput);
  EXPECT_EQ(search.step, 0);
  EXPECT_EQ(search.message, message);
  return message;
}

TEST(StepFaults, NamesTheVertexThatIsNotFinite) {
  Points bad = kPoints;
  bad[2].y() = kNan;
  EXPECT_EQ(fault(kMesh, bad, kPoints), "vertex 2 has a coordinate that is not finite at t0");
  EXPECT_EQ(fault(kMesh, kPoints, bad), "vertex 2 has a coordinate that is not finite at t1");
  bad[1].z() = -kInf;
  EXPECT_EQ(fault(kMesh, kPoints, bad), "vertex 1 has a coordinate that is not finite at t1");
}

TEST(StepFaults, RefusesOtherNumbersOfVertices) {
  const Points three(kPoints.begin(), kPoints.begin() + 3);
  EXPECT_EQ(fault(kMesh, three, kPoints), "3 positions at t0 for a mesh of 4 vertices");
  EXPECT_EQ(fault(kMesh, kPoints, Points()), "0 positions at t1 for a mesh of 4 vertices");
}

TEST(StepFaults, RefusesDimensionsThatDoNotFit) {
  Eigen::MatrixXd planar = Eigen::MatrixXd::Zero(4, 2), line = Eigen::MatrixXd::Zero(4, 1),
                  more = Eigen::MatrixXd::Zero(4, 4);
  EXPECT_EQ(fault(kMesh, planar, planar), "positions at t0 are planar, but the mesh has faces");
  const Mesh edges({.vertex_count = 4, .edges = {{0, 1}}});
  EXPECT_EQ(fault(edges, planar, kPoints), "positions at t0 and t1 differ in dimension");
  EXPECT_EQ(fault(edges, line, line), "positions at t0 have 1 coordinates a vertex, not 2 or 3");
  EXPECT_EQ(fault(edges, kPoints, more), "positions at t1 have 4 coordinates a vertex, not 2 or 3");
}

TEST(StepFaults, RefusesAMeshWithAFault) {
  EXPECT_EQ(fault(Mesh({.vertex_count = 4, .faces = {{0, 1, 4}}}), kPoints, kPoints),
            "face 0: vertex 4 does not exist: there are 4 vertices");
}

TEST(StepFaults, RefusesBadOptions) {
  const auto with = [](auto change) {
    StepOptions options;
    change(options);
    return fault(kMesh, kPoints, kPoints, options);
  };
  EXPECT_EQ(with([](StepOptions& o) { o.min_separation = -1; }),
            "min_separation must be finite and not negative");
  EXPECT_EQ(with([](StepOptions& o) { o.min_separation = kInf; }),
            "min_separation must be finite and not negative");
  EXPECT_EQ(with([](StepOptions& o) { o.tolerance = kNan; }),
            "tolerance must be finite and not negative");
  EXPECT_EQ(with([](StepOptions& o) { o.tolerance = -1e-9; }),
            "tolerance must be finite and not negative");
  EXPECT_EQ(with([](StepOptions& o) { o.t_max = 1.5; }), "t_max must lie in [0, 1]");
  EXPECT_EQ(with([](StepOptions& o) { o.t_max = kNan; }), "t_max must lie in [0, 1]");
  EXPECT_EQ(with([](StepOptions& o) { o.toi_width = 0; }), "toi_width must lie in (0, 1]");
  EXPECT_EQ(with([](StepOptions& o) { o.norm = static_cast<Norm>(7); }),
            "norm is not one of the enumerators");
}

TEST(StepFaults, RefusesSeparationsThatAddUpToInfinity) {
  StepOptions options;
  options.min_separation = 1e308;
  const Mesh mesh({.vertex_count = 4, .faces = {{0, 1, 2}}, .thickness = {1e308, 0, 0, 0}});
  EXPECT_EQ(fault(mesh, kPoints, kPoints, options),
            "min_separation and thickness add up to no finite number");
}

TEST(StepFaults, InitialContactsRefuseTheSame) {
  Points bad = kPoints;
  bad[3].x() = kNan;
  EXPECT_EQ(initial_contacts(kMesh, bad).message,
            "vertex 3 has a coordinate that is not finite at t0");
  StepOptions options;
  options.min_separation = -1;
  EXPECT_EQ(initial_contacts(kMesh, kPoints, options).status, Status::InvalidInput);
}

TEST(StepFaults, LineSearchRefusesItsOwnOptions) {
  const auto message = [](auto change) {
    LineSearchOptions options;
    change(options);
    const LineSearchResult result = line_search(kMesh, kPoints, kPoints, options);
    EXPECT_EQ(result.status, Status::InvalidInput);
    EXPECT_EQ(result.step, 0);
    return result.message;
  };
  for (const double ratio : {0.0, 1.0, -0.5, kNan})
    EXPECT_EQ(message([&](LineSearchOptions& o) { o.ratio = ratio; }),
              "ratio must be above 0 and below 1");
  for (const double cap : {0.0, -1.0, kInf, kNan})
    EXPECT_EQ(message([&](LineSearchOptions& o) { o.distance_cap = cap; }),
              "distance_cap must be positive and finite");
  for (const double least : {-1.0, kNan})
    EXPECT_EQ(message([&](LineSearchOptions& o) { o.min_step = least; }),
              "min_step must not be negative");
  EXPECT_EQ(message([&](LineSearchOptions& o) {
              o.distance_cap = 1e308;
              o.step.min_separation = 1e308;
            }),
            "distance_cap, min_separation and thickness add up to no finite number");
}

}  // namespace
}  // namespace firstcontact::step_faults_test
