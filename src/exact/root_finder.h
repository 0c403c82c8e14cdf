#pragma once
/// The roots of a polynomial in [0, 1], in increasing order, one at a time.
#include <optional>
#include <vector>

#include "exact/root.h"

namespace firstcontact::exact {

/// Gives each root once, whatever its multiplicity. Later roots are not computed until asked for.
class RootFinder {
 public:
  /// Precondition: p is not zero.
  explicit RootFinder(Polynomial p);

  std::optional<Root> next();

 private:
  /// A part of [0, 1] still to be searched: an open cell, or one point that is a root.
  struct Task {
    Integer m;
    std::int64_t bits = 0;
    bool is_point = false;
    Bernstein on_cell;
  };
  void split(Task task);
  void make_square_free(Task& task);

  Polynomial p_;
  bool square_free_ = false;
  std::vector<Task> tasks_;  // the leftmost is last
};

}  // namespace firstcontact::exact
