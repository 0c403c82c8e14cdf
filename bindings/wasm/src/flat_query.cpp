#include "flat_query.h"

#include <cmath>

namespace firstcontact::wasm {

std::int64_t to_count(double value) {
  constexpr double kMost = 9007199254740992.0;  // 2^53, up to which doubles count
  if (!(value >= 1)) return 0;
  return static_cast<std::int64_t>(std::fmin(value, kMost));
}

Query to_query(std::span<const double, kQueryRow> row) {
  Query query;
  query.kind = static_cast<Kind>(static_cast<int>(row[0]));
  for (std::size_t i = 0; i < 4; ++i) {
    query.t0[i] = {row[1 + 3 * i], row[2 + 3 * i], row[3 + 3 * i]};
    query.t1[i] = {row[13 + 3 * i], row[14 + 3 * i], row[15 + 3 * i]};
  }
  return query;
}

Options to_options(std::span<const double, kOptionsRow> row) {
  Options options;
  options.method = static_cast<Method>(static_cast<int>(row[0]));
  if (row[1] != 0) options.tolerance = row[2];
  options.min_separation = row[3];
  options.norm = static_cast<Norm>(static_cast<int>(row[4]));
  options.t_max = row[5];
  options.max_checks = to_count(row[6]);
  options.exact = row[7] != 0;
  options.certificate = row[8] != 0;
  options.toi_width = row[9];
  if (row[10] != 0) options.scene_extent = Vec3(row[11], row[12], row[13]);
  options.describe_free = true;  // figures show the nearest points of free pairs, too
  return options;
}

void put_row(const Outcome& outcome, std::span<double, kOutcomeRow> row) {
  row[0] = static_cast<double>(outcome.status);
  row[1] = outcome.toi;
  row[2] = outcome.toi_upper;
  row[3] = static_cast<double>(outcome.checks);
  row[4] = outcome.starts_in_contact ? 1 : 0;
}

}  // namespace firstcontact::wasm
