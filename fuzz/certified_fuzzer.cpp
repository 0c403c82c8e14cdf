// Random bytes as kind, options and 24 coordinates (any bit pattern) against the exact oracle: no
// contact is missed, toi is never after the first contact, exact mode has no false positive and a
// narrow enclosure, and batches of structures and of columns give the bits of a single query.
#include <firstcontact/batch.h>
#include <firstcontact/solve.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "exact/oracle.h"
#include "narrow/validate.h"

namespace {

using namespace firstcontact;

constexpr Kind kKinds[] = {Kind::VertexFace, Kind::EdgeEdge, Kind::PointEdge, Kind::PointPoint,
                           Kind::PointSegment2D};
constexpr double kExactWidth = 0x1p-30;

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "certified_fuzzer: %s\n", what);
  std::abort();
}

/// Takes the bytes one by one; zeros after the last.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), left_(size) {}

  std::uint8_t byte() {
    if (left_ == 0) return 0;
    --left_;
    return *data_++;
  }
  double number() {
    std::uint64_t bits = 0;
    for (int i = 0; i < 8; ++i) bits = bits << 8 | byte();
    return std::bit_cast<double>(bits);
  }

 private:
  const std::uint8_t* data_;
  std::size_t left_;
};

/// A small integer, so that degenerate cases are common, or any bit pattern.
double coordinate(Bytes& bytes, bool small) {
  return small ? static_cast<double>(static_cast<std::int8_t>(bytes.byte()) / 32) : bytes.number();
}

Query read_query(Bytes& bytes) {
  const unsigned choice = bytes.byte();
  Query query;
  query.kind = kKinds[choice % 5];
  const bool small = choice / 5 % 2 == 1;
  for (int i = 0; i < 4; ++i)
    for (Vec3* point : {&query.t0[i], &query.t1[i]}) {
      for (int k = 0; k < 3; ++k) (*point)[k] = coordinate(bytes, small);
      if (query.kind == Kind::PointSegment2D) point->z() = 0;
      if (i >= point_count(query.kind)) point->setZero();
    }
  return query;
}

Options read_options(Bytes& bytes) {
  const unsigned choice = bytes.byte();
  Options options;
  options.exact = choice % 2 == 1;
  options.norm = choice / 2 % 2 == 1 ? Norm::Linf : Norm::L2;
  if (choice / 4 % 4 == 1) options.min_separation = std::abs(bytes.number());
  if (choice / 4 % 4 == 2) options.min_separation = bytes.byte() / 32;
  if (choice / 16 % 4 == 1) options.t_max = bytes.byte() / 255.0;
  if (choice / 16 % 4 == 2) options.tolerance = std::abs(bytes.number());
  if (choice / 16 % 4 == 3) options.tolerance = 0;
  if (choice / 64 == 1) options.max_checks = 1 + bytes.byte() % 32;
  options.decide_only = choice / 64 == 2;
  return options;
}

void check_against_oracle(const Query& query, const Options& options, const Result& result) {
  const exact::Decision truth = exact::decide(query, {.min_separation = options.min_separation,
                                                      .norm = options.norm,
                                                      .t_max = options.t_max,
                                                      .width_bits = 60});
  const bool exhausted = result.status == Status::Undecided;
  require(result.status != Status::InvalidInput, "valid input was refused");
  require(!result.free() || !truth.contact, "a contact was missed");
  require(!truth.contact || result.toi <= truth.upper.round_up(), "toi after the first contact");
  require(!result.starts_in_contact || result.toi == 0, "initial contact later than 0");
  if (!options.exact || exhausted) return;
  require(!result.free() == truth.contact, "a false positive in exact mode");
  if (!truth.contact) return;
  require(result.toi_upper >= truth.lower.round_down(), "the first contact is after toi_upper");
  if (!options.decide_only)
    require(result.toi_upper - result.toi <= kExactWidth, "the enclosure is too wide");
}

bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

void check_batch(const Query& query, const Options& options, const Result& result) {
  const Query pairs[3] = {query, query, query};
  Outcome outcomes[7];
  solve_batch(std::span<const Query>(pairs), options, std::span(outcomes).first(3));
  PairColumns<double> columns;
  for (std::size_t k = 0; k < 24; ++k)
    columns.column[k] = (k < 12 ? query.t0 : query.t1)[k % 12 / 3].data() + k % 3;
  columns.stride = 0;  // the same pair three times
  columns.count = 3;
  solve_batch(query.kind, columns, options, std::span(outcomes).subspan(3, 3));
  outcomes[6] = decide(query, options);
  for (const Outcome& outcome : outcomes)
    require(outcome.status == result.status && same_bits(outcome.toi, result.toi) &&
                same_bits(outcome.toi_upper, result.toi_upper) && outcome.checks == result.checks,
            "the batch differs from the single query");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  const Options options = read_options(bytes);
  const Query query = read_query(bytes);
  const Result result = solve(query, options);
  check_batch(query, options, result);
  if (narrow::find_fault(query, options)) {
    require(result.status == Status::InvalidInput, "invalid input was not refused");
    return 0;
  }
  check_against_oracle(query, options, result);
  return 0;
}
