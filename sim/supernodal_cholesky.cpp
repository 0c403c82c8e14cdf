#include "sim/supernodal_cholesky.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <iterator>
#include <thread>
#include <utility>

#include "sim/grouped_ordering.h"

namespace firstcontact::sim {
namespace {

/// Smaller systems are factorised by one thread: they take less time than a thread to start.
constexpr int kFewGroups = 200;

/// For each node its neighbours of larger number.
using Below = std::vector<std::vector<int>>;

/// The pattern of groups, each pair once, in the numbering `place`.
Below group_pattern(const Eigen::SparseMatrix<double>& lower, int group,
                    const std::vector<int>& place) {
  Below below(place.size());
  for (int j = 0; j < static_cast<int>(place.size()); ++j) {
    std::vector<int> rows;
    for (int c = 0; c < group; ++c)
      for (Eigen::SparseMatrix<double>::InnerIterator it(lower, group * j + c); it; ++it)
        rows.push_back(static_cast<int>(it.row()) / group);
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    for (const int i : rows)
      if (i != j) below[std::min(place[i], place[j])].push_back(std::max(place[i], place[j]));
  }
  for (std::vector<int>& rows : below) std::sort(rows.begin(), rows.end());
  return below;
}

/// The elimination tree: the parent of each node, or -1.
std::vector<int> elimination_tree(const Below& below) {
  const std::size_t n = below.size();
  Below above(n);
  for (std::size_t j = 0; j < n; ++j)
    for (const int i : below[j]) above[i].push_back(static_cast<int>(j));
  std::vector<int> parent(n, -1), ancestor(n, -1);
  for (int j = 0; j < static_cast<int>(n); ++j)
    for (int i : above[j])
      while (i != -1 && i != j) {
        const int next = std::exchange(ancestor[i], j);
        if (next == -1) parent[i] = j;
        i = next;
      }
  return parent;
}

/// The new number of each node, such that the nodes below any node of the tree come just before it.
std::vector<int> postorder(const std::vector<int>& parent) {
  const auto n = static_cast<int>(parent.size());
  std::vector<std::vector<int>> children(parent.size() + 1);
  for (int i = 0; i < n; ++i) children[parent[i] < 0 ? n : parent[i]].push_back(i);
  std::vector<int> number(parent.size()), stack, next_child(parent.size() + 1, 0);
  stack.push_back(n);
  for (int count = 0; !stack.empty();) {
    const int node = stack.back();
    if (next_child[node] < static_cast<int>(children[node].size())) {
      stack.push_back(children[node][next_child[node]++]);
      continue;
    }
    if (node < n) number[node] = count++;
    stack.pop_back();
  }
  return number;
}

/// Fills `below` up with the entries that elimination creates.
void fill_in(Below& below) {
  std::vector<std::vector<int>> children(below.size());
  std::vector<int> merged;
  for (std::size_t j = 0; j < below.size(); ++j) {
    for (const int child : children[j]) {
      merged.clear();
      std::set_union(below[j].begin(), below[j].end(), below[child].begin() + 1, below[child].end(),
                     std::back_inserter(merged));
      below[j] = merged;
    }
    if (!below[j].empty()) children[below[j][0]].push_back(static_cast<int>(j));
  }
}

/// Whether a dense panel of this many columns may have this share of zeros.
bool worth_merging(int columns, double zeros, double entries) {
  if (columns <= 4) return true;
  return zeros <= (columns <= 16 ? 0.25 : 0.08) * entries;
}

}  // namespace

void SupernodalCholesky::order_groups(const Eigen::SparseMatrix<double>& lower) {
  std::vector<int> group_of_row(static_cast<std::size_t>(lower.cols()));
  for (std::size_t i = 0; i < group_of_row.size(); ++i)
    group_of_row[i] = static_cast<int>(i) / group_;
  const Eigen::SparseMatrix<double> symmetric = lower.selfadjointView<Eigen::Lower>();
  const Permutation order = grouped_ordering(symmetric, group_of_row);
  new_place_.resize(static_cast<std::size_t>(groups_));
  for (int i = 0; i < groups_; ++i) new_place_[order.indices()[group_ * i] / group_] = i;
  const std::vector<int> number =
      postorder(elimination_tree(group_pattern(lower, group_, new_place_)));
  for (int& place : new_place_) place = number[place];
}

void SupernodalCholesky::analyze(const Eigen::SparseMatrix<double>& lower, int group) {
  group_ = group;
  groups_ = static_cast<int>(lower.cols()) / group;
  order_groups(lower);
  Below below = group_pattern(lower, group_, new_place_);
  fill_in(below);
  find_supernodes(below);
  link_supernodes();
  place_entries(lower);
  split_tree();
}

void SupernodalCholesky::find_supernodes(const std::vector<std::vector<int>>& below) {
  std::vector<double> zeros;
  supernodes_.clear();
  for (int j = 0; j < groups_; ++j) {
    Supernode next;
    next.first = j;
    next.columns = 1;
    next.rows = below[j];
    double next_zeros = 0;
    // The columns just before join if they are eliminated into these ones and few zeros arise.
    while (!supernodes_.empty()) {
      const Supernode& last = supernodes_.back();
      if (last.rows.empty() || last.rows[0] >= next.first + next.columns) break;
      const int columns = last.columns + next.columns;
      const auto rows = static_cast<int>(next.rows.size());
      const double all =
          zeros.back() + next_zeros +
          1.0 * last.columns * (next.columns + rows - static_cast<int>(last.rows.size()));
      if (!worth_merging(columns, all, columns * (0.5 * columns + rows))) break;
      next.first = last.first;
      next.columns = columns;
      next_zeros = all;
      supernodes_.pop_back();
      zeros.pop_back();
    }
    supernodes_.push_back(std::move(next));
    zeros.push_back(next_zeros);
  }
}

int SupernodalCholesky::place_of(const Supernode& s, int group) const {
  if (group < s.first + s.columns) return group - s.first;
  const auto found = std::lower_bound(s.rows.begin(), s.rows.end(), group);
  return s.columns + static_cast<int>(found - s.rows.begin());
}

void SupernodalCholesky::link_supernodes() {
  supernode_of_.assign(static_cast<std::size_t>(groups_), -1);
  for (int s = 0; s < static_cast<int>(supernodes_.size()); ++s)
    std::fill_n(supernode_of_.begin() + supernodes_[s].first, supernodes_[s].columns, s);
  for (int s = 0; s < static_cast<int>(supernodes_.size()); ++s) {
    Supernode& node = supernodes_[s];
    if (node.rows.empty()) continue;
    node.parent = supernode_of_[node.rows[0]];
    Supernode& parent = supernodes_[node.parent];
    parent.children.push_back(s);
    for (const int row : node.rows) node.place_in_parent.push_back(place_of(parent, row));
  }
}

void SupernodalCholesky::place_entries(const Eigen::SparseMatrix<double>& lower) {
  const int g = group_;
  for (int j = 0; j < static_cast<int>(lower.cols()); ++j)
    for (int k = lower.outerIndexPtr()[j]; k < lower.outerIndexPtr()[j + 1]; ++k) {
      const int i = lower.innerIndexPtr()[k];
      int row = g * new_place_[i / g] + i % g, column = g * new_place_[j / g] + j % g;
      if (row < column) std::swap(row, column);
      Supernode& s = supernodes_[supernode_of_[column / g]];
      const int height = g * (s.columns + static_cast<int>(s.rows.size()));
      const int target = (column - g * s.first) * height + g * place_of(s, row / g) + row % g;
      s.entries.push_back(k);
      s.targets.push_back(target);
    }
  for (Supernode& s : supernodes_) {
    const int height = g * (s.columns + static_cast<int>(s.rows.size()));
    for (int c = 0; c < g * s.columns; ++c) s.diagonal.push_back(c * height + c);
  }
}

void SupernodalCholesky::add_child(const Supernode& child, const Eigen::MatrixXd& update,
                                   const Supernode& parent, Eigen::MatrixXd& panel,
                                   Eigen::MatrixXd& rest) const {
  const int g = group_;
  const auto count = static_cast<int>(child.rows.size());
  for (int j = 0; j < count; ++j) {
    const int to = child.place_in_parent[j];
    const bool in_panel = to < parent.columns;
    const int skipped = in_panel ? 0 : parent.columns;
    Eigen::MatrixXd& target = in_panel ? panel : rest;
    for (int c = 0; c < g; ++c) {
      const double* from = &update(0, g * j + c);
      double* column = &target(0, g * (to - skipped) + c);
      for (int i = j; i < count; ++i) {
        double* block = column + g * (child.place_in_parent[i] - skipped);
        for (int r = 0; r < g; ++r) block[r] += from[g * i + r];
      }
    }
  }
}

void SupernodalCholesky::split_tree() {
  /// A subtree with less than this share of all work is not split further.
  constexpr double kShare = 0.1;
  const std::size_t count = supernodes_.size();
  // Postorder: the subtree of a supernode is the range that ends with it.
  std::vector<double> work(count, 0);
  std::vector<std::size_t> begin(count);
  double total = 0;
  for (std::size_t s = 0; s < count; ++s) {
    const Supernode& node = supernodes_[s];
    const double columns = node.columns, height = columns + static_cast<double>(node.rows.size());
    const double own = columns * height * height;
    total += own;
    work[s] += own;
    begin[s] = s;
    if (!node.children.empty()) begin[s] = begin[static_cast<std::size_t>(node.children[0])];
    if (node.parent >= 0) work[static_cast<std::size_t>(node.parent)] += work[s];
  }
  subtrees_.clear();
  // A subtree is taken whole if it is small and its parent's is not.
  const auto small = [&](int s) { return work[static_cast<std::size_t>(s)] <= kShare * total; };
  for (std::size_t s = 0; s < count; ++s) {
    const int parent = supernodes_[s].parent;
    if (small(static_cast<int>(s)) && (parent < 0 || !small(parent)))
      subtrees_.push_back({begin[s], s});
  }
}

bool SupernodalCholesky::factorize_supernode(std::size_t s,
                                             const Eigen::SparseMatrix<double>& lower, double shift,
                                             std::vector<Eigen::MatrixXd>& updates) {
  const Supernode& node = supernodes_[s];
  const Eigen::Index own = group_ * node.columns;
  const Eigen::Index below = group_ * static_cast<Eigen::Index>(node.rows.size());
  Eigen::MatrixXd& panel = panels_[s];
  panel.setZero(own + below, own);
  for (std::size_t k = 0; k < node.entries.size(); ++k)
    panel.data()[node.targets[k]] += lower.valuePtr()[node.entries[k]];
  for (const int place : node.diagonal) panel.data()[place] += shift;
  updates[s].setZero(below, below);
  for (const int child : node.children) {
    add_child(supernodes_[child], updates[child], node, panel, updates[s]);
    updates[child].resize(0, 0);
  }
  Eigen::Ref<Eigen::MatrixXd> square = panel.topRows(own);
  const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> llt(square);
  if (llt.info() != Eigen::Success || !square.diagonal().allFinite()) return false;
  if (below == 0) return true;
  auto rows = panel.bottomRows(below);
  square.triangularView<Eigen::Lower>().transpose().solveInPlace<Eigen::OnTheRight>(rows);
  updates[s].selfadjointView<Eigen::Lower>().rankUpdate(rows, -1);
  return true;
}

bool SupernodalCholesky::factorize(const Eigen::SparseMatrix<double>& lower, double shift,
                                   int threads) {
  panels_.resize(supernodes_.size());
  std::vector<Eigen::MatrixXd> updates(supernodes_.size());
  std::atomic<std::size_t> next_subtree = 0;
  std::atomic<bool> positive = true;
  const auto take_subtrees = [&] {
    for (std::size_t t = next_subtree++; t < subtrees_.size() && positive; t = next_subtree++)
      for (std::size_t s = subtrees_[t][0]; s <= subtrees_[t][1] && positive; ++s)
        if (!factorize_supernode(s, lower, shift, updates)) positive = false;
  };
  {
    const int wanted =
        threads > 0 ? threads : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    std::vector<std::jthread> helpers;
    if (groups_ >= kFewGroups)
      for (int t = 1; t < std::min(wanted, static_cast<int>(subtrees_.size())); ++t)
        helpers.emplace_back(take_subtrees);
    take_subtrees();
  }
  // What is above the subtrees, in order.
  std::size_t s = 0;
  for (const auto& [first, last] : subtrees_) {
    for (; s < first && positive; ++s)
      if (!factorize_supernode(s, lower, shift, updates)) positive = false;
    s = last + 1;
  }
  for (; s < supernodes_.size() && positive; ++s)
    if (!factorize_supernode(s, lower, shift, updates)) positive = false;
  return positive;
}

template <class Dense>
Dense SupernodalCholesky::solve_dense(const Dense& right_hand_sides) const {
  const int g = group_;
  Dense x(right_hand_sides.rows(), right_hand_sides.cols()), part;
  for (int i = 0; i < groups_; ++i)
    x.middleRows(g * new_place_[i], g) = right_hand_sides.middleRows(g * i, g);
  for (std::size_t s = 0; s < supernodes_.size(); ++s) {
    const Supernode& node = supernodes_[s];
    const Eigen::Index own = g * node.columns, below = panels_[s].rows() - own;
    auto mine = x.middleRows(g * node.first, own);
    panels_[s].topRows(own).template triangularView<Eigen::Lower>().solveInPlace(mine);
    if (below == 0) continue;
    part.noalias() = panels_[s].bottomRows(below) * mine;
    for (std::size_t k = 0; k < node.rows.size(); ++k)
      x.middleRows(g * node.rows[k], g) -= part.middleRows(g * static_cast<Eigen::Index>(k), g);
  }
  for (std::size_t s = supernodes_.size(); s-- > 0;) {
    const Supernode& node = supernodes_[s];
    const Eigen::Index own = g * node.columns, below = panels_[s].rows() - own;
    auto mine = x.middleRows(g * node.first, own);
    if (below > 0) {
      part.resize(below, x.cols());
      for (std::size_t k = 0; k < node.rows.size(); ++k)
        part.middleRows(g * static_cast<Eigen::Index>(k), g) = x.middleRows(g * node.rows[k], g);
      mine.noalias() -= panels_[s].bottomRows(below).transpose() * part;
    }
    panels_[s].topRows(own).template triangularView<Eigen::Lower>().transpose().solveInPlace(mine);
  }
  Dense result(x.rows(), x.cols());
  for (int i = 0; i < groups_; ++i)
    result.middleRows(g * i, g) = x.middleRows(g * new_place_[i], g);
  return result;
}

Eigen::VectorXd SupernodalCholesky::solve(const Eigen::VectorXd& right_hand_side) const {
  return solve_dense(right_hand_side);
}

Eigen::MatrixXd SupernodalCholesky::solve_columns(const Eigen::MatrixXd& right_hand_sides) const {
  return solve_dense(right_hand_sides);
}

Eigen::Index SupernodalCholesky::factor_entries() const {
  Eigen::Index count = 0;
  for (const Eigen::MatrixXd& panel : panels_)
    count += panel.size() - panel.cols() * (panel.cols() - 1) / 2;
  return count;
}

}  // namespace firstcontact::sim
