#pragma once
/// Real algebraic numbers in [0, 1]: the times at which something happens.
#include <cstdint>
#include <optional>

#include "exact/polynomial.h"

namespace firstcontact::exact {

/// Either the dyadic number m / 2^bits exactly, or the only root of a polynomial inside the open
/// cell (m / 2^bits, (m + 1) / 2^bits).
///
/// Cells are aligned to their width. So once a cell is as narrow as 2^-k, a root that is a multiple
/// of 2^-k has been found exactly. Functions that are not const may narrow the cell; the number
/// stays the same. Every operation terminates for all numbers.
class Root {
 public:
  /// The dyadic number m / 2^bits.
  Root(Integer m, std::int64_t bits) : m_(std::move(m)), bits_(bits), exact_(true) {}
  /// Precondition: p has exactly one root in the open cell, a simple one, and is not zero at the
  /// cell's ends.
  Root(Polynomial p, Integer m, std::int64_t bits)
      : p_(std::move(p)), m_(std::move(m)), bits_(bits) {}

  bool is_exact() const { return exact_; }
  const Integer& cell() const { return m_; }
  std::int64_t cell_bits() const { return bits_; }
  /// Precondition: not exact. Divides every polynomial that `sign_of` found to be zero here, if the
  /// number was not exact then.
  const Polynomial& polynomial() const { return p_; }

  /// Sign of g here: -1, 0 or 1.
  int sign_of(const Polynomial& g);
  /// Narrows the cell at least by half, unless exact.
  void refine();
  /// Narrows until exact or the cell is at most 2^-bits wide.
  void refine_to(std::int64_t bits);

  /// -1, 0, 1 for a < b, a = b, a > b.
  friend int compare(Root& a, Root& b);

 private:
  void bisect();
  bool try_secant();
  void become_exact(Integer m, std::int64_t bits);
  int compare_with_dyadic(const Root& dyadic);
  bool vanishes_here(const Polynomial& divisor) const;

  Polynomial p_;
  Integer m_;
  std::int64_t bits_ = 0;
  bool exact_ = false;
  // Values of p_ at the cell's ends, times 2^(bits * degree); valid if have_values_.
  Integer lower_value_, upper_value_;
  bool have_values_ = false;
  std::int64_t secant_bits_ = 1;  // the next secant step divides the cell into 2^secant_bits_
};

/// Replaces `best` by the candidate if that is earlier.
void keep_earlier(std::optional<Root>& best, Root candidate);

}  // namespace firstcontact::exact
