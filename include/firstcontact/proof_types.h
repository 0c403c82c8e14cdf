#pragma once
/// The proofs as plain data: what each of them claims, and why it is so. Every struct
/// but SceneProof is one line of a proof file (docs/formats/certificates.md).
///
/// firstcontact/proof.h makes, writes, reads and verifies them.
#include <firstcontact/articulated.h>
#include <firstcontact/exact_proof.h>
#include <firstcontact/mesh.h>
#include <firstcontact/motion.h>
#include <firstcontact/moving_bodies.h>
#include <firstcontact/options.h>
#include <firstcontact/query.h>
#include <firstcontact/result.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace firstcontact::proof {

/// What the verifier says about a proof.
struct Verdict {
  bool proven = false;
  /// Why the proof is not valid; empty if it is.
  std::string reason;
};

// Pairs ------------------------------------------------------------------------------------------

/// The claim that `query` keeps a distance of more than `separation` over all of [0, t_max]. The
/// segments are the proof. With `contact` the claim is that it comes within the separation, for the
/// first time in [contact->toi, contact->toi_upper]; the segments cover [0, toi).
struct PairProof {
  Query query;
  double separation = 0;
  Norm norm = Norm::L2;
  double t_max = 1;
  std::vector<CertificateSegment> segments;
  /// In place of `segments`, if not all of them are directions in doubles.
  std::vector<ExactSegment> exact_segments = {};
  std::optional<ContactProof> contact = {};

  /// How many segments there are, of either list.
  std::size_t segment_count() const { return segments.size() + exact_segments.size(); }
};

// Steps of meshes --------------------------------------------------------------------------------

/// The claim that every pair of elements of a mesh keeps more than `separation` apart over
/// [0, t_max] of a step. The proofs of `pairs` pairs follow it.
struct StepClaim {
  std::int32_t step = 0;  ///< number of the step in the sequence of frames, from 0
  std::int32_t vertices = 0, edges = 0, faces = 0;
  std::vector<std::int32_t> objects;  ///< how many vertices each object has
  bool self = true;                   ///< the claim includes pairs within one object
  double separation = 0;
  Norm norm = Norm::L2;
  double t_max = 1;
  std::int32_t pairs = 0;
};

/// Two elements of a mesh, named by their vertices or by the number of a face.
struct NamedPair {
  Kind kind = Kind::VertexFace;
  /// Vertex-face: vertex, face, -1, -1. Edge-edge: the ends of a, the ends of b. Point-edge:
  /// vertex, the ends of the edge, -1. Point-point: two vertices, -1, -1.
  std::array<int, 4> numbers = {-1, -1, -1, -1};

  friend auto operator<=>(const NamedPair&, const NamedPair&) = default;
};

/// The proof of one pair of elements of the step that was claimed last.
struct StepPairProof {
  NamedPair pair;
  PairProof proof;
};

// Two moving bodies ------------------------------------------------------------------------------

/// A body that stays where it is.
struct RestingMotion {
  AffineMap where;
};

/// (1 − t) from + t to.
struct StraightMotion {
  AffineMap from, to;
};

/// How a body of a MotionProof moves.
using BodyMotion = std::variant<RestingMotion, StraightMotion, ScrewCoefficients>;

/// The triangles of a body and its motion.
struct MotionBody {
  std::vector<Vec3> vertices;
  std::vector<Face> triangles;
  BodyMotion motion;
};

/// The claim that the bodies' triangles keep a Euclidean distance of more than
/// certificate.separation over all of [0, certificate.t_max]. The certificate's entries are the
/// proof.
struct MotionProof {
  MotionBody a, b;
  BodyCertificate certificate;
};

// Scenes -----------------------------------------------------------------------------------------

/// A frame moves as one: M(t) x = M_parent(t) (motion at t of x). A frame at rest has a motion
/// without turn and travel.
struct SceneFrame {
  int parent = -1;  ///< an earlier frame; -1: the world
  JointMotion motion;
};

/// Triangles in a frame's coordinates. Entries of proofs name triangles by ranges of `order`, which
/// is a permutation of them.
struct SceneTriangles {
  std::vector<Vec3> vertices;
  std::vector<Face> triangles;
  std::vector<std::int32_t> order;
};

/// A shape of a scene: which triangles it has, and which frame carries it.
struct SceneShape {
  std::string name;   ///< only used in messages
  int geometry = -1;  ///< number of its SceneTriangles, from 0 in the order of the file
  int frame = -1;
};

/// The triangles of two different shapes keep a Euclidean distance of more than `separation`, in
/// the coordinates of the frame `base` (-1: the world). That frame carries both shapes, or is the
/// frame of one of them, so that what carries `base` does not matter.
struct ScenePair {
  int a = -1, b = -1;
  double separation = 0;
  int base = -1;
};

/// The claim that all of `pairs` keep apart over all of [0, t_max].
struct SceneClaim {
  double t_max = 1;
  std::vector<SceneFrame> frames;
  std::vector<SceneShape> shapes;
  std::vector<ScenePair> pairs;
};

/// The proof of one pair of the scene that was claimed last.
struct ScenePairProof {
  std::size_t pair = 0;  ///< index into SceneClaim::pairs
  std::vector<BodyCertificateEntry> entries;
};

/// A claim about a scene with all that belongs to it: several lines of a file.
struct SceneProof {
  std::vector<SceneTriangles> triangles;
  SceneClaim claim;
  std::vector<ScenePairProof> pairs;
};

/// A line of a proof file.
using Line = std::variant<PairProof, StepClaim, StepPairProof, MotionProof, SceneTriangles,
                          SceneClaim, ScenePairProof>;

}  // namespace firstcontact::proof
