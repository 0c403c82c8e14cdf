// Certified first contact beside FCL, on random screws of two tori of 600 triangles: the same
// flights, hierarchies made beforehand.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/table.h"
#include "fcl_pair.h"
#include "generate/rigid_models.h"
#include "rigid_bench.h"

namespace firstcontact::bench {
namespace {

/// Contact times may differ by more only for flights that graze: there some time can pass between
/// coming within the tolerance and touching.
constexpr double kSameTime = 1e-4;
/// At a contact of ours FCL's distance may exceed the tolerance by this much, in scene units:
/// rounding of poses and distances.
constexpr double kDistanceRoom = 1e-12;
constexpr double kAskedRatio = 5;

struct Flights {
  std::vector<PreparedFlight> all;
  std::vector<BodyResult> ours;
  bool collides(std::size_t i) const { return ours[i].status == Status::Contact; }
};

/// Both are right if each contact is one by FCL's distance, and if they differ only where the
/// bodies come no nearer than the tolerance.
void check_against_advancement(const FclPair& fcl, const Flights& f, const std::string& name,
                               const std::vector<FclAnswer>& advanced, double tolerance) {
  int grazing = 0, contacts = 0;
  double largest = 0;
  for (std::size_t i = 0; i < f.all.size(); ++i) {
    const BodyResult& ours = f.ours[i];
    const FclAnswer& theirs = advanced[i];
    expect(ours.status == Status::Contact || ours.status == Status::Free,
           fmt::format("flight {} is undecided", i));
    const bool contact = f.collides(i);
    contacts += contact;
    if (contact)
      expect(fcl.distance_at(f.all[i].poses, ours.toi) <= tolerance + kDistanceRoom,
             fmt::format("flight {}: FCL sees no contact at our time", i));
    if (theirs.collides && !contact)
      expect(fcl.distance_at(f.all[i].poses, theirs.time) > 0,
             fmt::format("flight {}: the bodies touch, and we say free", i));
    const double apart =
        contact && theirs.collides ? std::abs(ours.toi - theirs.time) : contact != theirs.collides;
    if (apart > kSameTime)
      ++grazing;
    else
      largest = std::max(largest, apart);
  }
  fmt::print(
      "{} of {} flights collide; {} advancement: {} graze (answers or times differ within the "
      "tolerance), other times agree within "
      "{:.1e}\n",
      contacts, f.all.size(), name, grazing, largest);
  expect(contacts > 0.3 * static_cast<double>(f.all.size()) &&
             contacts < 0.7 * static_cast<double>(f.all.size()),
         "the share of colliding flights");
  expect(grazing <= 0.02 * static_cast<double>(f.all.size()), "too many flights graze");
}

void count_misses(const FclPair& fcl, const Flights& f, std::vector<Contender>& timed) {
  struct Row {
    std::string name;
    FclMethod method;
    int iterations;
    std::vector<FclAnswer> answers = {};
  };
  std::vector<Row> rows = {
      {"FCL naive, 10 instants (its default)", FclMethod::Naive, 10},
      {"FCL naive, 100 instants", FclMethod::Naive, 100},
      {"FCL naive, 1000 instants", FclMethod::Naive, 1000},
      {"FCL conservative advancement", FclMethod::ConservativeAdvancement, 10}};
  std::vector<Contender> contenders;
  for (Row& row : rows) {
    row.answers.resize(f.all.size());
    contenders.push_back({row.name, [&row, &fcl, &f] {
                            for (std::size_t i = 0; i < f.all.size(); ++i)
                              row.answers[i] = fcl.continuous_collide(
                                  f.all[i].poses, row.method, FclPath::Screw, row.iterations);
                          }});
  }
  time_all(contenders, 1, Clock::Processor);
  apps::Table table({{"all flights", apps::Table::Align::Left},
                     {"missed"},
                     {"ghosts"},
                     {"late by 1e-3"},
                     {"early by 1e-3"},
                     {"time / ours"}});
  const double ours = timed[0].seconds + timed[1].seconds;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    int missed = 0, ghosts = 0, late = 0, early = 0;
    for (std::size_t i = 0; i < f.all.size(); ++i) {
      const FclAnswer& answer = rows[r].answers[i];
      missed += f.collides(i) && !answer.collides;
      ghosts += !f.collides(i) && answer.collides;
      late += f.collides(i) && answer.collides && answer.time > f.ours[i].toi + 1e-3;
      early += f.collides(i) && answer.collides && answer.time < f.ours[i].toi - 1e-3;
    }
    table.add_row({rows[r].name, fmt::format("{}", missed), fmt::format("{}", ghosts),
                   fmt::format("{}", late), fmt::format("{}", early),
                   fmt::format("{:.2f}", contenders[r].seconds / ours)});
  }
  fmt::print("{}", table.to_string());
}

}  // namespace

