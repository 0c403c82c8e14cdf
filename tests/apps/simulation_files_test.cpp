// Checkpoints and traces: every bit comes back, and files that were damaged anywhere are refused.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>

#include "generate/random.h"
#include "io/errors.h"
#include "io/temporary_folder.h"
#include "simulate/checkpoint.h"
#include "simulate/leftover_files.h"
#include "simulate/pair_methods.h"
#include "simulate/query_recorder.h"
#include "simulate/scene_identity.h"
#include "simulate/trace_file.h"

namespace firstcontact::apps::simulation_files_test {
namespace {

using testing::bytes_of;
using testing::message_of;
using testing::TemporaryFolder;

/// Any finite double, subnormal numbers and -0 included.
double any_double(generate::Random& random) {
  for (;;) {
    const double value = std::bit_cast<double>(random.next());
    if (std::isfinite(value)) return random.chance(1, 20) ? -0.0 : value;
  }
}

PointMatrix any_matrix(generate::Random& random, int rows) {
  PointMatrix matrix(rows, 3);
  for (Eigen::Index i = 0; i < matrix.size(); ++i) matrix.data()[i] = any_double(random);
  return matrix;
}

Checkpoint any_checkpoint(int vertices) {
  generate::Random random{generate::hash("checkpoint"), 14};
  Checkpoint checkpoint;
  checkpoint.state.step = 123;
  checkpoint.state.time = 1.23;
  checkpoint.state.barrier_stiffness = any_double(random);
  checkpoint.state.positions = any_matrix(random, vertices);
  checkpoint.state.velocities = any_matrix(random, vertices);
  checkpoint.recording.questions = 77;
  checkpoint.recording.recorded.candidates = {5, 4, 3, 2, 1};
  checkpoint.recording.recorded.repeated = {1, 2, 0, 0, 0};
  checkpoint.recording.recorded.positives = {2, 1, 0, 0, 0};
  checkpoint.recording.recorded.smallest_distance[0] = 1e-300;
  return checkpoint;
}

std::string refusal(const std::string& bytes) {
  return message_of<io::InputError>([&] { decode_checkpoint(bytes, "file"); });
}

TEST(Checkpoint, GivesBackEveryBit) {
  const Checkpoint written = any_checkpoint(50);
  const std::string bytes = encode_checkpoint(written);
  const Checkpoint read = decode_checkpoint(bytes, "file");
  EXPECT_EQ(read.state.step, 123);
  for (const auto matrix : {&sim::State::positions, &sim::State::velocities})
    EXPECT_EQ(std::memcmp((read.state.*matrix).data(), (written.state.*matrix).data(), 50 * 24), 0);
  EXPECT_EQ(read.recording.recorded.queries(Kind::VertexFace), 4);
  EXPECT_EQ(read.recording.recorded.smallest_distance[0], 1e-300);
  EXPECT_EQ(read.recording.recorded.smallest_distance[1], std::numeric_limits<double>::infinity());
  // All that is written is read: otherwise these would differ.
  EXPECT_TRUE(encode_checkpoint(read) == bytes);
}

TEST(Checkpoint, RefusesEveryChangedBitAndEveryOtherLength) {
  const std::string good = encode_checkpoint(any_checkpoint(3));
  for (std::size_t bit = 0; bit < 8 * good.size(); ++bit) {
    std::string bad = good;
    bad[bit / 8] = static_cast<char>(bad[bit / 8] ^ (1 << (bit % 8)));
    EXPECT_EQ(refusal(bad).substr(0, 6), "file: ") << bit;
  }
  for (std::size_t size = 0; size < good.size(); ++size)
    EXPECT_EQ(refusal(good.substr(0, size)).substr(0, 6), "file: ") << size;
  EXPECT_NE(refusal(good + '\0').find("vertices"), std::string::npos);
  EXPECT_NE(refusal("").find("no checkpoint"), std::string::npos);
}

TEST(Checkpoint, RefusesNumbersThatNoStateHas) {
  Checkpoint checkpoint = any_checkpoint(3);
  checkpoint.state.velocities(1, 2) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(refusal(encode_checkpoint(checkpoint)).find("velocities: is not finite"),
            std::string::npos);
  checkpoint = any_checkpoint(3);
  checkpoint.state.step = -1;
  EXPECT_NE(refusal(encode_checkpoint(checkpoint)).find("step: is negative"), std::string::npos);
  checkpoint = any_checkpoint(3);
  checkpoint.recording.recorded.smallest_distance[1] = -1;
  EXPECT_NE(refusal(encode_checkpoint(checkpoint)).find("smallest distance"), std::string::npos);
}

class Trace : public ::testing::Test {
 protected:
  /// An odd number of vertices and triangles, so that both are followed by padding.
  Trace() {
    head_.vertices = 5;
    head_.values = 2;
    head_.triangles = {{0, 1, 2}, {2, 1, 3}, {4, 0, 2}};
    head_.description = {{"values", {"time", "energy", "x"}}, {"scene", "a \"scene\""}};
    head_.description["values"] = nlohmann::ordered_json::array({"time", "energy"});
    bytes_ = encode_trace_head(head_);
    for (int k = 0; k < 3; ++k) {
      const double values[] = {0.1 * k, std::numeric_limits<double>::infinity()};
      bytes_ += encode_trace_frame(values, positions(k));
    }
  }

