// Highway compiles this file once for every instruction set and chooses among them at run time.
//
// The tree is descended once for the common bounds of the eight boxes of a query block, not for
// every box:
//   1. Collect the leaf blocks whose bounds overlap those of the query block, with their bounds, in
//      a short list.
//   2. For each box of the query block, find the entries of the list that overlap it, eight at
//   once.
//   3. Compare the box with the eight boxes of each of these leaf blocks at once, and append the
//      pairs of the lanes that overlap.
// A full list is processed (steps 2 and 3) before the descent continues, so memory is bounded even
// if all boxes overlap each other.
#include "broad/box_kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "broad/box_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <bit>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace firstcontact::broad::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<double, kBlockBoxes>;
using DU = hn::RebindToUnsigned<D>;
using DI32 = hn::Rebind<std::int32_t, D>;
using V = hn::Vec<D>;

/// One box in all lanes.
struct Splat {
  V min[3], max[3];

  explicit HWY_INLINE Splat(const Box& box) {
    const D d;
    for (int k = 0; k < 3; ++k) {
      min[k] = hn::Set(d, box.min[k]);
      max[k] = hn::Set(d, box.max[k]);
    }
  }
};

/// Tests overlap with as many boxes as there are lanes. `rows` has rows of `stride` doubles: min x,
/// y, z, max x, y, z.
HWY_INLINE auto overlap_lanes(const Splat& box, const double* rows, std::size_t stride) {
  const D d;
  const auto load = [&](std::size_t row) HWY_ATTR { return hn::LoadU(d, rows + row * stride); };
  const auto x = hn::And(hn::Le(load(0), box.max[0]), hn::Ge(load(3), box.min[0]));
  const auto y = hn::And(hn::Le(load(1), box.max[1]), hn::Ge(load(4), box.min[1]));
  const auto z = hn::And(hn::Le(load(2), box.max[2]), hn::Ge(load(5), box.min[2]));
  return hn::And(hn::And(x, y), z);
}

/// Writes the lanes of v that the mask selects, one after the other; returns how many. A whole
/// vector may be written.
template <class DV, class M>
HWY_INLINE std::size_t store_selected(hn::Vec<DV> v, M mask, DV d, hn::TFromD<DV>* to) {
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
  // hn::CompressStore compresses to memory, which is slow on AMD's processors.
  const hn::RebindToUnsigned<DV> du;
  const auto selected = hn::RebindMask(du, mask);
  hn::StoreU(
      hn::Vec<decltype(du)>{_mm512_maskz_compress_epi64(selected.raw, hn::BitCast(du, v).raw)}, du,
      reinterpret_cast<std::uint64_t*>(to));
  return hn::CountTrue(du, selected);
#else
  return hn::CompressStore(v, hn::RebindMask(d, mask), d, to);
#endif
}

HWY_INLINE const double* rows_of(const BoxBlock& block) { return &block.min[0][0]; }

constexpr int kFirstShift = std::endian::native == std::endian::little ? 0 : 32;

/// Appends the pairs of the query with the lanes [first_lane, end_lane) of a block. kMostlyNone:
/// usually no lane overlaps, so that a branch for this case pays.
template <PairOrder kOrder, bool kMostlyNone = false>
HWY_INLINE void append_block(const Splat& query, std::int32_t id, const BoxBlock& block,
                             const std::int32_t* ids, PairSink& sink, std::size_t first_lane = 0,
                             std::size_t end_lane = kBlockBoxes) {
  const D d;
  const DU du;
  const DI32 di;
  for (std::size_t lane = 0; lane < kBlockBoxes; lane += hn::Lanes(d)) {
    auto mask = overlap_lanes(query, rows_of(block) + lane, kBlockBoxes);
    if (first_lane > lane) mask = hn::And(mask, hn::Not(hn::FirstN(d, first_lane - lane)));
    if (end_lane < lane + hn::Lanes(d))
      mask = hn::And(mask, hn::FirstN(d, end_lane > lane ? end_lane - lane : 0));
    if (kMostlyNone && hn::AllFalse(d, mask)) continue;
    auto first = hn::Set(di, id), second = hn::LoadU(di, ids + lane);
    if constexpr (kOrder == PairOrder::SmallerFirst) {
      const auto smaller = hn::Min(first, second);
      second = hn::Max(first, second);
      first = smaller;
    } else if constexpr (kOrder == PairOrder::QuerySecond) {
      std::swap(first, second);
    }
    // Unused lanes have the id -1, but they overlap nothing, so their pairs are not stored.
    const auto low = hn::BitCast(du, hn::PromoteTo(hn::RebindToSigned<D>(), first));
    const auto high = hn::BitCast(du, hn::PromoteTo(hn::RebindToSigned<D>(), second));
    const auto pair =
        hn::Or(hn::ShiftLeft<kFirstShift>(low), hn::ShiftLeft<32 - kFirstShift>(high));
    sink.size += store_selected(pair, mask, du, sink.packed.data() + sink.size);
  }
}

