/// What went wrong once: memory that runs out, scenes in which everything touches, stops while
/// nothing is found.
#include <firstcontact/line_search.h>
#include <firstcontact/step.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <new>
#include <span>
#include <stop_token>
#include <vector>

#include "broad/pair_finder.h"
#include "support/failing_allocation.h"

namespace firstcontact::test::step_hostile_test {
namespace {

using Points = std::vector<Vec3>;

/// n triangles in the same place, falling together.
struct Stack {
  Mesh mesh;
  Points t0, t1;

  explicit Stack(int n) {
    MeshDescription description;
    description.vertex_count = static_cast<std::size_t>(3 * n);
    for (int i = 0; i < n; ++i) {
      description.faces.push_back({3 * i, 3 * i + 1, 3 * i + 2});
      for (const Vec3& x : {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)}) {
        t0.push_back(x);
        t1.push_back(x - Vec3(0, 0, 1));
      }
    }
    mesh = Mesh(description);
  }
};

// Every pair touches at t = 0. Once that is known, only a pair that comes first in the order of
// impacts may still matter; each was solved.
TEST(StepHostile, ContactAtTheStartSparesTheOtherPairs) {
  const Stack stack(400);  // 3.6 million pairs
  const StepResult result = collision_free_step_size(stack.mesh, stack.t0, stack.t1);
  ASSERT_TRUE(result.earliest);
  EXPECT_EQ(result.toi, 0);
  EXPECT_EQ(result.earliest->pair.kind, Kind::VertexFace);
  EXPECT_EQ(result.earliest->pair.a, 0);
  EXPECT_EQ(result.earliest->pair.b, 1);
  EXPECT_NE(result.message.find("candidates"), std::string::npos) << result.message;
}

// Memory ran out while the tree was built, and the next update took what there was for a tree to
// refit: impacts were lost.
TEST(StepHostile, AnUpdateAfterOneThatRanOutOfMemoryIsComplete) {
  std::vector<broad::Box> boxes(5000);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const double x = static_cast<double>(i);
    boxes[i] = {{x, 0, 0}, {x + 1, 1, 1}};  // each touches the next
  }
  int failures = 0;
  for (int allocation = 0; allocation < 60; ++allocation) {
    const auto finder = broad::make_pair_finder(broad::Method::Bvh);
    try {
      const FailingAllocation fails(allocation);
      finder->update(boxes, 1);
    } catch (const std::bad_alloc&) {
      ++failures;
    }
    finder->update(boxes, 1);
    std::size_t pairs = 0;
    broad::Traversal traversal;
    traversal.threads = 1;
    traversal.visit = [&](std::span<const broad::IndexPair> found) {
      pairs += found.size();
      return true;
    };
    EXPECT_TRUE(finder->self_pairs(traversal));
    ASSERT_EQ(pairs, boxes.size() - 1) << "allocation " << allocation;
  }
  EXPECT_GT(failures, 5);
}

// No boxes overlap, so no block is ever handed over; the stop has to be seen all the same.
TEST(StepHostile, StopsWhileNothingIsFound) {
  Points points;
  for (int i = 0; i < 20'000; ++i) points.emplace_back(3.0 * i, 0, 0);
  const Mesh mesh({.vertex_count = points.size()});
  std::stop_source source;
  int calls = 0;
  StepOptions options;
  options.broad_phase = BroadPhase::BruteForce;
  options.threads = 1;
  options.stop = source.get_token();
  options.progress = [&](double) {
    ++calls;
    source.request_stop();
  };
  EXPECT_EQ(impacts(mesh, points, points, options).status, Status::Cancelled);
  EXPECT_LE(calls, 3);
}

TEST(StepHostile, ALargeFloorDoesNotMakeEveryPairNear) {
  MeshDescription description;
  Points t0;
  constexpr int kSide = 20;
  for (int i = 0; i < kSide; ++i)
    for (int j = 0; j < kSide; ++j) t0.emplace_back(0.01 * i, 0.01 * j, 0.5);
  for (int i = 0; i + 1 < kSide; ++i)
    for (int j = 0; j + 1 < kSide; ++j) {
      const int a = i * kSide + j;
      description.faces.push_back({a, a + kSide, a + 1});
      description.faces.push_back({a + 1, a + kSide, a + kSide + 1});
    }
  const int floor = static_cast<int>(t0.size());
  for (const Vec3& x :
       {Vec3(-1e4, -1e4, 0), Vec3(1e4, -1e4, 0), Vec3(1e4, 1e4, 0), Vec3(-1e4, 1e4, 0)})
    t0.push_back(x);
  t0.emplace_back(1e13, 0, 0);  // far away, and alone
  description.faces.push_back({floor, floor + 1, floor + 2});
  description.faces.push_back({floor, floor + 2, floor + 3});
  description.vertex_count = t0.size();
  Points t1 = t0;
  for (int i = 0; i < floor; ++i) t1[i].z() = -0.5;

  // The number of pairs asked is what costs: an energy-free count through the filter, which sees
  // every pair whose boxes meet.
  std::atomic<std::int64_t> pairs = 0;
  LineSearchOptions options;
  options.step.filter = [&](const ElementPair&) {
    ++pairs;
    return true;
  };
  const LineSearchResult result = line_search(Mesh(description), t0, t1, options);
  EXPECT_GT(result.step, 0.49);
  EXPECT_LT(result.step, 0.5);
  EXPECT_GT(result.kept_distance, 0);
  EXPECT_LT(pairs, 200'000) << "a sheet of 722 triangles has 1.2 million pairs";
}

// Floats near 1000 are 6e-5 apart: room for the rounding of doubles would be lost at once.
TEST(StepHostile, FloatPositionsKeepRoomForTheRoundingOfFloats) {
  using Floats = Eigen::Matrix<float, Eigen::Dynamic, 3, Eigen::RowMajor>;
  const Mesh mesh({.vertex_count = 4, .faces = {{0, 1, 2}}});
  Floats x(4, 3);
  x << 1000, 1000, 1000, 1004, 1000, 1000, 1000, 1004, 1000, 1001, 1001, 1001;
  for (int step = 0; step < 20; ++step) {
    Floats target = x;
    target(3, 2) = 999;
    const LineSearchResult result = line_search(mesh, x, target);
    if (result.step == 0) {
      EXPECT_GT(step, 3);
      break;
    }
    x = x + static_cast<float>(result.step) * (target - x);
    ASSERT_GT(x(3, 2), 1000.0f) << "step " << step;
  }
  EXPECT_TRUE(decide_step(mesh, x, x).free());
}

TEST(StepHostile, MatricesOfTheWrongShapeAreAFault) {
  const Eigen::MatrixXi quads = Eigen::MatrixXi::Zero(2, 4);
  EXPECT_FALSE(Mesh({.vertex_count = 4, .faces = Mesh::rows<3>(quads)}).fault().empty());
  Eigen::Matrix<std::int64_t, Eigen::Dynamic, 3> wide(1, 3);
  wide << 0, 1, (std::int64_t{1} << 32) + 2;
  EXPECT_FALSE(Mesh({.vertex_count = 4, .faces = Mesh::rows<3>(wide)}).fault().empty());
}

}  // namespace
}  // namespace firstcontact::test::step_hostile_test
