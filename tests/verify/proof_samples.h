#pragma once
/// Questions of every class, kind, separation and t_max, and the solver's proofs for those that are
/// free.
#include <firstcontact/options.h>
#include <firstcontact/query.h>
#include <firstcontact/result.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "verify/verify.h"

namespace firstcontact::test {

struct Question {
  Query query;
  Options options;  ///< Method::Certified, with certificate
  std::string name;
};

/// `per_class` queries of each class (or of one, by name), in all five kinds (those with fewer
/// points are parts of vertex-face queries), with separations from none to a third of the size in
/// both norms, t_max 1, 0.75, 0.1 and 0, exact or not. A pure function of its arguments.
std::vector<Question> make_questions(std::uint64_t seed, int per_class,
                                     std::string_view only_class = {});

/// The claim that the solver's answer makes, with its proof.
verify::PairProof proof_of(const Question& question, const Result& result);

/// The solver's proofs for those of the questions that it answers with directions in doubles.
std::vector<verify::PairProof> make_proofs(std::uint64_t seed, int per_class);

}  // namespace firstcontact::test
