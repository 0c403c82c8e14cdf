#include "narrow/validate.h"

#include <cmath>

namespace firstcontact::narrow {

const char* find_fault(const Options& o) {
  if (o.tolerance && !(*o.tolerance >= 0 && std::isfinite(*o.tolerance)))
    return "tolerance must be finite and not negative";
  if (!(o.min_separation >= 0 && std::isfinite(o.min_separation)))
    return "min_separation must be finite and not negative";
  if (!(o.t_max >= 0 && o.t_max <= 1)) return "t_max must lie in [0, 1]";
  if (o.max_checks < 1) return "max_checks must be at least 1";
  if (!(o.toi_width > 0 && o.toi_width <= 1)) return "toi_width must lie in (0, 1]";
  if (o.norm != Norm::L2 && o.norm != Norm::Linf) return "norm is not one of the enumerators";
  if (o.certificate && o.method != Method::Certified)
    return "only Method::Certified gives a certificate";
  if (o.scene_extent && !((o.scene_extent->array() >= 0).all() && o.scene_extent->allFinite()))
    return "scene_extent must be finite and not negative";
  switch (o.method) {
    case Method::Certified:
    case Method::Exact: return nullptr;
    case Method::TightInclusion:
    case Method::TightInclusionFast:
      if (o.exact)
        return "tight inclusion cannot give exact answers: use Method::Certified or Method::Exact";
      if (o.min_separation > 0 && o.norm != Norm::Linf)
        return "tight inclusion measures separation in Linf only";
      return nullptr;
  }
  return "method is not one of the enumerators";
}

const char* find_fault(const Query& query, const Options& options) {
  const int points = point_count(query.kind);
  if (points == 0) return "kind is not one of the enumerators";
  for (int i = 0; i < points; ++i) {
    if (!query.t0[i].allFinite()) return "a coordinate at t0 is not finite (or was never set)";
    if (!query.t1[i].allFinite()) return "a coordinate at t1 is not finite (or was never set)";
    if (query.kind == Kind::PointSegment2D && (query.t0[i].z() != 0 || query.t1[i].z() != 0))
      return "a planar pair has z other than 0";
  }
  if (const char* fault = find_fault(options)) return fault;
  if (options.scene_extent) {
    for (int i = 0; i < points; ++i) {
      const auto largest = query.t0[i].cwiseAbs().cwiseMax(query.t1[i].cwiseAbs());
      if ((largest.array() > options.scene_extent->array()).any())
        return "scene_extent is smaller than a coordinate of the query";
    }
  }
  return nullptr;
}

}  // namespace firstcontact::narrow
