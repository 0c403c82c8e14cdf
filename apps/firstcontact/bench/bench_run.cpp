#include "bench_run.h"

#include <firstcontact/query_files.h>
#include <fmt/format.h>
#include <unistd.h>

#include <list>
#include <map>
#include <memory>
#include <set>

#include "bench_worker.h"
#include "common/progress.h"
#include "io/errors.h"

namespace firstcontact::apps {
namespace {

/// A repeat that takes this many times as long as the first timing predicts is stopped and ignored.
constexpr double kRepeatPatience = 3;

constexpr useconds_t kPollUs = 2'000;

struct Item {
  const BenchUnit* unit = nullptr;
  int repeat = 0;
};

/// True if the two are timed round by round.
bool are_timed_together(const BenchUnit& a, const BenchUnit& b) {
  return a.study == b.study && a.set == b.set;
}

/// Order of the timings: study by study, set by set, and within a set first all methods once, then
/// all of them again.
std::list<Item> items_of(const std::vector<BenchUnit>& units, int repeats) {
  std::list<Item> items;
  for (std::size_t begin = 0, end = 0; begin < units.size(); begin = end) {
    for (end = begin; end < units.size() && are_timed_together(units[begin], units[end]);) ++end;
    for (int repeat = 0; repeat < repeats; ++repeat)
      for (std::size_t i = begin; i < end; ++i) items.push_back({&units[i], repeat});
  }
  return items;
}

Json identity_of(const Item& item) {
  const BenchUnit& unit = *item.unit;
  return {{"key", unit.key()},
          {"repeat", item.repeat},
          {"study", unit.study},
          {"method", unit.method->name},
          {"set", unit.set},
          {"tolerance", unit.parameters.tolerance},
          {"max_checks", unit.parameters.max_checks},
          {"separation", unit.parameters.separation}};
}

class Runner {
 public:
  Runner(const BenchSettings& settings, BenchSets& sets, BenchStore& store)
      : settings_(settings), sets_(sets), store_(store) {
    for (const SetInfo& info : sets.infos()) infos_[info.name] = &info;
  }

  bool run(const std::vector<BenchUnit>& units, int jobs, const std::atomic<int>& stop);

 private:
  struct Active {
    Item item;
    std::unique_ptr<Worker> worker;
  };

  enum class Readiness { Ready, Later, Never };
  Readiness readiness(const Item& item) const;
  void start(const Item& item);
  void finish(const Active& active);
  void store_refusal(const Item& item);
  void introduce(const SetInfo& set);
  const std::vector<ExactTruth>& truth_for(const BenchUnit& unit);
  double repeat_limit_s(const BenchUnit& unit) const {
    return unit.time_limit_s / std::max(1, settings_.repeats - 1);
  }

