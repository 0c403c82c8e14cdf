// The same bits wherever inputs, outputs and the stack lie: doubles may start at any multiple of 8
// bytes.
#include <alloca.h>
#include <firstcontact/active_set.h>
#include <firstcontact/line_search.h>
#include <firstcontact/solve.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <new>

#include "answer_hash.h"
#include "arith/fixed_order.h"
#include "digest_inputs.h"
#include "generate/generate.h"
#include "generate/random.h"

namespace firstcontact::test::alignment_test {
namespace {

constexpr std::size_t kLine = 64;

/// Room for `size` bytes that starts `offset` bytes after a multiple of 64.
class Room {
 public:
  Room(std::size_t size, std::size_t offset) : bytes_(new std::byte[size + 2 * kLine]) {
    void* at = bytes_.get();
    std::size_t space = size + 2 * kLine;
    std::align(kLine, size + kLine, at, space);
    start_ = static_cast<std::byte*>(at) + offset;
  }
  std::byte* start() const { return start_; }

 private:
  std::unique_ptr<std::byte[]> bytes_;
  std::byte* start_;
};

/// A value that lies `offset` bytes after a multiple of 64, made there by `make`.
template <class T>
class Shifted {
 public:
  static_assert(alignof(T) == 8);
  template <class Make>
  Shifted(std::size_t offset, const Make& make)
      : room_(sizeof(T), offset), value_(new (room_.start()) T(make())) {}
  ~Shifted() { value_->~T(); }
  Shifted(const Shifted&) = delete;
  Shifted& operator=(const Shifted&) = delete;
  const T& operator*() const { return *value_; }

 private:
  Room room_;
  T* value_;
};

std::span<const Vec3> shifted(std::span<const Vec3> points, const Room& room) {
  Vec3* first = reinterpret_cast<Vec3*>(room.start());
  std::uninitialized_copy(points.begin(), points.end(), first);
  return {first, points.size()};
}

/// Calls `ask` deeper in the stack.
template <class Ask>
[[gnu::noinline]] std::uint64_t deeper(std::size_t bytes, const Ask& ask) {
  volatile char* gap = static_cast<volatile char*>(alloca(bytes + 1));
  gap[bytes] = 0;
  const std::uint64_t answer = ask();
  return answer + static_cast<std::uint64_t>(gap[bytes]);
}

/// ask(offset), a hash of an answer about data at that offset, must be the same for every offset.
template <class Ask>
void expect_same_everywhere(const Ask& ask, const std::string& what) {
  const std::uint64_t expected = ask(std::size_t{0});
  for (std::size_t offset = 8; offset < kLine; offset += 8)
    ASSERT_EQ(deeper(2 * offset, [&] { return ask(offset); }), expected)
        << what << ", " << offset << " bytes off";
}

TEST(Alignment, Pairs) {
  int hits = 0, asked = 0;
  for (const generate::QueryClass& query_class : generate::query_classes())
    for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge}) {
      if (!(kind == Kind::VertexFace ? query_class.vertex_face : query_class.edge_edge)) continue;
      for (std::uint64_t i = 0; i < 20; ++i) {
        const Query query = generate::make_query(query_class, kind, 5, i);
        Options options;
        options.certificate = true;
        options.max_checks = 3'000;
        hits += !solve(query, options).free(), ++asked;
        expect_same_everywhere(
            [&](std::size_t offset) {
              const Shifted<Query> there(offset, [&] { return query; });
              const Shifted<Result> answer((offset + 8) % kLine,
                                           [&] { return solve(*there, options); });
              Hash hash;
              hash.add(*answer);
              return hash.value;
            },
            std::string(query_class.name));
      }
    }
  EXPECT_GT(hits, asked / 5);
}

TEST(Alignment, Steps) {
  int contacts = 0;
  for (const generate::Step& step : sheets(4)) {
    const std::size_t size = step.vertices_t0.size() * sizeof(Vec3);
    StepSolver solver(Mesh({.vertex_count = step.vertices_t0.size(), .faces = step.faces}));
    expect_same_everywhere(
        [&](std::size_t offset) {
          const Room room_t0(size, offset), room_t1(size, (3 * offset) % kLine);
          const Positions t0 = shifted(step.vertices_t0, room_t0),
                          t1 = shifted(step.vertices_t1, room_t1);
          Hash hash;
          const StepResult impacts = solver.impacts(t0, t1);
          contacts += impacts.status == Status::Contact;
          const LineSearchResult line = line_search(solver, t0, t1);
          hash.add(impacts);
          hash.add(line.step, line.kept_distance);
          for (const ActiveConstraint& c : construct_active_set(solver, t0, t1).constraints)
            hash.add(c.gap_t1);
          return hash.value;
        },
        "step");
  }
  EXPECT_GT(contacts, 0);
}

