#pragma once
/// The innermost loops of the finders, compiled for several instruction sets (box_kernel.cpp). They
/// only compare doubles, as `overlap` does, so every instruction set finds the same pairs in the
/// same order.
#include <cstddef>
#include <cstdint>

#include "broad/box_blocks.h"
#include "broad/box_tree.h"
#include "broad/pair_sink.h"

namespace firstcontact::broad {

/// How the pair of a query and a box is reported.
enum class PairOrder { QueryFirst, QuerySecond, SmallerFirst };

/// Finds the pairs of the leaf blocks [begin, end) of the tree with themselves and all later leaf
/// blocks. This and the functions below return false if stopped.
bool tree_self_pairs(const BoxTree& tree, std::size_t begin, std::size_t end, PairSink& sink);

/// Finds the pairs of the query blocks [begin, end) with the tree's boxes. This is fast if the
/// boxes of a query block are near each other.
bool tree_pairs_with(const BoxTree& tree, const BoxBlocks& queries, std::size_t begin,
                     std::size_t end, PairSink& sink);

/// Finds the pairs of one query with the boxes in the slots [begin, end) of `boxes`.
bool run_pairs(const BoxBlocks& boxes, std::size_t begin, std::size_t end, const Box& query,
               std::int32_t id, PairOrder order, PairSink& sink);

}  // namespace firstcontact::broad