  const BenchSettings& settings_;
  BenchSets& sets_;
  BenchStore& store_;
  std::map<std::string, const SetInfo*> infos_;
  std::set<std::string> introduced_;
  std::list<Active> active_;
};

/// True if the timing is finished, or repeats a timing that cannot be repeated.
Runner::Readiness Runner::readiness(const Item& item) const {
  const std::string key = item.unit->key();
  if (store_.find_timing(key, item.repeat)) return Readiness::Never;
  if (item.repeat == 0) return Readiness::Ready;
  const Json* first = store_.find_timing(key, 0);
  if (!first) return Readiness::Later;
  const std::string status = first->value("status", "");
  const bool repeatable =
      (status == "done" || status == "timeout") && first->value("repeat_queries", 0) > 0;
  return repeatable ? Readiness::Ready : Readiness::Never;
}

const std::vector<ExactTruth>& Runner::truth_for(const BenchUnit& unit) {
  return sets_.truth(*infos_.at(unit.set), unit.parameters.separation, unit.method->norm,
                     unit.queries);
}

/// Stores the description of the set, or checks that the stored one is the same.
void Runner::introduce(const SetInfo& set) {
  if (!introduced_.insert(set.name).second) return;
  const std::string fingerprint = fmt::format("{:016x}", sets_.fingerprint(set));
  if (const Json* known = store_.find_set(set.name)) {
    if (known->value("fingerprint", "") != fingerprint)
      throw io::InputError(
          set.name,
          "has other queries than when this benchmark was begun: use --fresh or another folder");
    return;
  }
  std::int64_t contacts = 0;
  for (const ExactTruth& truth : sets_.truth(set, 0, Norm::L2, set.queries))
    contacts += truth.contact;
  store_.add_set({{"name", set.name},
                  {"title", set.title},
                  {"group", set.group},
                  {"kind", io::kind_name(set.kind)},
                  {"queries", set.queries},
                  {"contacts", contacts},
                  {"source", set.source},
                  {"fingerprint", fingerprint}});
}

void Runner::store_refusal(const Item& item) {
  Json timing = identity_of(item);
  timing["status"] = "refused";
  timing["message"] = item.unit->refused;
  timing.update(first_timing(*item.unit, {}, {}, 0, 0));
  store_.add_timing(std::move(timing));
}

void Runner::start(const Item& item) {
  const BenchUnit& unit = *item.unit;
  WorkerTask task{unit.method, unit.parameters, sets_.queries(*infos_.at(unit.set)),
                  unit.time_limit_s};
  std::size_t count = unit.queries;
  if (item.repeat > 0) {
    count = store_.find_timing(unit.key(), 0)->value("repeat_queries", std::size_t{0});
    task.time_limit_s = kRepeatPatience * repeat_limit_s(unit);
  }
  task.queries = task.queries.first(count);
  active_.push_back({item, std::make_unique<Worker>(task)});
}

void Runner::finish(const Active& active) {
  const BenchUnit& unit = *active.item.unit;
  const Worker& worker = *active.worker;
  Json timing = identity_of(active.item);
  std::string message = worker.message();
  timing["status"] = worker.end() == WorkerEnd::Done      ? "done"
                     : worker.end() == WorkerEnd::Timeout ? "timeout"
                                                          : "crashed";
  if (worker.end() == WorkerEnd::Timeout && message.empty())
    message =
        fmt::format("time limit: {} of {} queries asked", worker.answers().size(), unit.queries);
  timing["message"] = message;
  timing.update(active.item.repeat == 0 ? first_timing(unit, worker.answers(), truth_for(unit),
                                                       worker.seconds(), repeat_limit_s(unit))
                                        : repeated_timing(worker.answers()));
  store_.add_timing(std::move(timing));
}

bool Runner::run(const std::vector<BenchUnit>& units, int jobs, const std::atomic<int>& stop) {
  std::list<Item> pending = items_of(units, settings_.repeats);
  const auto total = static_cast<std::int64_t>(pending.size());
  Progress progress("timings", total);
  while (!stop) {
    for (auto item = pending.begin();
         item != pending.end() && std::ssize(active_) < jobs && !stop;) {
      const Readiness ready = readiness(*item);
      if (ready == Readiness::Later) {
        ++item;
        continue;
      }
      if (ready == Readiness::Ready) {
        introduce(*infos_.at(item->unit->set));
        progress.update(total - std::ssize(pending), "truth of " + item->unit->set);
        if (item->unit->refused.empty()) {
          truth_for(*item->unit);
          start(*item);
        } else {
          store_refusal(*item);
        }
      }
      item = pending.erase(item);
    }
    if (active_.empty() && pending.empty()) return true;
    for (auto active = active_.begin(); active != active_.end();) {
      if (!active->worker->ended()) {
        ++active;
        continue;
      }
      finish(*active);
      active = active_.erase(active);
    }
    if (!active_.empty()) {
      const BenchUnit& unit = *active_.front().item.unit;
      progress.update(total - std::ssize(pending) - std::ssize(active_),
                      fmt::format("{}: {}, {}", unit.study, unit.method->name, unit.set));
      usleep(kPollUs);
    }
  }
  return false;
}

}  // namespace

bool run_units_together(const std::vector<BenchUnit>& units, const BenchSettings& settings,
                        int jobs, BenchSets& sets, BenchStore* store, const std::atomic<int>& stop,
                        ChunkPool& pool) {
  const std::string known =
      pool.share(store ? Json{{"sets", store->sets()}, {"timings", store->timings()}}.dump(
                             -1, ' ', false, Json::error_handler_t::replace)
                       : "");
  const Json begun = Json::parse(known);
  const std::vector<Json> sets_begun = begun["sets"], timings_begun = begun["timings"];
  std::vector<std::vector<BenchUnit>> groups;
  for (const BenchUnit& unit : units) {
    if (groups.empty() || !are_timed_together(groups.back().front(), unit)) groups.emplace_back();
    groups.back().push_back(unit);
  }
  ChunkPool::Job job;
  job.chunks = groups.size();
  job.work = [&](std::size_t i) {
    BenchStore own(sets_begun, timings_begun);
    const bool all = run_units(groups[i], settings, jobs, sets, own, stop);
    Json result = {{"all", all}, {"sets", Json::array()}, {"timings", Json::array()}};
    for (std::size_t k = sets_begun.size(); k < own.sets().size(); ++k)
      result["sets"].push_back(own.sets()[k]);
    for (std::size_t k = timings_begun.size(); k < own.timings().size(); ++k)
      result["timings"].push_back(own.timings()[k]);
    return result.dump(-1, ' ', false, Json::error_handler_t::replace);
  };
  bool all = true;
  job.take = [&](std::size_t, std::string_view bytes) {
    const Json result = Json::parse(bytes);
    for (const Json& set : result["sets"])
      if (!store->find_set(set["name"].get<std::string>())) store->add_set(set);
    for (const Json& timing : result["timings"]) store->add_timing(timing);
    all = result["all"].get<bool>();
    return all && stop == 0;
  };
  pool.run(job);
  return all && stop == 0;
}

bool run_units(const std::vector<BenchUnit>& units, const BenchSettings& settings, int jobs,
               BenchSets& sets, BenchStore& store, const std::atomic<int>& stop) {
  for (const SetInfo& info : sets.infos())
    if (const Json* known = store.find_set(info.name);
        known && known->value("source", "") != info.source)
      throw io::InputError(
          info.name,
          fmt::format(
              "was '{}' when this benchmark was begun and is '{}' now: use --fresh or another "
              "folder",
              known->value("source", ""), info.source));
  try {
    Runner runner(settings, sets, store);
    return runner.run(units, jobs, stop);
  } catch (const BenchSets::Stopped&) {
    return false;
  }
}

}  // namespace firstcontact::apps