TEST(Alignment, BodiesAndScrews) {
  int contacts = 0, collisions = 0;
  for (const BodyCase& c : body_cases(20, 1.5, false))
    expect_same_everywhere(
        [&](std::size_t offset) {
          BodyOptions options;
          options.certificate = true;
          const Room vertices(c.a.vertices().size_bytes(), offset);
          const TriangleBody a(shifted(c.a.vertices(), vertices), c.a.triangles());
          const Shifted<ScrewMotion> move_a(offset, [&] { return screw_motion(c.move_a); });
          const Shifted<Rest> rest_b(offset, [&] {
            return Rest({c.move_b.from.rotation, c.move_b.from.position});
          });
          const Shifted<BodyResult> first(
              offset, [&] { return first_contact(a, *move_a, c.b.body(), *rest_b, options); });
          contacts += (*first).status == Status::Contact;
          Hash hash;
          hash.add(*first);
          const Shifted<PoseChange> change_a(offset, [&] { return c.move_a; }),
              change_b((offset + 8) % kLine, [&] { return c.move_b; });
          for (const ScrewMode mode :
               {ScrewMode::Certified, ScrewMode::Analytic, ScrewMode::Pixels}) {
            ScrewOptions question;
            question.mode = mode;
            const Shifted<ScrewResult> all(
                offset, [&] { return find_collisions(c.a, *change_a, c.b, *change_b, question); });
            collisions += (*all).status == Status::Contact;
            hash.add(*all);
          }
          return hash.value;
        },
        "screw");
  EXPECT_GT(contacts, 0);
  EXPECT_GT(collisions, 0);
}

TEST(Alignment, Scenes) {
  SceneDescription description;
  std::vector<Link> links(4);
  for (std::size_t i = 0; i < links.size(); ++i) {
    links[i].name = "link" + std::to_string(i), links[i].joint.name = "joint" + std::to_string(i);
    links[i].parent = static_cast<int>(i) - 1;
    links[i].joint.type = JointType::Revolute;
    links[i].joint.axis = Vec3(0.1, 0.7, i % 2 ? 0.2 : 0.9);
    links[i].joint.origin.position = Vec3(0.02, 0.01, i == 0 ? 0 : 0.5);
    links[i].shapes = {box_shape({0.1, 0.1, 0.35})};
  }
  description.models = {{"arm", ArticulatedModel(std::move(links))}};
  description.objects = {{"box",
                          {box_shape({0.4, 0.3, 0.5})},
                          Pose::from_axis_angle({1, 2, 3}, 0.7, {0.5, 0.1, 0.8})}};
  const Scene scene(std::move(description));
  int contacts = 0;
  for (int i = 0; i < 30; ++i) {
    const std::vector<double> from = {0.1 * i - 2, 0.05 * i - 1, 0.3, -0.07 * i},
                              to = {0.1 * i - 1, 0.6 - 0.04 * i, 0.9, 0.5};
    expect_same_everywhere(
        [&](std::size_t offset) {
          const std::size_t size = from.size() * sizeof(double);
          const Room room_t0(size, offset), room_t1(size, (offset + 24) % kLine);
          double *const q_t0 = reinterpret_cast<double*>(room_t0.start()),
                        *const q_t1 = reinterpret_cast<double*>(room_t1.start());
          std::uninitialized_copy(from.begin(), from.end(), q_t0);
          std::uninitialized_copy(to.begin(), to.end(), q_t1);
          SceneOptions options;
          options.certificate = true;
          const Shifted<SceneResult> answer(offset, [&] {
            return first_contact(scene, std::span<const double>(q_t0, 4),
                                 std::span<const double>(q_t1, 4), options);
          });
          contacts += (*answer).status == Status::Contact;
          Hash hash;
          hash.add(*answer);
          return hash.value;
        },
        "scene");
  }
  EXPECT_GT(contacts, 0);
}

// Random vectors and matrices (seed 3) at every offset. Eigen's stableNorm differs between two of
// them for a tenth of the vectors.
TEST(Alignment, SumsOfOurOwn) {
  generate::Random random{3};
  for (int i = 0; i < 10'000; ++i) {
    Vec3 x, y;
    Mat3 m;
    for (double& number : x) number = random.symmetric();
    for (double& number : y) number = random.symmetric();
    for (double& number : m.reshaped()) number = random.symmetric();
    expect_same_everywhere(
        [&](std::size_t offset) {
          const Shifted<Vec3> a(offset, [&] { return x; }),
              b((offset + 8) % kLine, [&] { return y; });
          const Shifted<Mat3> matrix(offset, [&] { return m; });
          const Shifted<Mat3> product(
              offset, [&] { return times(*matrix, times((*matrix).transpose(), *matrix)); });
          Hash hash;
          hash.add(dot(*a, *b), norm(*a), scaled_norm(*a), sum(*b), norm(*matrix), normalized(*b),
                   times(*matrix, *a));
          for (int k = 0; k < 3; ++k) hash.add(Vec3((*product).col(k)));
          return hash.value;
        },
        "sums");
  }
}

}  // namespace
}  // namespace firstcontact::test::alignment_test