  static PointMatrix positions(int frame) {
    PointMatrix positions(5, 3);
    for (Eigen::Index i = 0; i < positions.size(); ++i)
      positions.data()[i] = frame + 0.1 * static_cast<double>(i);
    return positions;
  }

  /// Number of frames; -1 if it is refused.
  static int frames_of(const std::string& bytes) {
    try {
      TraceReader reader(std::make_unique<io::MemorySource>(bytes), "file");
      int count = 0;
      for (TraceFrame frame; reader.next(frame);) ++count;
      return count;
    } catch (const io::InputError& error) {
      EXPECT_EQ(std::string(error.what()).substr(0, 6), "file: ");
      return -1;
    }
  }

  TraceHead head_;
  std::string bytes_;
};

TEST_F(Trace, GivesBackWhatWasWritten) {
  TraceReader reader(std::make_unique<io::MemorySource>(bytes_, 7), "file");
  EXPECT_EQ(reader.head().description, head_.description);
  EXPECT_EQ(reader.head().triangles, head_.triangles);
  EXPECT_EQ(reader.head_bytes(), encode_trace_head(head_).size());
  EXPECT_EQ(reader.head_bytes() % 8, 0u);
  TraceFrame frame;
  for (int k = 0; k < 3; ++k) {
    ASSERT_TRUE(reader.next(frame));
    EXPECT_EQ(frame.values[0], 0.1 * k);
    for (std::size_t i = 0; i < frame.positions.size(); ++i)
      EXPECT_EQ(frame.positions[i],
                static_cast<float>(positions(k).data()[static_cast<Eigen::Index>(i)]));
  }
  EXPECT_FALSE(reader.next(frame));
}

TEST_F(Trace, IgnoresAFrameThatIsNotComplete) {
  const std::size_t head = encode_trace_head(head_).size(), frame = head_.frame_bytes();
  for (std::size_t size = 0; size < bytes_.size(); ++size)
    EXPECT_EQ(frames_of(bytes_.substr(0, size)),
              size < head ? -1 : static_cast<int>((size - head) / frame))
        << size;
}

/// A promise of many vertices costs no memory.
TEST_F(Trace, RefusesHeadsThatPromiseTooMuch) {
  for (const std::size_t at : {8u, 12u, 16u, 24u, 32u, 40u, 48u, 56u})
    for (const int bit : {0, 3, 7}) {
      std::string bad = bytes_;
      bad[at + 3] = static_cast<char>(bad[at + 3] ^ (1 << bit));
      EXPECT_EQ(frames_of(bad), -1) << at << ' ' << bit;
    }
  std::string bad = bytes_;
  bad[encode_trace_head(head_).size() - 8] = 9;  // a corner of the last triangle
  EXPECT_EQ(frames_of(bad), -1);
}

TEST_F(Trace, GoesOnAfterAGivenFrame) {
  const TemporaryFolder folder;
  const std::string path = folder / "trace.fct", head = encode_trace_head(head_);
  folder.make("trace.fct", bytes_ + "half");
  const double values[] = {7, 8};
  const std::string frame = encode_trace_frame(values, positions(9));
  TraceWriter(path, head, 2, head_.frame_bytes()).append(frame);
  EXPECT_TRUE(bytes_of(path) == bytes_.substr(0, head.size() + 2 * frame.size()) + frame);
  const auto resume = [&](const std::string& other_head, std::uint64_t frames) {
    return message_of<io::InputError>(
        [&] { TraceWriter writer(path, other_head, frames, head_.frame_bytes()); });
  };
  EXPECT_NE(resume(head, 4).find("has 3 frames, but the checkpoint comes after 4"),
            std::string::npos);
  EXPECT_NE(resume(head + "x", 2).find("not the trace"), std::string::npos);
  EXPECT_EQ(bytes_of(path).size(), head.size() + 3 * frame.size());
}

TEST(LeftoverFiles, AreTheTemporaryNamesOfOurs) {
  EXPECT_EQ(without_temporary_ending("frame_0003.ply.tmp-123-0"), "frame_0003.ply");
  for (const char* name : {"frame_0003.ply", "a.tmp-", "a.tmp-1", "a.tmp-1-", "a.tmp-x-1",
                           ".tmp-1-2", "a.tmp-1-2-3", "a.tmp--1"})
    EXPECT_EQ(without_temporary_ending(name), name);
}

TEST(FolderName, StaysInItsFolder) {
  EXPECT_EQ(folder_name_of("golf-ball"), "golf-ball");
  EXPECT_EQ(folder_name_of("../a b/c"), "_._a_b_c");
  EXPECT_EQ(folder_name_of(".."), "_.");
  EXPECT_EQ(folder_name_of(""), "scene");
}

sim::Scene small_scene() {
  sim::Scene scene;
  scene.name = "small";
  sim::Body& body = scene.bodies.emplace_back();
  body.name = "sheet";
  body.kind = sim::BodyKind::Cloth;
  body.rest = body.start = body.velocity = PointMatrix::Zero(3, 3);
  body.faces = {{0, 1, 2}};
  return scene;
}

/// Every change that changes the simulation has another identity, and the difference names it.
TEST(SceneIdentity, NamesTheFieldThatDiffers) {
  const RunChoices choices{.method = "certified"};
  const nlohmann::ordered_json before = identity_of(small_scene(), choices);
  EXPECT_EQ(identity_difference(before, before), "");
  const auto expect = [&](const std::string& text, const std::function<void(sim::Scene&)>& change) {
    sim::Scene scene = small_scene();
    change(scene);
    EXPECT_EQ(identity_difference(identity_of(scene, choices), before).substr(0, text.size()),
              text);
  };
  using sim::Scene;
  expect("settings.time_step is 0.5, was 0.01", [](Scene& s) { s.settings.time_step = 0.5; });
  expect("settings.tolerance is 0.5, was null", [](Scene& s) { s.settings.tolerance = 0.5; });
  expect("settings.newton_speed", [](Scene& s) { s.settings.newton_speed = 1; });
  expect("gravity[1] is 1.0, was 0.0", [](Scene& s) { s.gravity.y() = 1; });
  expect("name", [](Scene& s) { s.name = "other"; });
  expect("bodies has 2 entries, had 1", [](Scene& s) { s.bodies.push_back(s.bodies[0]); });
  expect("bodies[0].young", [](Scene& s) { s.bodies[0].material.young = 1; });
  expect("bodies[0].start_hash", [](Scene& s) { s.bodies[0].start(1, 2) = 1e-300; });
  expect("bodies[0].velocity_hash", [](Scene& s) { s.bodies[0].velocity(0, 0) = -0.0; });
  expect("bodies[0].triangles_hash", [](Scene& s) { s.bodies[0].faces[0] = {1, 0, 2}; });
  expect("bodies[0].scripts", [](Scene& s) { s.bodies[0].scripts.emplace_back(); });
  expect("bodies[0].self_contact", [](Scene& s) { s.bodies[0].self_contact = false; });
  // More steps and other threads are the same simulation.
  sim::Scene longer = small_scene();
  longer.settings.steps = 7;
  longer.settings.threads = 3;
  EXPECT_EQ(identity_difference(identity_of(longer, choices), before), "");
}

/// A vertex falls onto a triangle and meets it at t = 1/2.
Query falling() {
  return VertexFace{.p_t0 = {0.2, 0.2, 1},
                    .v0_t0 = {0, 0, 0},
                    .v1_t0 = {1, 0, 0},
                    .v2_t0 = {0, 1, 0},
                    .p_t1 = {0.2, 0.2, -1},
                    .v0_t1 = {0, 0, 0},
                    .v1_t1 = {1, 0, 0},
                    .v2_t1 = {0, 1, 0}};
}

TEST(PairMethods, AgreeOnAPlainContactAndKnowTheTimeTheyAreAskedFor) {
  int asked = 0;
  for (const std::string& name : pair_method_names()) {
    const sim::PairMethod method = pair_method(name, {}, {});
    EXPECT_EQ(method.name, name);
    if (!method.solve) continue;
    ++asked;
    const Outcome hit = method.solve(falling(), 0, 1);
    EXPECT_EQ(hit.status, Status::Contact) << name;
    const double room = name == "accd" ? 0.06 : 1e-3;  // it stops at a tenth of the gap
    EXPECT_NEAR(hit.toi, method.gives_time ? 0.5 : 0, room) << name;
    const Outcome late = method.solve(falling(), 0, 0.75);
    EXPECT_EQ(late.status, Status::Contact) << name;
    EXPECT_NEAR(late.toi, method.gives_time ? 0.5 : 0, room) << name;
    const Outcome early = method.solve(falling(), 0, 0.25);
    EXPECT_EQ(early.status, Status::Free) << name;
    EXPECT_EQ(early.toi, 0.25) << name;
    // Distance 1/2 at t = 1/4.
    if (method.takes_separation) {
      const Outcome apart = method.solve(falling(), 0.5, 1);
      EXPECT_FALSE(apart.free()) << name;  // the budget of tight inclusion ends
      EXPECT_NEAR(apart.toi, 0.25, room) << name;
    }
  }
  EXPECT_EQ(asked, 12);
  EXPECT_FALSE(pair_method("certified", {}, {}).solve);
}

}  // namespace
}  // namespace firstcontact::apps::simulation_files_test
