// Everything that users of the shared library do: this program links it and nothing else of ours, so
// that it does not link if a public function is hidden.
#include <firstcontact/firstcontact.h>
#include <firstcontact/io.h>
#include <firstcontact/ipc_names.h>
#include <firstcontact/proof.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <typeinfo>

namespace firstcontact {
namespace {

constexpr const char* kArm = R"(<robot name="arm">
  <link name="base"/>
  <link name="upper">
    <collision><origin xyz="0.5 0 0"/><geometry><box size="1 0.1 0.1"/></geometry></collision>
  </link>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="upper"/><axis xyz="0 0 1"/>
    <limit lower="-3" upper="3" effort="1" velocity="1"/>
  </joint>
</robot>
)";

VertexFace bullet() {
  return {.p_t0 = {0.25, 0.25, 1},
          .v0_t0 = {0, 0, 0},
          .v1_t0 = {1, 0, 0},
          .v2_t0 = {0, 1, 0},
          .p_t1 = {0.25, 0.25, -1},
          .v0_t1 = {0, 0, 0},
          .v1_t1 = {1, 0, 0},
          .v2_t1 = {0, 1, 0}};
}

TEST(SharedLibrary, DecidesAPairAndVerifiesItsProof) {
  const Result hit = solve(bullet());
  EXPECT_EQ(hit.status, Status::Contact) << to_string(hit.status);
  EXPECT_NEAR(hit.toi, 0.5, 1e-6);

  VertexFace miss = bullet();
  miss.p_t1 = {0.25, 0.25, 0.5};
  Options options;
  options.certificate = true;
  const Query query = miss;
  proof::PairProof proven = proof::pair_proof(query, solve(query, options), options);
  EXPECT_TRUE(proof::verify(proven).proven);
  proven.query.t1[0] = {0.25, 0.25, -1};
  EXPECT_FALSE(proof::verify(proven).proven);
}

TEST(SharedLibrary, FindsTheStepSizeOfAMesh) {
  const Mesh mesh({.vertex_count = 4, .faces = {{0, 1, 2}}});
  const std::vector<Vec3> t0 = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.25, 0.25, 1}};
  std::vector<Vec3> t1 = t0;
  t1[3].z() = -1;
  StepSolver solver(mesh);
  const StepResult result = solver.collision_free_step_size(t0, t1);
  ASSERT_EQ(result.status, Status::Contact);
  EXPECT_NEAR(result.toi, 0.5, 1e-6);
  EXPECT_GE(result.candidate_count(), 1);
  EXPECT_FALSE(ipc::is_step_collision_free(ipc::CollisionMesh(mesh), t0, t1));
}

/// A motion of the caller's own: its functions are called from within the library.
class Falling final : public Motion {
 public:
  ControlPoses over(double t0, double t1) const override {
    const AffineMap top = {Mat3::Identity(), {0, 0, 2}}, bottom = {Mat3::Identity(), {0, 0, -2}};
    return LinearMotion(top, bottom).over(t0, t1);
  }
  double path_length(double t0, double t1, const Vec3&, double) const override {
    return 4 * (t1 - t0);
  }
};

TEST(SharedLibrary, CallsAMotionOfTheCaller) {
  const std::vector<Vec3> corners = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const std::vector<Face> faces = {{0, 1, 2}};
  const TriangleBody body(corners, faces);
  const BodyResult result = first_contact(body, Falling(), body, Rest());
  ASSERT_EQ(result.status, Status::Contact);
  EXPECT_NEAR(result.toi, 0.5, 1e-4);
}

TEST(SharedLibrary, ReadsARobotAndDecidesItsEdge) {
  const io::Robot robot = io::read_robot_text(kArm, "arm.urdf");
  SceneDescription description;
  description.models = {{"arm", robot.model}};
  description.objects = {{"post", {box_shape({0.2, 0.2, 1})}, {Mat3::Identity(), Vec3(0, 0.9, 0)}}};
  const Scene scene(description);
  ASSERT_EQ(scene.fault(), "");
  EXPECT_EQ(first_contact(scene, Configuration{-1}, Configuration{1}).status, Status::Free);
  EXPECT_EQ(first_contact(scene, Configuration{-1}, Configuration{2}).status, Status::Contact);
}

TEST(SharedLibrary, ThrowsWhatTheCallerCatches) {
  const std::string nowhere =
      (std::filesystem::temp_directory_path() / "firstcontact-no-such-file.obj").string();
  try {
    io::read_mesh(nowhere);
    FAIL() << "nothing was thrown";
  } catch (const io::InputError& error) {
    EXPECT_NE(std::string(error.what()).find(nowhere), std::string::npos);
    EXPECT_EQ(typeid(error), typeid(io::InputError));
  }
  EXPECT_THROW(io::read_robot_text("<robot", "arm.urdf"), io::FileError);
  EXPECT_THROW(proof::Writer(nowhere + "/in/no/folder"), io::OutputError);
}

}  // namespace
}  // namespace firstcontact
