// Takes the place of fcl_pair.cpp if FCL is not installed.
#include "fcl_pair.h"

namespace firstcontact::bench {

std::unique_ptr<FclPair> make_fcl_pair(const Polyhedron&, const Polyhedron&) { return nullptr; }

}  // namespace firstcontact::bench
