#pragma once
/// The four finders behind make_pair_finder.
#include <memory>

#include "broad/pair_finder.h"

namespace firstcontact::broad {

std::unique_ptr<PairFinder> make_bvh_finder();
std::unique_ptr<PairFinder> make_sweep_finder();
std::unique_ptr<PairFinder> make_hash_finder();
std::unique_ptr<PairFinder> make_brute_finder();

}  // namespace firstcontact::broad
