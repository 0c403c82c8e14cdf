#pragma once
/// Finds the pairs of a step that need a proof: those whose swept boxes overlap.
///
/// Every number of a box is exact, or rounded outward by exact arithmetic, so a pair that is left
/// out keeps more than the separation apart, in both norms. Shares no code with the solver.
#include <array>
#include <functional>
#include <span>
#include <vector>

#include "verify/step_elements.h"

namespace firstcontact::verify {

struct SweptBox {
  std::array<double, 3> min, max;
};

/// Positions of a point over [0, t_max] in one coordinate, rounded outward; exact if t_max is 0
/// or 1. Precondition: all are finite, t_max in [0, 1].
std::array<double, 2> swept_interval(double x0, double x1, double t_max);
/// The interval enlarged by `distance` on both sides, rounded outward; an end may be infinite.
/// Precondition: all are finite, distance >= 0.
std::array<double, 2> enlarged_interval(const std::array<double, 2>& interval, double distance);

/// Boxes in a binary tree, for finding those that overlap another.
class SweptBoxTree {
 public:
  explicit SweptBoxTree(std::vector<SweptBox> boxes);
  /// Calls `visit` with the index of every box that overlaps or touches `box`, once.
  void visit_overlaps(const SweptBox& box, const std::function<void(std::size_t)>& visit) const;

 private:
  struct Node {
    SweptBox box;
    std::size_t begin = 0, end = 0;   ///< in order_
    std::size_t left = 0, right = 0;  ///< nodes; 0: this is a leaf
  };
  std::size_t build(std::size_t begin, std::size_t end);

  std::vector<SweptBox> boxes_;
  std::vector<std::size_t> order_;
  std::vector<Node> nodes_;
};

class StepSweep {
 public:
  /// `elements` must outlive the sweep. Precondition: as many positions as vertices, all finite;
  /// the separation is finite and not negative; t_max lies in [0, 1].
  StepSweep(const StepElements& elements, std::span<const Vec3> t0, std::span<const Vec3> t1,
            double separation, double t_max);

  /// Number of pieces that the work is divided into: one for each element that is searched for
  /// others.
  std::size_t size() const;
  /// Visits every pair of the pieces [begin, end) that must keep apart and whose boxes overlap,
  /// once. All pieces together give all such pairs. Thread-safe.
  void visit_close_pairs(std::size_t begin, std::size_t end,
                         const std::function<void(const StepPair&)>& visit) const;

 private:
  enum class Sort { Vertex, Face, Edge, LooseEdge, LoosePoint };
  struct Family {
    Kind kind;
    Sort queries, targets;
  };
  std::size_t count(Sort sort) const;
  int number(Sort sort, std::size_t index) const;
  SweptBox box(Sort sort, std::size_t index, std::span<const SweptBox> vertices) const;
  std::vector<SweptBox> boxes(Sort sort) const;

  static constexpr std::array<Family, 4> kFamilies = {
      {{Kind::VertexFace, Sort::Vertex, Sort::Face},
       {Kind::EdgeEdge, Sort::Edge, Sort::Edge},
       {Kind::PointEdge, Sort::LoosePoint, Sort::LooseEdge},
       {Kind::PointPoint, Sort::LoosePoint, Sort::LoosePoint}}};

  const StepElements& elements_;
  /// Of the vertices, as they are and enlarged by the separation.
  std::vector<SweptBox> plain_, enlarged_;
  std::vector<SweptBoxTree> trees_;  ///< of the targets of each family
};

}  // namespace firstcontact::verify
