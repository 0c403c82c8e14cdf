#include "scene_queries.h"

#include <algorithm>

#include "../common/harness.h"

namespace firstcontact::bench {

PreparedScene prepare(generate::ArticulatedScene made, std::size_t stride) {
  PreparedScene prepared;
  prepared.name = made.name;
  prepared.scene = Scene(std::move(made.description));
  prepared.decide_only = made.decide_only;
  expect(prepared.scene.fault().empty(), prepared.name + ": " + prepared.scene.fault());
  SceneOptions at_start;
  at_start.t_max = 0;
  for (std::size_t i = 0; i < made.queries.size(); i += stride) {
    SceneEdge& query = made.queries[i];
    if (first_contact(prepared.scene, query.q_t0, query.q_t1, at_start).status == Status::Contact)
      ++prepared.begin_in_contact;
    else
      prepared.queries.push_back(std::move(query));
  }
  return prepared;
}

std::size_t SceneRun::contacts() const {
  std::size_t count = 0;
  for (std::size_t i = 0; i < results.size(); ++i) count += contact(i);
  return count;
}

Timings SceneRun::timings() const {
  Timings t;
  for (std::size_t i = 0; i < results.size(); ++i) {
    t.all += seconds[i];
    (contact(i) ? t.contact : t.free) += seconds[i];
    t.worst = std::max(t.worst, seconds[i]);
  }
  const double hits = static_cast<double>(contacts()), count = static_cast<double>(results.size());
  t.all /= std::max(1.0, count);
  t.contact /= std::max(1.0, hits);
  t.free /= std::max(1.0, count - hits);
  return t;
}

double SceneRun::mean(std::int64_t SceneCounts::*count) const {
  double sum = 0;
  for (const SceneResult& result : results) sum += static_cast<double>(result.counts.*count);
  return sum / std::max<double>(1, static_cast<double>(results.size()));
}

SceneRun run_method(const PreparedScene& scene, SceneMethod method, int repeats) {
  SceneOptions options;
  options.method = method;
  options.decide_only = scene.decide_only;
  SceneRun run;
  run.results.resize(scene.queries.size());
  run.seconds.assign(scene.queries.size(), 1e300);
  for (int repeat = 0; repeat < repeats; ++repeat)
    for (std::size_t i = 0; i < scene.queries.size(); ++i) {
      const SceneEdge& query = scene.queries[i];
      const double seconds = fastest(1, Clock::Processor, [&] {
        run.results[i] = first_contact(scene.scene, query.q_t0, query.q_t1, options);
      });
      run.seconds[i] = std::min(run.seconds[i], seconds);
    }
  return run;
}

}  // namespace firstcontact::bench
