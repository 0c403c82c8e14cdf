#pragma once
/// One step like that of a cloth simulation, for benchmarks and tests: a square sheet is folded to
/// and fro, with its layers close to each other, and moves with a smooth velocity and some noise,
/// so that a small share of the candidate pairs touches.
///
/// The bits are the same on every machine, under the default floating-point environment.
#include <firstcontact/query.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace firstcontact::generate {

/// Lengths are in cells of the sheet's grid. A cell has the side 1 / (side - 1) in scene units, so
/// that the sheet has the side 1. The defaults give a step as large as the published cloth-on-ball
/// one: about 92,000 faces, 1.7 million vertex-face and 5.2 million edge-edge candidates, of which
/// about 1 % touch.
struct ClothOptions {
  int side = 215;          ///< vertices along each side, at least 2
  int layers = 12;         ///< the sheet is folded layers - 1 times; at least 1
  double layer_gap = 0.2;  ///< mean distance of neighbouring layers
  double fall = 0.95;      ///< length of the motion that all vertices have in common
  double motion = 0.2;     ///< amplitude of the smooth motion relative to the common one
  double noise = 0.05;     ///< amplitude of the noise in each coordinate
  std::uint64_t seed = 1;  ///< seed of the noise
};

/// Edges and faces by the indices of their vertices. Every edge occurs once, with its smaller index
/// first; edges are in ascending order.
struct Step {
  std::vector<Vec3> vertices_t0, vertices_t1;
  std::vector<std::array<int, 3>> faces;
  std::vector<std::array<int, 2>> edges;
};

/// Sets the edges to those of the faces.
void set_edges(Step& step);

Step make_cloth_step(const ClothOptions& options = {});

/// A vertex and a face, or two edges with first < second; no vertex in common.
struct CandidatePair {
  Kind kind = Kind::VertexFace;
  int first = 0, second = 0;

  friend bool operator==(const CandidatePair&, const CandidatePair&) = default;
};

/// All vertex-face and edge-edge pairs without a common vertex whose swept axis-aligned boxes
/// overlap (touching is overlapping). Vertex-face pairs first, each kind in ascending order of
/// (first, second).
std::vector<CandidatePair> candidate_indices(const Step& step);

/// The pair's points at both times. Precondition: the indices are those of the step.
Query query_of(const Step& step, const CandidatePair& pair);

/// The queries of `candidate_indices`, in that order. If there are more than `limit`, only `limit`
/// of them, evenly spaced, so that any limit gives the same mixture. A query takes 200 bytes.
std::vector<Query> candidate_pairs(const Step& step, std::size_t limit);

}  // namespace firstcontact::generate
