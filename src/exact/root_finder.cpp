// Real roots in [0, 1] by bisection with Descartes' rule in the Bernstein basis (Lane and
// Riesenfeld; Collins and Akritas).
//
// If the coefficients over a cell have no sign change, there is no root inside. If they have one,
// there is exactly one simple root. If they have more, the cell is halved (de Casteljau, additions
// only). For a polynomial without multiple roots this ends (Obreschkoff). Multiple roots are rare,
// so they are divided out only if a cell is not resolved for a while.
#include "exact/root_finder.h"

namespace firstcontact::exact {

namespace {
/// Number of halvings before multiple roots are divided out. This affects speed only.
constexpr std::int64_t kPatientSplitBits = 20;
}  // namespace

RootFinder::RootFinder(Polynomial p) : p_(std::move(p)) {
  Bernstein whole = p_.bernstein();
  const int n = whole.degree;
  if (whole.strict_sign() != 0) return;
  if (whole.b[n].sign() == 0) tasks_.push_back({1, 0, true, {}});
  const bool root_at_0 = whole.b[0].sign() == 0;
  if (whole.variations() > 0) tasks_.push_back({0, 0, false, std::move(whole)});
  if (root_at_0) tasks_.push_back({0, 0, true, {}});
}

std::optional<Root> RootFinder::next() {
  while (!tasks_.empty()) {
    Task task = std::move(tasks_.back());
    tasks_.pop_back();
    if (task.is_point) return Root(std::move(task.m), task.bits);
    int variations = task.on_cell.variations();
    if (variations > 1 && task.bits >= kPatientSplitBits && !square_free_) {
      make_square_free(task);
      variations = task.on_cell.variations();
    }
    if (variations == 0) continue;
    const bool ends_are_roots =
        task.on_cell.b[0].sign() == 0 || task.on_cell.b[task.on_cell.degree].sign() == 0;
    if (variations == 1 && !ends_are_roots) return Root(p_, std::move(task.m), task.bits);
    split(std::move(task));
  }
  return std::nullopt;
}

void RootFinder::make_square_free(Task& task) {
  p_ = square_free_part(p_);
  square_free_ = true;
  task.on_cell = p_.bernstein_on(task.m, task.bits);
  for (Task& later : tasks_)
    if (!later.is_point) later.on_cell = p_.bernstein_on(later.m, later.bits);
}

/// Splits a cell by de Casteljau's algorithm, with sums instead of means. b[0] of round j is
/// coefficient j of the left half times 2^j. After all n rounds, b[j] is coefficient j of the right
/// half times 2^(n - j).
void RootFinder::split(Task task) {
  const int n = task.on_cell.degree;
  Bernstein left;
  left.degree = n;
  Bernstein right = std::move(task.on_cell);
  for (int round = 0; round < n; ++round) {
    left.b[round] = right.b[0] << (n - round);
    for (int i = 0; i < n - round; ++i) right.b[i] += right.b[i + 1];
  }
  left.b[n] = right.b[0];
  for (int i = 1; i <= n; ++i) right.b[i] <<= i;
  const bool middle_is_root = left.b[n].sign() == 0;
  Integer m = std::move(task.m <<= 1);
  Integer middle = m + 1;
  const std::int64_t bits = task.bits + 1;
  if (right.variations() > 0) tasks_.push_back({middle, bits, false, std::move(right)});
  if (middle_is_root) tasks_.push_back({std::move(middle), bits, true, {}});
  if (left.variations() > 0) tasks_.push_back({std::move(m), bits, false, std::move(left)});
}

}  // namespace firstcontact::exact
