// The certified mode against the reference on random pairs: nothing missed, nothing invented.
//
// FIRSTCONTACT_SCREW_CASES sets how many pairs of each family are run, FIRSTCONTACT_SCREW_SEED
// where they begin.
#include <firstcontact/screw.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>
#include <tuple>

#include "rigid/reference_screw.h"
#include "rigid/screw_cases.h"

namespace firstcontact::certified_property_test {
namespace {

using test::ReferenceScrew;
using test::ScrewCase;
using test::Touch;

constexpr std::uint64_t kSeed = 60000;

std::uint64_t number(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

struct Count {
  int pairs = 0, undecided = 0, colliding = 0, crossing_at_start = 0, touches = 0, sure = 0,
      reported = 0, proven = 0, proper = 0;
};

using Key = std::tuple<CollisionKind, int, int>;
Key key(const Collision& c) { return {c.kind, c.a, c.b}; }
bool at_start(const Collision& c) {
  return c.kind == CollisionKind::EdgeFace || c.kind == CollisionKind::FaceEdge;
}
std::string name(const Collision& c) {
  return std::string(to_string(c.kind)) + ' ' + std::to_string(c.a) + ' ' + std::to_string(c.b) +
         " in [" + std::to_string(c.time) + ", " + std::to_string(c.time_upper) + "], width " +
         std::to_string((c.time_upper - c.time) * 1e12) + "e-12";
}

void expect_none_missed(const ScrewResult& result, const std::vector<Touch>& touches,
                        const ReferenceScrew& reference) {
  for (const Touch& touch : touches) {
    if (!touch.sure) continue;
    const double slack = 1e-15 * (1 + reference.size());
    const bool found =
        std::any_of(result.collisions.begin(), result.collisions.end(), [&](const Collision& c) {
          return c.kind == touch.kind && c.a == touch.a && c.b == touch.b &&
                 c.time - slack <= touch.time && touch.time <= c.time_upper + slack;
        });
    EXPECT_TRUE(found) << "missed: " << to_string(touch.kind) << ' ' << touch.a << ' ' << touch.b
                       << " at " << testing::PrintToString(touch.time);
  }
}

/// What the tolerance, the narrowest interval and rounding allow.
double allowance(const ScrewResult& result, const ReferenceScrew& reference,
                 const ScrewOptions& options) {
  return result.tolerance + 4 * options.time_resolution * reference.speed() +
         2e-11 * (reference.size() + reference.speed());
}

void expect_none_invented(const ScrewResult& result, const std::vector<Touch>& touches,
                          const ReferenceScrew& reference, const ScrewOptions& options) {
  const double allowed = allowance(result, reference, options);
  constexpr int kSamples = 64;
  for (const Collision& c : result.collisions) {
    if (at_start(c)) continue;
    EXPECT_LE(0, c.time);
    EXPECT_LE(c.time, c.time_upper);
    EXPECT_LE(c.time_upper, 1);
    const double width = c.time_upper - c.time;
    double nearest = reference.distance(c, c.time_upper);
    for (int i = 0; i < kSamples; ++i)
      nearest = std::min(nearest, reference.distance(c, c.time + width * i / kSamples));
    EXPECT_LE(nearest, allowed + reference.speed() * std::min(width, 1e-9))
        << "invented: " << name(c);
    if (!c.proven) continue;
    const bool real = std::any_of(touches.begin(), touches.end(), [&](const Touch& touch) {
      return Key(touch.kind, touch.a, touch.b) == key(c) && c.time - 1e-9 <= touch.time &&
             touch.time <= c.time_upper + 1e-9;
    });
    EXPECT_TRUE(real) << "proven, but no root: " << name(c);
  }
}

void expect_first_is_earliest(const ScrewCase& pair, const ScrewResult& all,
                              const ReferenceScrew& reference) {
  ScrewOptions options;
  options.first_only = true;
  const ScrewResult first = find_collisions(pair.a, pair.motion_a, pair.b, pair.motion_b, options);
  ASSERT_EQ(first.status, all.status);
  if (all.collisions.empty()) return;
  ASSERT_FALSE(first.collisions.empty());
  double surely_begun = 2;
  for (const Collision& c : all.collisions) surely_begun = std::min(surely_begun, c.time_upper);
  // Where contacts that are not proven begin is only known up to the tolerance.
  const double fuzzy = all.collisions[0].proven ? 0 : 1e-8;
  const double slack = fuzzy + 4 * options.time_resolution + 1e-12 * (1 + reference.size());
  EXPECT_NEAR(first.collisions[0].time, all.collisions[0].time,
              slack + (surely_begun - all.collisions[0].time));
  std::set<Key> in_first, in_all;
  for (const Collision& c : first.collisions) in_first.insert(key(c));
  for (const Collision& c : all.collisions) {
    if (c.time <= first.collisions.back().time_upper + slack) in_all.insert(key(c));
    EXPECT_TRUE(c.time > all.collisions[0].time || in_first.count(key(c)) > 0 || !c.proven)
        << "not among the first: " << name(c);
  }
  for (const Collision& c : first.collisions)
    EXPECT_TRUE(in_all.count(key(c))) << "first only: " << name(c);
}

/// The point lies on both bodies, and along the normal A is below and B above it.
void expect_described_in_the_world(const ScrewResult& result, const ReferenceScrew& reference,
                                   const ScrewOptions& options, Count& count) {
  const double allowed = allowance(result, reference, options);
  for (const Collision& c : result.collisions) {
    if (at_start(c)) continue;
    const double away = allowed + 4 * reference.speed() * std::min(c.time_upper - c.time, 1e-6);
    EXPECT_LE(reference.distance_to_a(c, c.point, c.time), away) << name(c);
    EXPECT_LE(reference.distance_to_b(c, c.point, c.time), away) << name(c);
    EXPECT_NEAR(c.normal.norm(), 1, 1e-12) << name(c);
    if (!(c.properness > 1e-3) || c.time_upper - c.time > 1e-8) continue;
    ++count.proper;
    for (const Vec3& v : reference.directions_of_a(c, c.time))
      EXPECT_GE(c.normal.dot(v), -1e-6) << name(c);
    for (const Vec3& v : reference.directions_of_b(c, c.time))
      EXPECT_LE(c.normal.dot(v), 1e-6) << name(c);
  }
}

void check(const ScrewCase& pair, Count& count) {
  ASSERT_EQ(pair.a.fault(), "");
  ASSERT_EQ(pair.b.fault(), "");
  const ScrewOptions options;
  const ScrewResult result = find_collisions(pair.a, pair.motion_a, pair.b, pair.motion_b, options);
  ASSERT_NE(result.status, Status::InvalidInput) << result.message;
  const ReferenceScrew reference(pair.a, pair.motion_a, pair.b, pair.motion_b);
  const std::vector<Touch> touches = reference.touches();
  expect_none_missed(result, touches, reference);
  ++count.pairs;
  if (result.status == Status::Undecided) {
    ++count.undecided;
    return;
  }
  expect_none_invented(result, touches, reference, options);
  expect_described_in_the_world(result, reference, options, count);
  if (!result.intersecting_at_start) expect_first_is_earliest(pair, result, reference);
  count.colliding += result.status == Status::Contact;
  count.crossing_at_start += result.intersecting_at_start;
  count.touches += static_cast<int>(touches.size());
  count.sure += static_cast<int>(
      std::count_if(touches.begin(), touches.end(), [](const Touch& t) { return t.sure; }));
  count.reported += static_cast<int>(result.collisions.size());
  count.proven += static_cast<int>(std::count_if(result.collisions.begin(), result.collisions.end(),
                                                 [](const Collision& c) { return c.proven; }));
}

class CertifiedScrew : public testing::TestWithParam<int> {};

TEST_P(CertifiedScrew, MissesNothingAndInventsNothing) {
  const std::uint64_t pairs = number("FIRSTCONTACT_SCREW_CASES", 30),
                      seed = number("FIRSTCONTACT_SCREW_SEED", kSeed);
  Count count;
  for (std::uint64_t i = 0; i < pairs; ++i) {
    const ScrewCase pair = test::screw_case(GetParam(), seed + i);
    SCOPED_TRACE(pair.family + ", seed " + std::to_string(seed + i));
    check(pair, count);
    if (HasFatalFailure()) return;
  }
  std::printf(
      "%d pairs, %d undecided, %d collide (%d from the start), %d touches (%d sure), %d reported "
      "(%d proven, %d proper)\n",
      count.pairs, count.undecided, count.colliding, count.crossing_at_start, count.touches,
      count.sure, count.reported, count.proven, count.proper);
  // Edges that turn in one plane about the foot of an end can take more steps than a pair may.
  EXPECT_LE(500 * count.undecided, count.pairs);
  EXPECT_GE(10 * count.colliding, 2 * count.pairs);
  if (GetParam() == test::kGenericFamily) {
    EXPECT_LE(10 * count.colliding, 9 * count.pairs);
    EXPECT_GE(count.sure, 2 * count.pairs);
    EXPECT_GE(10 * count.proven, 9 * count.sure);
    EXPECT_GE(count.proper, count.pairs / 4);
  }
}

INSTANTIATE_TEST_SUITE_P(Families, CertifiedScrew, testing::Range(0, test::kFamilies));

}  // namespace
}  // namespace firstcontact::certified_property_test