/// The leaf blocks collected by a descent, with their bounds.
struct LeafList {
  static constexpr std::size_t kCapacity = 256;
  static constexpr std::size_t kStride = kCapacity + kBlockBoxes;

  HWY_ALIGN double bounds[6 * kStride];
  HWY_ALIGN std::uint64_t leaves[kStride];
  std::size_t size = 0;

  bool full() const { return size + kBlockBoxes > kCapacity; }

  /// Adds the leaf blocks from `from` on whose bounds, the lanes of `block`, overlap the box. The
  /// first lane belongs to the leaf block `first_leaf`.
  HWY_INLINE void add(const Splat& box, const BoxBlock& block, std::size_t first_leaf,
                      std::size_t from) {
    const D d;
    const DU du;
    for (std::size_t lane = 0; lane < kBlockBoxes; lane += hn::Lanes(d)) {
      const std::size_t leaf = first_leaf + lane;
      const double* rows = rows_of(block) + lane;
      auto mask = overlap_lanes(box, rows, kBlockBoxes);
      if (leaf < from) mask = hn::And(mask, hn::Not(hn::FirstN(d, from - leaf)));
      for (std::size_t row = 0; row < 6; ++row)
        store_selected(hn::LoadU(d, rows + row * kBlockBoxes), mask, d,
                       bounds + row * kStride + size);
      size += store_selected(hn::Iota(du, leaf), mask, du, leaves + size);
    }
  }

  /// Writes the leaf blocks that overlap the box to `out`, which has room for kStride; returns how
  /// many there are.
  HWY_INLINE std::size_t select(const Splat& box, std::uint64_t* out) const {
    const D d;
    const DU du;
    std::size_t count = 0;
    for (std::size_t i = 0; i < size; i += hn::Lanes(d)) {
      const auto mask = hn::And(overlap_lanes(box, bounds + i, kStride), hn::FirstN(d, size - i));
      count += store_selected(hn::LoadU(du, leaves + i), mask, du, out + count);
    }
    return count;
  }
};

/// Does steps 2 and 3 for the leaf blocks of the list, and clears it.
template <PairOrder kOrder>
bool process(const BoxTree& tree, const BoxBlock& queries, const std::int32_t* query_ids,
             LeafList& list, PairSink& sink) {
  HWY_ALIGN std::uint64_t hits[LeafList::kStride];
  const BoxBlock* blocks = tree.leaves().blocks.data();
  const std::int32_t* ids = tree.leaves().ids.data();
  for (std::size_t lane = 0; lane < kBlockBoxes && query_ids[lane] >= 0; ++lane) {
    const Splat query(queries.get(lane));
    const std::size_t count = list.select(query, hits);
    sink.tests += list.size + kBlockBoxes * count;
    for (std::size_t i = 0; i < count; ++i) {
      append_block<kOrder>(query, query_ids[lane], blocks[hits[i]], ids + kBlockBoxes * hits[i],
                           sink);
      if (!sink.keep_room()) return false;
    }
  }
  list.size = 0;
  return true;
}

/// Does step 1 for one query block and all leaf blocks from `from` on.
template <PairOrder kOrder>
bool descend(const BoxTree& tree, const BoxBlock& queries, const std::int32_t* query_ids,
             std::size_t from, LeafList& list, PairSink& sink) {
  struct Node {
    std::uint32_t level, block;
  };
  // At most seven blocks of every level are deferred; 2^31 boxes make ten levels.
  Node deferred[kBlockBoxes * 12];
  std::size_t count = 0;
  const Splat bounds(queries.bounds());
  const auto& levels = tree.levels();
  deferred[count++] = {static_cast<std::uint32_t>(levels.size() - 1), 0};
  while (count > 0) {
    const Node node = deferred[--count];
    const BoxBlock& block = levels[node.level][node.block];
    const std::size_t first_child = kBlockBoxes * node.block;
    sink.tests += kBlockBoxes;
    if (node.level == 0) {
      list.add(bounds, block, first_child, from);
      if (list.full() && !process<kOrder>(tree, queries, query_ids, list, sink)) return false;
      continue;
    }
    const D d;
    const std::size_t first_wanted = from >> (3 * node.level);
    for (std::size_t lane = kBlockBoxes; lane > 0;) {
      lane -= hn::Lanes(d);
      const auto mask = overlap_lanes(bounds, rows_of(block) + lane, kBlockBoxes);
      std::uint8_t bytes[8] = {};
      hn::StoreMaskBits(d, mask, bytes);
      for (unsigned bits = bytes[0]; bits != 0;) {
        const auto highest = static_cast<unsigned>(std::bit_width(bits) - 1);
        bits ^= 1u << highest;
        const std::size_t child = first_child + lane + highest;
        if (child >= first_wanted)
          deferred[count++] = {node.level - 1, static_cast<std::uint32_t>(child)};
      }
    }
  }
  return process<kOrder>(tree, queries, query_ids, list, sink);
}

