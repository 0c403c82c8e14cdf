#pragma once
/// The method that decides pairs of elements in the loop.
#include <firstcontact/answer.h>
#include <firstcontact/query.h>

#include <functional>
#include <string>

namespace firstcontact::sim {

/// By default the library's own step decides. Any other method is asked pair by pair.
struct PairMethod {
  std::string name = "certified";
  /// Whether it takes a separation, and whether it gives times of contact.
  bool takes_separation = true, gives_time = true;
  /// Empty: the library's step. Called by several threads at a time.
  std::function<Outcome(const Query& query, double separation, double t_max)> solve = {};
};

}  // namespace firstcontact::sim
