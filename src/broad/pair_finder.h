#pragma once
/// Which of many boxes overlap: four ways to find out, with one interface. Every way finds the same
/// pairs.
///
/// Boxes are closed: those that only touch overlap. They need not have a volume (points, segments
/// and flat boxes are boxes). Precondition throughout: min <= max on every axis, no coordinate is
/// NaN or infinite.
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace firstcontact::broad {

struct Box {
  double min[3], max[3];
};

inline bool overlap(const Box& a, const Box& b) {
  return a.min[0] <= b.max[0] && b.min[0] <= a.max[0] && a.min[1] <= b.max[1] &&
         b.min[1] <= a.max[1] && a.min[2] <= b.max[2] && b.min[2] <= a.max[2];
}

struct IndexPair {
  std::int32_t first, second;

  friend bool operator==(const IndexPair&, const IndexPair&) = default;
};

/// How a finder hands over what it finds. Pairs are handed over in blocks as they are found and
/// never stored as a whole.
struct Traversal {
  /// At most this many pairs a block.
  static constexpr std::size_t kBlock = 1024;

  int threads = 0;  ///< 0: as many as the machine has
  /// Called with one block after the other, concurrently from several threads. Returns false to
  /// stop the traversal soon. May throw: the traversal stops and rethrows.
  std::function<bool(std::span<const IndexPair>)> visit;
  /// If not empty, asked now and then, concurrently, also while nothing is found; returns false to
  /// stop as `visit` does.
  std::function<bool()> keep_going;
  /// If not empty, called now and then with the share of the work done, in [0, 1]; never twice at
  /// the same time.
  std::function<void(double)> progress;
};

enum class Method { Bvh, Sweep, Hash, Brute };

class PairFinder {
 public:
  virtual ~PairFinder() = default;

  /// Takes a copy of what it needs of the boxes. At most 2^31 - 1 of them. Calling it again with
  /// the same number of boxes, moved a little, is cheaper than the first time for the finders that
  /// keep something.
  virtual void update(std::span<const Box> boxes, int threads) = 0;

  /// Every pair (first < second) of overlapping boxes once. False if `visit` stopped it.
  virtual bool self_pairs(const Traversal& traversal) const = 0;

  /// Every pair (index into `queries`, index into the boxes) that overlaps, once. False if `visit`
  /// stopped it.
  virtual bool pairs_with(std::span<const Box> queries, const Traversal& traversal) const = 0;

  /// What a user should know of the last traversal's cost: empty, or how many box tests it took and
  /// why, if they were far more than the boxes and pairs explain.
  virtual std::string note() const { return {}; }
};

std::unique_ptr<PairFinder> make_pair_finder(Method method);

}  // namespace firstcontact::broad
