#include "narrow/validate.h"

#include <firstcontact/solve.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>

#include "support/contacts.h"

namespace firstcontact::validate_test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

PointPoint sound_query() {
  return {.p_t0 = {0, 0, 0}, .q_t0 = {1, 0, 0}, .p_t1 = {0, 0, 0}, .q_t1 = {-1, 0, 0}};
}

void expect_refused(const Query& query, const Options& options, const std::string& word) {
  const Result result = solve(query, options);
  EXPECT_EQ(result.status, Status::InvalidInput);
  EXPECT_NE(std::string(result.message).find(word), std::string::npos)
      << "message: " << result.message;
  EXPECT_EQ(result.toi, 0);
  EXPECT_FALSE(result.free());
}

void expect_option_refused(const std::function<void(Options&)>& spoil, const std::string& word) {
  Options options;
  spoil(options);
  expect_refused(sound_query(), options, word);
}

TEST(Validate, AcceptsASoundQuery) { EXPECT_TRUE(test::is_later_contact(solve(sound_query()))); }

TEST(Validate, RefusesNanAndInfinityInEveryCoordinate) {
  for (const double bad : {kNan, kInfinity, -kInfinity})
    for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge, Kind::PointEdge, Kind::PointPoint,
                            Kind::PointSegment2D})
      for (int i = 0; i < point_count(kind); ++i)
        for (int axis = 0; axis < 3; ++axis)
          for (const bool at_end : {false, true}) {
            Query query;
            query.kind = kind;
            for (int j = 0; j < 4; ++j) query.t0[j] = query.t1[j] = Vec3::Zero();
            (at_end ? query.t1 : query.t0)[i][axis] = bad;
            expect_refused(query, {}, at_end ? "t1" : "t0");
          }
}

TEST(Validate, RefusesAPointThatWasNeverSet) {
  const VertexFace forgotten = {
      .p_t0 = {0, 0, 1}, .v0_t0 = {0, 0, 0}, .v1_t0 = {1, 0, 0}, .v2_t0 = {0, 1, 0}};
  expect_refused(forgotten, {}, "never set");
}

TEST(Validate, IgnoresPointsTheKindDoesNotHave) {
  Query query = sound_query();
  query.t0[3] = query.t1[2] = unset3();
  EXPECT_TRUE(test::is_later_contact(solve(query)));
}

TEST(Validate, RefusesAKindThatDoesNotExist) {
  Query query = sound_query();
  query.kind = static_cast<Kind>(17);
  expect_refused(query, {}, "kind");
}

TEST(Validate, RefusesAPlanarPairOutsideThePlane) {
  Query query = PointSegment2D{.p_t0 = {0, 0},
                               .s0_t0 = {1, 0},
                               .s1_t0 = {1, 1},
                               .p_t1 = {0, 0},
                               .s0_t1 = {1, 0},
                               .s1_t1 = {1, 1}};
  query.t1[2].z() = 1e-300;
  expect_refused(query, {}, "z");
}

TEST(Validate, RefusesBadOptions) {
  for (const double bad : {-1e-300, -1.0, kNan, kInfinity}) {
    expect_option_refused([&](Options& o) { o.tolerance = bad; }, "tolerance");
    expect_option_refused([&](Options& o) { o.min_separation = bad; }, "min_separation");
  }
  for (const double bad : {-1e-300, 1.0000000000000002, kNan, kInfinity})
    expect_option_refused([&](Options& o) { o.t_max = bad; }, "t_max");
  for (const double bad : {0.0, -1.0, 1.5, kNan})
    expect_option_refused([&](Options& o) { o.toi_width = bad; }, "toi_width");
  for (const std::int64_t bad :
       {std::int64_t{0}, std::int64_t{-1}, std::numeric_limits<std::int64_t>::min()})
    expect_option_refused([&](Options& o) { o.max_checks = bad; }, "max_checks");
  for (const Method method : {Method::Exact, Method::TightInclusion, Method::TightInclusionFast})
    expect_option_refused(
        [=](Options& o) {
          o.method = method;
          o.certificate = true;
        },
        "certificate");
  expect_option_refused([](Options& o) { o.method = static_cast<Method>(99); }, "method");
  expect_option_refused([](Options& o) { o.norm = static_cast<Norm>(99); }, "norm");
}

TEST(Validate, RefusesWhatTightInclusionCannotDo) {
  for (const Method method : {Method::TightInclusion, Method::TightInclusionFast}) {
    const auto with = [method](const std::function<void(Options&)>& spoil) {
      return [method, spoil](Options& o) {
        o.method = method;
        spoil(o);
      };
    };
    expect_option_refused(with([](Options& o) { o.exact = true; }), "exact");
    expect_option_refused(with([](Options& o) { o.min_separation = 0.1; }), "Linf");
    expect_option_refused(with([](Options& o) { o.scene_extent = Vec3(1, kNan, 1); }),
                          "scene_extent");
    expect_option_refused(with([](Options& o) { o.scene_extent = Vec3(0.5, 1, 1); }),
                          "scene_extent");
  }
}

}  // namespace
}  // namespace firstcontact::validate_test
