#include "exact/form.h"

#include <algorithm>
#include <utility>

#include "exact/gap.h"

namespace firstcontact::exact {
namespace {

VectorForm side_form(const CornerForms& c, int i, int j) {
  VectorForm e;
  for (int k = 0; k < 3; ++k) e[k] = c.corner[j][k] - c.corner[i][k];
  return e;
}

VectorForm direction_form(const CornerForms& c, const FeatureDirection& direction) {
  const auto [i, j, k] = direction.corners;
  VectorForm n;
  switch (direction.feature) {
    case GapFeature::Directions:
      n = {Form{0}, Form{0}, Form{0}};
      n[direction.axis][0] = direction.sign;
      return n;
    case GapFeature::Corner: return c.corner[i];
    case GapFeature::Side: {
      const VectorForm e = side_form(c, i, j);
      const Form squared = dot(e, e), along = dot(c.corner[i], e);
      for (int l = 0; l < 3; ++l) n[l] = squared * c.corner[i][l] - along * e[l];
      return n;
    }
    case GapFeature::Plane: {
      const VectorForm e = side_form(c, i, j), f = side_form(c, i, k);
      for (int l = 0; l < 3; ++l)
        n[l] = e[(l + 1) % 3] * f[(l + 2) % 3] - e[(l + 2) % 3] * f[(l + 1) % 3];
      return n;
    }
    default: break;
  }
  const int axis = static_cast<int>(direction.feature) - static_cast<int>(GapFeature::SideX);
  const VectorForm e = side_form(c, i, j);
  const Form zero(e[0].size());
  n[axis] = zero;
  n[(axis + 1) % 3] = zero - e[(axis + 2) % 3];
  n[(axis + 2) % 3] = e[(axis + 1) % 3];
  return n;
}

bool is_positive(const Form& form, bool half_open) {
  if (form[0].sign() <= 0) return false;
  return std::all_of(form.begin() + 1, form.end(), [&](const Integer& c) {
    return c.sign() > 0 || (half_open && c.sign() == 0);
  });
}

Form times(Form form, const Integer& factor) {
  for (Integer& c : form) c *= factor;
  return form;
}

/// height > d (|n_x| + |n_y| + |n_z|), for all choices of signs.
bool exceeds_sum_norm(const Form& height, const VectorForm& width, bool half_open) {
  for (unsigned signs = 0; signs < 8; ++signs) {
    Form margin = height;
    for (int k = 0; k < 3; ++k)
      for (std::size_t l = 0; l < margin.size(); ++l) {
        if (signs >> k & 1)
          margin[l] += width[k][l];
        else
          margin[l] -= width[k][l];
      }
    if (!is_positive(margin, half_open)) return false;
  }
  return true;
}

}  // namespace

Form operator*(const Form& a, const Form& b) {
  Form r(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) r[i + j].add_product(a[i], b[j]);
  return r;
}

Form operator-(Form a, const Form& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] -= b[i];
  return a;
}

Form dot(const VectorForm& a, const VectorForm& b) {
  Form r(a[0].size() + b[0].size() - 1);
  for (int k = 0; k < 3; ++k)
    for (std::size_t i = 0; i < a[k].size(); ++i)
      for (std::size_t j = 0; j < b[k].size(); ++j) r[i + j].add_product(a[k][i], b[k][j]);
  return r;
}

Form raised(Form form, std::size_t degree) {
  while (form.size() <= degree) {
    form.emplace_back();
    for (std::size_t i = form.size() - 1; i > 0; --i) form[i] += form[i - 1];
  }
  return form;
}

std::vector<FeatureDirection> directions_of(int corner_count, bool separated, Norm norm) {
  std::vector<FeatureDirection> all;
  const bool cube = separated && norm == Norm::Linf;
  if (cube)
    for (int axis = 0; axis < 3; ++axis)
      for (const int sign : {1, -1}) all.push_back({GapFeature::Directions, {}, axis, sign});
  if (corner_count >= 3) {
    all.push_back({GapFeature::Plane, {0, 1, 2}});
    all.push_back({GapFeature::Plane, {0, 2, 1}});
  }
  // In a parallelogram only two sides have different directions.
  const int sides = cube && corner_count == 4 ? 2 : side_count(corner_count);
  for (int i = 0; i < sides; ++i) {
    const int j = (i + 1) % corner_count;
    if (!cube) {
      all.push_back({GapFeature::Side, {i, j, 0}});
      continue;
    }
    for (const GapFeature feature : {GapFeature::SideX, GapFeature::SideY, GapFeature::SideZ}) {
      all.push_back({feature, {i, j, 0}});
      all.push_back({feature, {j, i, 0}});
    }
  }
  for (int i = 0; i < corner_count && !cube; ++i) all.push_back({GapFeature::Corner, {i, 0, 0}});
  return all;
}

bool separates(const CornerForms& corners, const FeatureDirection& direction, Norm norm,
               bool half_open) {
  const VectorForm n = direction_form(corners, direction);
  const bool separated = corners.separation.sign() > 0;
  Form squared_width;
  VectorForm width;
  for (int i = 0; i < corners.count; ++i) {
    const Form height = dot(n, corners.corner[i]);
    if (height[0].sign() <= 0) return false;
    if (!separated) {
      if (!is_positive(height, half_open)) return false;
    } else if (norm == Norm::L2) {
      if (squared_width.empty())
        squared_width = raised(times(dot(n, n), corners.separation * corners.separation),
                               2 * (height.size() - 1));
      if (!is_positive(height * height - squared_width, half_open)) return false;
    } else {
      if (width[0].empty())
        for (int k = 0; k < 3; ++k)
          width[k] = raised(times(n[k], corners.separation), height.size() - 1);
      if (!exceeds_sum_norm(height, width, half_open)) return false;
    }
  }
  return true;
}

std::vector<Form> heights_along(const CornerForms& corners, const FeatureDirection& direction) {
  const VectorForm n = direction_form(corners, direction);
  std::vector<Form> heights;
  for (int i = 0; i < corners.count; ++i) heights.push_back(dot(n, corners.corner[i]));
  return heights;
}

}  // namespace firstcontact::exact
