#include "broad/pair_finder.h"

#include "broad/finders.h"

namespace firstcontact::broad {

std::unique_ptr<PairFinder> make_pair_finder(Method method) {
  switch (method) {
    case Method::Bvh: return make_bvh_finder();
    case Method::Sweep: return make_sweep_finder();
    case Method::Hash: return make_hash_finder();
    case Method::Brute: return make_brute_finder();
  }
  return make_bvh_finder();
}

}  // namespace firstcontact::broad