void bench_against_fcl(int repeats, int flight_count) {
  fmt::print("\nTwo tori of 600 triangles, {} random screws, certified first contact and FCL\n",
             flight_count);
  const Body a(generate::triangle_torus(1, 0.4)), b(generate::triangle_torus(1, 0.4));
  const std::unique_ptr<FclPair> fcl = make_fcl_pair(a.surface, b.surface);
  Flights f;
  for (const PoseChange& flight : random_flights(a, b, flight_count, 1, 1.5)) {
    f.all.push_back(prepare(flight));
    f.ours.push_back(first_contact_of(a, b, f.all.back()));
  }
  std::vector<FclAnswer> plain(f.all.size()), sharp(f.all.size());
  const double tolerance = f.ours[0].tolerance;
  const auto run_ours = [&](bool colliding) {
    for (std::size_t i = 0; i < f.all.size(); ++i)
      if (f.collides(i) == colliding) f.ours[i] = first_contact_of(a, b, f.all[i]);
  };
  const auto run_theirs = [&](std::vector<FclAnswer>& answers, FclAdvance kind, bool colliding) {
    for (std::size_t i = 0; i < f.all.size(); ++i)
      if (fcl && f.collides(i) == colliding)
        answers[i] = fcl->advance(f.all[i].poses, tolerance, kind);
  };
  std::vector<Contender> c;
  for (const bool hit : {true, false}) c.push_back({"ours", [&, hit] { run_ours(hit); }});
  for (const bool hit : {true, false})
    c.push_back({"plain", [&, hit] { run_theirs(plain, FclAdvance::Plain, hit); }});
  for (const bool hit : {true, false})
    c.push_back({"sharp", [&, hit] { run_theirs(sharp, FclAdvance::Sharp, hit); }});
  time_all(c, repeats, Clock::Processor);
  double colliding = 0;
  for (std::size_t i = 0; i < f.all.size(); ++i) colliding += f.collides(i);
  const double free = static_cast<double>(f.all.size()) - colliding;
  fmt::print("ours: {} µs a colliding flight, {} µs a free one\n",
             apps::microseconds(c[0].seconds / colliding * 1e6),
             apps::microseconds(c[1].seconds / free * 1e6));
  if (!fcl) {
    fmt::print(
        "FCL was not found when this program was built: nothing to compare with (Debian: "
        "libfcl-dev).\n");
    return;
  }
  check_against_advancement(*fcl, f, "plain", plain, tolerance);
  check_against_advancement(*fcl, f, "sharp", sharp, tolerance);
  for (const std::size_t k : {2, 4})
    fmt::print(
        "{} advancement on FCL's distance / ours: colliding {:.2f}, free {:.2f}, all {:.2f} (asked "
        "{})\n",
        c[k].name, c[k].seconds / c[0].seconds, c[k + 1].seconds / c[1].seconds,
        (c[k].seconds + c[k + 1].seconds) / (c[0].seconds + c[1].seconds), kAskedRatio);
  count_misses(*fcl, f, c);
}

}  // namespace firstcontact::bench
