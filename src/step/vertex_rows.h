#pragma once
/// Adds the gradients of pairs to the rows of their vertices.
#include <firstcontact/barrier.h>

namespace firstcontact::step {

/// `pairs` have `vertices`; -1 stands for none.
template <class Pairs>
bool has_rows(const Pairs& pairs, const Eigen::Ref<PointMatrix>& gradient) {
  for (const auto& pair : pairs)
    for (const int vertex : pair.vertices)
      if (vertex >= gradient.rows()) return false;
  return true;
}

inline void add_rows(const std::array<int, 4>& vertices, const Vector12& numbers,
                     Eigen::Ref<PointMatrix> gradient) {
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k < 3 && vertices[i] >= 0; ++k)
      gradient.coeffRef(vertices[i], k) += numbers[3 * i + k];
}

}  // namespace firstcontact::step
