// verify --queries: a proof for every query, in the order of the queries, as `solve --exact` writes
// them. What has no proof must touch; the exact oracle decides, which is no part of the verifier.
#include <firstcontact/query_files.h>
#include <fmt/format.h>

#include <algorithm>

#include "common/table.h"
#include "exact/oracle.h"
#include "io/query_reader.h"
#include "parallel/parallel.h"
#include "verify_inputs.h"

namespace firstcontact::apps {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kBlock = 4096;  // queries without a proof that are decided at a time

/// All queries of some files, one after the other.
class QueryStream {
 public:
  struct Item {
    Query query;
    std::size_t source = 0, number = 0;  ///< number in its file, from 0
  };

  explicit QueryStream(std::vector<io::QuerySource> sources) : sources_(std::move(sources)) {}

  bool next(Item& item) {
    for (; source_ < sources_.size(); ++source_, number_ = 0, reader_.reset()) {
      if (!reader_) reader_.emplace(sources_[source_].path, sources_[source_].kind);
      io::TruthQuery read;
      if (!reader_->next(read)) continue;
      item = {read.query, source_, number_++};
      return true;
    }
    return false;
  }

  std::string name(const Item& item) const {
    return fmt::format("query {} of {}", item.number, sources_[item.source].path);
  }

 private:
  std::vector<io::QuerySource> sources_;
  std::size_t source_ = 0, number_ = 0;
  std::optional<io::QueryReader> reader_;
};

bool is_same(const Query& a, const Query& b) {
  if (a.kind != b.kind) return false;
  for (int i = 0; i < point_count(a.kind); ++i)
    if (a.t0[i] != b.t0[i] || a.t1[i] != b.t1[i]) return false;
  return true;
}

class QueryMatch final : public InputMatch {
 public:
  explicit QueryMatch(const QueryInputArguments& arguments)
      : arguments_(arguments), stream_(io::find_query_files(arguments.paths)) {}

  void pair(const std::string& place, const proof::PairProof& proof) override {
    if (lost_) return;
    QueryStream::Item item;
    while (next(item)) {
      if (!is_same(item.query, proof.query)) {
        leave_out(item);
        continue;
      }
      if (proof.contact) {
        ++proven_touching_;
        compare_contact(place, proof, item);
      } else {
        ++proven_;
        compare(place, proof, item);
      }
      return;
    }
    lost_ = true;
    differ(fmt::format("{}: this proof is about none of the queries, or they come in another order",
                       place));
  }

  void finish() override {
    QueryStream::Item item;
    while (!lost_ && next(item)) leave_out(item);
    decide_left_out();
    if (free_ > 0)
      differ(fmt::format(
          "{} {} free, but without a valid proof; the first is {} (near misses that `solve` calls "
          "contacts have none: `solve --exact` proves every answer)",
          grouped(free_), free_ == 1 ? "query is" : "queries are", stream_.name(first_free_)));
  }

  std::string text() const override {
    return fmt::format(
        "inputs        {} queries: {} proven free, {} proven to touch, {} touch by exact "
        "arithmetic\n",
        grouped(queries_), grouped(proven_), grouped(proven_touching_), grouped(touching_));
  }

  Json json() const override {
    return {{"kind", "queries"},
            {"paths", arguments_.paths},
            {"separation", arguments_.separation},
            {"norm", arguments_.norm == Norm::L2 ? "l2" : "linf"},
            {"t_max", arguments_.t_max},
            {"queries", queries_},
            {"proven_free", proven_},
            {"proven_touching", proven_touching_},
            {"touching", touching_},
            {"without_proof", free_}};
  }

 private:
  bool next(QueryStream::Item& item) {
    if (!stream_.next(item)) return false;
    ++queries_;
    return true;
  }

  /// A distance in linf is never above that in l2, so a proof in linf proves both.
  void compare(const std::string& place, const proof::PairProof& proof,
               const QueryStream::Item& item) {
    const std::string name = stream_.name(item);
    if (proof.t_max < arguments_.t_max)
      differ(fmt::format("{}: {}: the proof ends at t = {}, before t = {}", place, name,
                         proof.t_max, arguments_.t_max));
    if (proof.separation < arguments_.separation)
      differ(fmt::format("{}: {}: the proof is of a separation of {}, less than {}", place, name,
                         proof.separation, arguments_.separation));
    else if (arguments_.separation > 0 && arguments_.norm == Norm::Linf && proof.norm != Norm::Linf)
      differ(fmt::format("{}: {}: the proof is of a separation in l2, not in linf", place, name));
  }

  /// A contact within a smaller separation is one within a greater, and one in l2 is one in linf.
  void compare_contact(const std::string& place, const proof::PairProof& proof,
                       const QueryStream::Item& item) {
    const std::string name = stream_.name(item);
    if (proof.contact->toi_upper > arguments_.t_max)
      differ(fmt::format("{}: {}: the proof is of a contact up to t = {}, after t = {}", place,
                         name, proof.contact->toi_upper, arguments_.t_max));
    if (proof.separation > arguments_.separation)
      differ(fmt::format("{}: {}: the proof is of a contact within {}, more than {}", place, name,
                         proof.separation, arguments_.separation));
    else if (proof.separation > 0 && proof.norm == Norm::Linf && arguments_.norm != Norm::Linf)
      differ(fmt::format("{}: {}: the proof is of a contact in linf, not in l2", place, name));
  }

  void leave_out(const QueryStream::Item& item) {
    left_out_.push_back(item);
    if (left_out_.size() == kBlock) decide_left_out();
  }

  void decide_left_out() {
    std::vector<char> touches(left_out_.size());
    parallel::parallel_for(
        left_out_.size(), 16, arguments_.threads, [&](std::size_t begin, std::size_t end) {
          for (std::size_t i = begin; i < end; ++i)
            touches[i] = exact::decide(left_out_[i].query,
                                       {arguments_.separation, arguments_.norm, arguments_.t_max})
                             .contact;
        });
    for (std::size_t i = 0; i < touches.size(); ++i) {
      if (touches[i])
        ++touching_;
      else if (free_++ == 0)
        first_free_ = left_out_[i];
    }
    left_out_.clear();
  }

  QueryInputArguments arguments_;
  QueryStream stream_;
  std::vector<QueryStream::Item> left_out_;
  QueryStream::Item first_free_;
  bool lost_ = false;
  std::int64_t queries_ = 0, proven_ = 0, proven_touching_ = 0, touching_ = 0, free_ = 0;
};

}  // namespace

std::unique_ptr<InputMatch> match_queries(const QueryInputArguments& arguments) {
  return std::make_unique<QueryMatch>(arguments);
}

}  // namespace firstcontact::apps
