#pragma once
/// Which features may meet: boxes around their curves on the screen, and a sweep over r.
#include <utility>
#include <vector>

#include "rigid/published/clip.h"

namespace firstcontact::rigid {

enum class FeatureKind { Vertex, Edge, Face };

struct FeatureBox {
  ScreenBox box;
  int index = -1;
};

/// Boxes of one body's features, sorted by the least r, a little larger than need be for rounding.
/// Of A the features in all turns in which they can meet B: one box for each.
class FeatureBoxes {
 public:
  /// `angles`: of all of B, as `angles_of` tells; for B itself not used.
  FeatureBoxes(const Screen& screen, const ScreenBody& body, FeatureKind kind, const Range& angles);

  const std::vector<FeatureBox>& sorted() const { return boxes_; }
  /// Some feature has several boxes.
  bool repeats() const { return repeats_; }

 private:
  std::vector<FeatureBox> boxes_;
  bool repeats_ = false;
};

/// The range of phi over a body's features, as their boxes count them.
Range angles_of(const Screen& screen, const ScreenBody& body);

/// All pairs of features whose boxes share (r, h) at a time in [0, 1]; each once.
std::vector<std::pair<int, int>> overlapping_pairs(const FeatureBoxes& a, const FeatureBoxes& b);

}  // namespace firstcontact::rigid
