// verify --bodies: one proof of two bodies that go from pose to pose, as `screw` writes it.
#include <firstcontact/polyhedron.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <span>

#include "exact/integer.h"
#include "io/errors.h"
#include "io/mesh_file.h"
#include "verify/joint_match.h"
#include "verify/units.h"
#include "verify_inputs.h"

namespace firstcontact::apps {
namespace {

using Json = nlohmann::ordered_json;
using Edges = std::set<std::pair<int, int>>;

/// Adds the edge, or removes it if it is there. The edges that are left in the end are the border.
void toggle(Edges& edges, int a, int b) {
  const std::pair<int, int> edge = std::minmax(a, b);
  if (!edges.erase(edge)) edges.insert(edge);
}

using WholePoint = std::array<exact::Integer, 3>;

WholePoint minus(const WholePoint& a, const WholePoint& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

WholePoint cross(const WholePoint& a, const WholePoint& b) {
  WholePoint result;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
    result[k].add_product(a[i], b[j]).subtract_product(a[j], b[i]);
  }
  return result;
}

/// Whether all corners lie exactly in one plane; then it does not matter how the face is cut.
/// `triangles` are those of the face; if none of them has an area, there is no plane and the answer
/// is false.
bool is_flat(const std::vector<Vec3>& vertices, const std::vector<int>& corners,
             std::span<const Face> triangles) {
  const auto at = [&](int v) -> const Vec3& { return vertices[v]; };
  verify::Unit unit;
  for (const int corner : corners)
    for (int k = 0; k < 3; ++k) unit.cover(at(corner)[k]);
  const auto whole = [&](int v) {
    return WholePoint{unit.of(at(v)[0]), unit.of(at(v)[1]), unit.of(at(v)[2])};
  };
  const auto is_zero = [](const exact::Integer& value) { return value.sign() == 0; };
  for (const Face& t : triangles) {
    const WholePoint a = whole(t[0]);
    const WholePoint normal = cross(minus(whole(t[1]), a), minus(whole(t[2]), a));
    if (std::all_of(normal.begin(), normal.end(), is_zero)) continue;
    return std::all_of(corners.begin(), corners.end(), [&](int corner) {
      const WholePoint side = minus(whole(corner), a);
      exact::Integer height;
      for (std::size_t k = 0; k < 3; ++k) height.add_product(normal[k], side[k]);
      return is_zero(height);
    });
  }
  return false;
}

/// The triangles in ascending order, each with its corners in ascending order.
std::vector<Face> sorted(std::span<const Face> triangles) {
  std::vector<Face> result(triangles.begin(), triangles.end());
  for (Face& t : result) std::sort(t.begin(), t.end());
  std::sort(result.begin(), result.end());
  return result;
}

/// A file's mesh, and the triangles that its polygons are cut into.
struct InputMesh {
  explicit InputMesh(const std::string& path) : mesh(io::read_mesh(path)) {
    polygons = io::polygons_of(mesh);
    const Polyhedron polyhedron({mesh.vertices, polygons});
    if (!polyhedron.fault().empty()) throw io::InputError(path, polyhedron.fault());
    triangles.assign(polyhedron.triangles().begin(), polyhedron.triangles().end());
  }

  io::MeshData mesh;
  std::vector<std::vector<int>> polygons;
  std::vector<Face> triangles;
};

/// Empty, or how the triangles of the proof differ from the polygons of the file. Every polygon
/// must be made up of the next triangles: with its corners, and with its edges as their border. If
/// it is not flat, they must be the triangles that it is cut into.
std::string difference_of(const InputMesh& input, const proof::MotionBody& body) {
  const std::vector<Vec3>& vertices = input.mesh.vertices;
  if (body.vertices.size() != vertices.size())
    return fmt::format("{} vertices in the proof, {} in the file", body.vertices.size(),
                       vertices.size());
  for (std::size_t i = 0; i < vertices.size(); ++i)
    if (body.vertices[i] != vertices[i]) return fmt::format("vertex {} is at another place", i);
  if (body.triangles.size() != input.triangles.size())
    return fmt::format("{} triangles in the proof, {} in the file", body.triangles.size(),
                       input.triangles.size());
  std::size_t next = 0, number = 0;
  for (const std::vector<int>& polygon : input.polygons) {
    const std::set<int> corners(polygon.begin(), polygon.end());
    Edges rim;
    for (std::size_t k = 0; k < polygon.size(); ++k)
      toggle(rim, polygon[k], polygon[(k + 1) % polygon.size()]);
    const std::size_t first = next;
    for (std::size_t k = 2; k < polygon.size() && next < body.triangles.size(); ++k) {
      const Face& t = body.triangles[next++];
      if (!std::all_of(t.begin(), t.end(), [&](int v) { return corners.contains(v); }))
        return fmt::format("triangle {} is not of face {} of the file", next - 1, number);
      for (std::size_t e = 0; e < 3; ++e) toggle(rim, t[e], t[(e + 1) % 3]);
    }
    if (!rim.empty()) return fmt::format("face {} of the file is not covered", number);
    const auto own = [&](const std::vector<Face>& all) {
      return std::span(all).subspan(first, next - first);
    };
    if (sorted(own(body.triangles)) != sorted(own(input.triangles)) &&
        !is_flat(vertices, polygon, own(input.triangles)))
      return fmt::format("face {} of the file is not flat and is cut into other triangles", number);
    ++number;
  }
  return "";
}

class BodyMatch final : public InputMatch {
 public:
  explicit BodyMatch(const BodyInputArguments& arguments)
      : arguments_(arguments), a_(arguments.bodies[0]), b_(arguments.bodies[1]) {}

  void motion(const std::string& place, const proof::MotionProof& proof) override {
    ++proofs_;
    const auto check = [&](const std::string& file, const std::string& text) {
      if (!text.empty()) differ(fmt::format("{}: {}: {}", place, file, text));
    };
    check(arguments_.bodies[0], difference_of(a_, proof.a));
    check(arguments_.bodies[1], difference_of(b_, proof.b));
    if (proof.certificate.t_max != 1)
      differ(fmt::format("{}: the proof ends at t = {}, not at 1", place, proof.certificate.t_max));
    const auto* rest = std::get_if<proof::RestingMotion>(&proof.a.motion);
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
  InputMesh a_, b_;
  std::size_t proofs_ = 0;
};

}  // namespace

std::unique_ptr<InputMatch> match_bodies(const BodyInputArguments& arguments) {
  return std::make_unique<BodyMatch>(arguments);
}

}  // namespace firstcontact::apps
