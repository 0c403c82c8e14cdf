#pragma once
/// Finds pairs of features that may meet: boxes around their curves on the screen, and a sweep
/// over r.
#include <utility>
#include <vector>

#include "rigid/published/clip.h"

namespace firstcontact::rigid {

enum class FeatureKind { Vertex, Edge, Face };

struct FeatureBox {
  ScreenBox box;
  int index = -1;
};

/// Boxes of one body's features, sorted by their smallest r and enlarged for rounding. A feature of
/// A has one box for every turn in which it can meet B.
class FeatureBoxes {
 public:
  /// `angles` are those of all of B (`angles_of`); not used for B itself.
  FeatureBoxes(const Screen& screen, const ScreenBody& body, FeatureKind kind, const Range& angles);

  const std::vector<FeatureBox>& sorted() const { return boxes_; }
  /// True if some feature has several boxes.
  bool repeats() const { return repeats_; }

 private:
  std::vector<FeatureBox> boxes_;
  bool repeats_ = false;
};

/// The range of phi over a body's features, counted as in their boxes.
Range angles_of(const Screen& screen, const ScreenBody& body);

/// All pairs of features whose boxes overlap in (r, h) at a time in [0, 1]; each pair once.
std::vector<std::pair<int, int>> overlapping_pairs(const FeatureBoxes& a, const FeatureBoxes& b);

}  // namespace firstcontact::rigid
