// A bullet flies through a line segment in the plane; and a mistake is told.
#include <firstcontact/c.h>
#include <stdio.h>

int main(void) {
  const double points[24] = {0.5, 3.5, 0, 5, 1, 0, 5, 6, 0, 0, 0, 0,
                             9.5, 3.5, 0, 5, 1, 0, 5, 6, 0, 0, 0, 0};
  fc_result result = {.size = sizeof result};
  if (fc_abi_version() != FC_ABI_VERSION) return 1;
  if (fc_solve(FC_KIND_POINT_SEGMENT_2D, points, NULL, &result) != FC_OK) return 1;
  printf("%s at %g; ", fc_status_name(result.status), result.toi);
  if (fc_solve(9, points, NULL, &result) == FC_OK) return 1;
  printf("%s\n", fc_error_message());
  return 0;
}