bool tree_self_pairs(const BoxTree& tree, std::size_t begin, std::size_t end, PairSink& sink) {
  constexpr PairOrder kOrder = PairOrder::SmallerFirst;
  LeafList list;
  for (std::size_t leaf = begin; leaf < end; ++leaf) {
    const BoxBlock& block = tree.leaves().blocks[leaf];
    const std::int32_t* ids = tree.leaves().ids.data() + kBlockBoxes * leaf;
    for (std::size_t lane = 0; lane < kBlockBoxes && ids[lane] >= 0; ++lane) {
      append_block<kOrder>(Splat(block.get(lane)), ids[lane], block, ids, sink, lane + 1);
      if (!sink.keep_room()) return false;
    }
    if (!descend<kOrder>(tree, block, ids, leaf + 1, list, sink)) return false;
  }
  return true;
}

bool tree_pairs_with(const BoxTree& tree, const BoxBlocks& queries, std::size_t begin,
                     std::size_t end, PairSink& sink) {
  LeafList list;
  for (std::size_t block = begin; block < end; ++block) {
    const std::int32_t* ids = queries.ids.data() + kBlockBoxes * block;
    if (!descend<PairOrder::QueryFirst>(tree, queries.blocks[block], ids, 0, list, sink))
      return false;
  }
  return true;
}

template <PairOrder kOrder>
bool run(const BoxBlocks& boxes, std::size_t begin, std::size_t end, const Box& box,
         std::int32_t id, PairSink& sink) {
  const Splat query(box);
  const std::size_t last = (end + kBlockBoxes - 1) / kBlockBoxes;
  for (std::size_t block = begin / kBlockBoxes; block < last; ++block) {
    const std::size_t first_slot = kBlockBoxes * block;
    append_block<kOrder, true>(query, id, boxes.blocks[block], boxes.ids.data() + first_slot, sink,
                               begin > first_slot ? begin - first_slot : 0,
                               end - first_slot < kBlockBoxes ? end - first_slot : kBlockBoxes);
    if (!sink.keep_room()) return false;
  }
  return true;
}

bool run_pairs(const BoxBlocks& boxes, std::size_t begin, std::size_t end, const Box& query,
               std::int32_t id, PairOrder order, PairSink& sink) {
  switch (order) {
    case PairOrder::QueryFirst:
      return run<PairOrder::QueryFirst>(boxes, begin, end, query, id, sink);
    case PairOrder::QuerySecond:
      return run<PairOrder::QuerySecond>(boxes, begin, end, query, id, sink);
    case PairOrder::SmallerFirst: break;
  }
  return run<PairOrder::SmallerFirst>(boxes, begin, end, query, id, sink);
}

}  // namespace firstcontact::broad::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace firstcontact::broad {

HWY_EXPORT(tree_self_pairs);
HWY_EXPORT(tree_pairs_with);
HWY_EXPORT(run_pairs);

bool tree_self_pairs(const BoxTree& tree, std::size_t begin, std::size_t end, PairSink& sink) {
  return HWY_DYNAMIC_DISPATCH(tree_self_pairs)(tree, begin, end, sink);
}

bool tree_pairs_with(const BoxTree& tree, const BoxBlocks& queries, std::size_t begin,
                     std::size_t end, PairSink& sink) {
  return HWY_DYNAMIC_DISPATCH(tree_pairs_with)(tree, queries, begin, end, sink);
}

bool run_pairs(const BoxBlocks& boxes, std::size_t begin, std::size_t end, const Box& query,
               std::int32_t id, PairOrder order, PairSink& sink) {
  return HWY_DYNAMIC_DISPATCH(run_pairs)(boxes, begin, end, query, id, order, sink);
}

}  // namespace firstcontact::broad
#endif
