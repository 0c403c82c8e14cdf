#pragma once
/// Finds all pairs of overlapping boxes: four methods with one interface, which find the same
/// pairs.
///
/// Boxes that only touch overlap. Boxes need not have a volume: points, segments and flat boxes are
/// allowed. Precondition throughout: min <= max on every axis, and all coordinates are finite.
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

/// How a finder reports pairs. It hands them over in blocks as it finds them, and never stores all
/// of them.
struct Traversal {
  /// Largest number of pairs per block.
  static constexpr std::size_t kBlock = 1024;

  int threads = 0;  ///< 0: as many as the machine has
  /// Called with every block, concurrently from several threads. Returns false to stop the
  /// traversal soon. If it throws, the traversal stops and rethrows.
  std::function<bool(std::span<const IndexPair>)> visit;
  /// If not empty, called now and then, concurrently, even while no pairs are found. Returns false
  /// to stop as `visit` does.
  std::function<bool()> keep_going;
  /// If not empty, called now and then with the share of the work done, in [0, 1]; never
  /// concurrently.
  std::function<void(double)> progress;
};

enum class Method { Bvh, Sweep, Hash, Brute };

class PairFinder {
 public:
  virtual ~PairFinder() = default;

  /// Sets the boxes, at most 2^31 - 1 of them; they are copied. For some finders another call with
  /// the same number of boxes, moved a little, is cheaper than the first.
  virtual void update(std::span<const Box> boxes, int threads) = 0;

  /// Reports every pair (first < second) of overlapping boxes once. Returns false if stopped.
  virtual bool self_pairs(const Traversal& traversal) const = 0;

  /// Reports every overlapping pair (index into `queries`, index into the boxes) once. Returns
  /// false if stopped. For some finders another call with as many queries, moved a little, is
  /// cheaper than the first.
  virtual bool pairs_with(std::span<const Box> queries, const Traversal& traversal) = 0;

  /// A note for the user about the cost of the last traversal: how many box tests it took and why,
  /// if they were far more than the boxes and pairs explain; otherwise empty.
  virtual std::string note() const { return {}; }
};

std::unique_ptr<PairFinder> make_pair_finder(Method method);

}  // namespace firstcontact::broad
