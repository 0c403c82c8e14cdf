#include <firstcontact/firstcontact.h>

#include <cstdio>

int main() {
  const firstcontact::PointSegment2D bullet = {.p_t0 = {0.5, 3.5},
                                               .s0_t0 = {5, 1},
                                               .s1_t0 = {5, 6},
                                               .p_t1 = {9.5, 3.5},
                                               .s0_t1 = {5, 1},
                                               .s1_t1 = {5, 6}};
  const firstcontact::Result result = firstcontact::solve(bullet);
  // Our vectors are Eigen's: what people do with them works without another include.
  const firstcontact::Vec3 along = result.normal.cross(firstcontact::Vec3::UnitZ());
  if (!(along.dot(result.normal) == 0 && along.norm() > 0.5)) return 1;
  std::printf("%s at %g\n", firstcontact::to_string(result.status), result.toi);
}
