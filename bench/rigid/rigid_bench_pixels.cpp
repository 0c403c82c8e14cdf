// What the pixel mode misses and what it reports wrongly, by resolution, compared with the
// certified mode.
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "common/table.h"
#include "generate/random.h"
#include "generate/rigid_models.h"
#include "rigid_bench.h"

namespace firstcontact::bench {
namespace {

constexpr double kPublishedProperness = -0.1;

struct Pair {
  Body a, b;
  PoseChange flight;
  ScrewResult truth;
};

struct Agreement {
  int contacts = 0, missed = 0, reported = 0, ghosts = 0;
  /// Pairs of bodies for which one mode reports something and the other one nothing.
  int pairs_missed = 0, pairs_invented = 0;
};

bool same_features(const Collision& x, const Collision& y) {
  return std::tie(x.kind, x.a, x.b) == std::tie(y.kind, y.a, y.b);
}

int without_partner(const std::vector<Collision>& some, const std::vector<Collision>& others) {
  return static_cast<int>(std::count_if(some.begin(), some.end(), [&](const Collision& c) {
    return std::none_of(others.begin(), others.end(),
                        [&](const Collision& o) { return same_features(c, o); });
  }));
}

std::vector<Pair> make_pairs(int count, std::uint64_t seed) {
  std::vector<Pair> pairs;
  generate::Random random({generate::hash("pixel pairs"), seed});
  ScrewOptions options;
  options.min_properness = kPublishedProperness;
  while (static_cast<int>(pairs.size()) < count) {
    Body a(generate::random_polyhedron(random)), b(generate::random_polyhedron(random));
    const PoseChange flight = random_flights(a, b, 1, random.next(), 1).front();
    ScrewResult truth = collisions_of(a, b, flight, options);
    if (truth.status == Status::Undecided) continue;
    pairs.push_back({std::move(a), std::move(b), flight, std::move(truth)});
  }
  return pairs;
}

Agreement compare(const std::vector<Pair>& pairs, double pixels_an_edge) {
  Agreement sum;
  for (const Pair& pair : pairs) {
    ScrewOptions options;
    options.mode = ScrewMode::Pixels;
    options.resolution =
        std::min(pair.a.typical_short_edge, pair.b.typical_short_edge) / pixels_an_edge;
    const std::vector<Collision> found =
        collisions_of(pair.a, pair.b, pair.flight, options).collisions;
    const std::vector<Collision>& expected = pair.truth.collisions;
    sum.contacts += static_cast<int>(expected.size()),
        sum.reported += static_cast<int>(found.size());
    sum.missed += without_partner(expected, found), sum.ghosts += without_partner(found, expected);
    sum.pairs_missed += !expected.empty() && found.empty(),
        sum.pairs_invented += expected.empty() && !found.empty();
  }
  return sum;
}

}  // namespace

void bench_pixels() {
  constexpr int kPairs = 1000;
  const std::vector<Pair> pairs = make_pairs(kPairs, 1);
  const auto colliding = std::count_if(pairs.begin(), pairs.end(),
                                       [](const Pair& p) { return !p.truth.collisions.empty(); });
  expect(colliding > kPairs / 5 && colliding < kPairs * 4 / 5,
         "the pairs for the pixel mode are not balanced");
  fmt::print(
      "\nThe pixel mode against the certified one: {} pairs of small random bodies, {} of them "
      "collide\n",
      kPairs, colliding);
  apps::Table table({{"pixels an edge"},
                     {"contacts"},
                     {"missed"},
                     {"reported"},
                     {"ghosts"},
                     {"pairs missed"},
                     {"pairs invented"}});
  for (const double pixels : {3.0, 6.0, 12.0, 24.0, 48.0, 96.0}) {
    const Agreement a = compare(pairs, pixels);
    table.add_row({fmt::format("{}", pixels), fmt::format("{}", a.contacts),
                   fmt::format("{}", a.missed), fmt::format("{}", a.reported),
                   fmt::format("{}", a.ghosts), fmt::format("{}", a.pairs_missed),
                   fmt::format("{}", a.pairs_invented)});
  }
  fmt::print("{}", table.to_string());
}

}  // namespace firstcontact::bench
