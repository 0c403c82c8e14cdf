// verify --bodies: one proof of two bodies that go from pose to pose, as `screw` writes it.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "io/errors.h"
#include "io/mesh_file.h"
#include "verify/joint_match.h"
#include "verify_inputs.h"

namespace firstcontact::apps {
namespace {

using Json = nlohmann::ordered_json;
using Edges = std::set<std::pair<int, int>>;

/// Adds an edge, or takes it away if it is there: what is left of a surface's edges is its rim.
void toggle(Edges& edges, int a, int b) {
  const std::pair<int, int> edge = std::minmax(a, b);
  if (!edges.erase(edge)) edges.insert(edge);
}

/// Empty, or how the triangles of the proof differ from the polygons of the file. Every polygon
/// must be made up of the next triangles: of its corners, and with its edges as their rim.
std::string difference_of(const io::MeshData& mesh, const verify::MotionBody& body) {
  if (body.vertices.size() != mesh.vertices.size())
    return fmt::format("{} vertices in the proof, {} in the file", body.vertices.size(),
                       mesh.vertices.size());
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i)
    if (body.vertices[i] != mesh.vertices[i])
      return fmt::format("vertex {} is at another place", i);
  if (body.triangles.size() != mesh.faces.size())
    return fmt::format("{} triangles in the proof, {} in the file", body.triangles.size(),
                       mesh.faces.size());
  std::size_t next = 0, number = 0;
  for (const std::vector<int>& polygon : io::polygons_of(mesh)) {
    const std::set<int> corners(polygon.begin(), polygon.end());
    Edges rim;
    for (std::size_t k = 0; k < polygon.size(); ++k)
      toggle(rim, polygon[k], polygon[(k + 1) % polygon.size()]);
    for (std::size_t k = 2; k < polygon.size() && next < body.triangles.size(); ++k) {
      const Face& t = body.triangles[next++];
      if (!std::all_of(t.begin(), t.end(), [&](int v) { return corners.contains(v); }))
        return fmt::format("triangle {} is not of face {} of the file", next - 1, number);
      for (std::size_t e = 0; e < 3; ++e) toggle(rim, t[e], t[(e + 1) % 3]);
    }
    if (!rim.empty()) return fmt::format("face {} of the file is not covered", number);
    ++number;
  }
  return "";
}

class BodyMatch final : public InputMatch {
 public:
  explicit BodyMatch(const BodyInputArguments& arguments)
      : arguments_(arguments),
        a_(io::read_mesh(arguments.bodies[0])),
        b_(io::read_mesh(arguments.bodies[1])) {}

  void motion(const std::string& place, const verify::MotionProof& proof) override {
    ++proofs_;
    const auto check = [&](const std::string& file, const std::string& text) {
      if (!text.empty()) differ(fmt::format("{}: {}: {}", place, file, text));
    };
    check(arguments_.bodies[0], difference_of(a_, proof.a));
    check(arguments_.bodies[1], difference_of(b_, proof.b));
    if (proof.certificate.t_max != 1)
      differ(fmt::format("{}: the proof ends at t = {}, not at 1", place, proof.certificate.t_max));
    const auto* rest = std::get_if<verify::RestingMotion>(&proof.a.motion);
    const auto* screw = std::get_if<ScrewCoefficients>(&proof.b.motion);
    if (!rest || rest->where.linear != Mat3::Identity() || !rest->where.offset.isZero(0) || !screw)
      return differ(fmt::format(
          "{}: the motion is not that of the second body in the coordinates of the first", place));
    check(arguments_.bodies[1], verify::difference(arguments_.a, arguments_.b, *screw));
  }

  void finish() override {
    if (proofs_ == 0) differ("there is no valid proof about two moving bodies");
  }

  std::string text() const override {
    return fmt::format("inputs        {} and {}, from the first poses to the last\n",
                       arguments_.bodies[0], arguments_.bodies[1]);
  }

  Json json() const override {
    return {{"kind", "bodies"}, {"a", arguments_.bodies[0]}, {"b", arguments_.bodies[1]}};
  }

 private:
  BodyInputArguments arguments_;
  io::MeshData a_, b_;
  std::size_t proofs_ = 0;
};

}  // namespace

std::unique_ptr<InputMatch> match_bodies(const BodyInputArguments& arguments) {
  return std::make_unique<BodyMatch>(arguments);
}

}  // namespace firstcontact::apps
