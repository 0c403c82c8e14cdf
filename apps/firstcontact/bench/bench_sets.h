#pragma once
/// The queries of the benchmark and the exact truth about them.
#include <firstcontact/options.h>
#include <firstcontact/query.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "generate/cloth_step.h"

namespace firstcontact::apps {

struct SetInfo {
  std::string name;   ///< "handcrafted-vertex-face"
  std::string title;  ///< "handcrafted"
  std::string group;  ///< handcrafted, simulation, samples
  Kind kind = Kind::VertexFace;
  std::int64_t queries = 0;
  /// Where it comes from; the same text for the same queries.
  std::string source;
};

/// The exact first time of contact lies in [toi, toi_upper], neighbouring doubles where possible.
/// No contact: both are 1.
struct ExactTruth {
  bool contact = false;
  double toi = 1, toi_upper = 1;
};

struct SetOptions {
  std::uint64_t seed = 1;
  /// At most this many of each set; 0: as many as it has by default.
  std::int64_t queries = 0;
  bool quick = false;
  /// Query files and folders of them: the sets "samples-…".
  std::vector<std::string> paths;
};

/// Makes or reads sets when they are first used, and keeps them.
///
/// Queries are in an order shuffled from the seed, so that the first ones of a set are a fair
/// sample of it.
class BenchSets {
 public:
  /// Reads the files of `options.paths`, and keeps a fair sample where they are large. Throws
  /// io::InputError. Files of other kinds than vertex-face and edge-edge, which the published
  /// methods do not know, are passed over and counted in `files_passed_over`. `stop`: once true,
  /// whatever is under way throws Stopped.
  BenchSets(const SetOptions& options, const std::atomic<int>& stop);

  struct Stopped {};

  /// Descriptions of all sets; does not make the queries.
  const std::vector<SetInfo>& infos() const { return infos_; }
  /// All files that were read.
  const std::vector<std::string>& files() const { return files_; }
  int files_passed_over() const { return passed_over_; }

  const std::vector<Query>& queries(const SetInfo& set);
  /// A number that changes when any bit of the queries does.
  std::uint64_t fingerprint(const SetInfo& set);
  /// The truth about the first `count` or more queries, by the exact oracle, on all threads.
  const std::vector<ExactTruth>& truth(const SetInfo& set, double separation, Norm norm,
                                       std::int64_t count);

 private:
  void read_files();
  std::vector<Query> handcrafted(Kind kind) const;
  std::vector<Query> simulation(Kind kind, std::int64_t count);

  SetOptions options_;
  const std::atomic<int>& stop_;
  std::vector<SetInfo> infos_;
  std::vector<std::string> files_;
  int passed_over_ = 0;
  std::map<std::string, std::vector<Query>> queries_;
  std::map<std::tuple<std::string, double, Norm>, std::vector<ExactTruth>> truths_;
  /// The cloth step and its candidates; made again if the sets are not asked for in order.
  struct Cloth {
    generate::Step step;
    std::vector<generate::CandidatePair> pairs;
  };
  std::unique_ptr<Cloth> cloth_;
};

}  // namespace firstcontact::apps
