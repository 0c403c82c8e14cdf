// Reads a robot from a URDF file of its own, decides an edge, and makes, writes, reads and verifies
// the proof that it is free.
#include <firstcontact/io.h>
#include <firstcontact/proof.h>

#include <cstdio>
#include <fstream>
#include <variant>

namespace fc = firstcontact;

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

int main() {
  std::ofstream("arm.urdf") << kArm;
  const fc::io::Robot robot = fc::io::read_robot("arm.urdf");

  fc::SceneDescription description;
  description.models = {{"arm", robot.model}};
  description.objects = {
      {"post", {fc::box_shape({0.2, 0.2, 1})}, {fc::Mat3::Identity(), fc::Vec3(0, 0.9, 0)}}};
  const fc::Scene scene(description);

  fc::SceneOptions options;
  options.certificate = true;
  const fc::Configuration from = {-1}, to = {1};
  const fc::SceneResult result = fc::first_contact(scene, from, to, options);
  if (result.status != fc::Status::Free) return 1;

  fc::proof::Writer writer("free.jsonl.gz");
  writer.write(fc::proof::scene_proof(scene, from, to, result));
  writer.close();

  fc::proof::Reader reader("free.jsonl.gz");
  fc::proof::SceneProof proof;
  while (const auto line = reader.next()) {
    if (const auto* mesh = std::get_if<fc::proof::SceneTriangles>(&*line))
      proof.triangles.push_back(*mesh);
    if (const auto* claim = std::get_if<fc::proof::SceneClaim>(&*line)) proof.claim = *claim;
    if (const auto* pair = std::get_if<fc::proof::ScenePairProof>(&*line))
      proof.pairs.push_back(*pair);
  }
  const bool proven = fc::proof::verify(proof).proven;
  const bool valid = fc::proof::verify_file("free.jsonl.gz").valid();
  proof.claim.pairs[0].separation = 1;
  const bool false_claim = fc::proof::verify(proof).proven;
  std::printf("%s: %s, %s, %s\n", robot.name.c_str(), proven ? "proven" : "not proven",
              valid ? "the file is valid" : "the file is not valid",
              false_claim ? "a false claim too" : "a false claim is not");
}
