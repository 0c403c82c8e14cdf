#include "articulated/certified/contact_problem.h"

#include <algorithm>

#include "motion/leaf_advance.h"

namespace firstcontact::articulated {
namespace {

using motion::Examined;

class PairProofs final : public motion::LeafProofs {
 public:
  PairProofs(SceneProofs& proofs, const NodePair& pair, const motion::NodesInMotion& leaves)
      : proofs_(proofs), pair_(pair), leaves_(leaves) {}
  void apart(double t0, double t1, const Vec3& n) override {
    proofs_.add(pair_, leaves_, n, t0, t1);
  }

 private:
  SceneProofs& proofs_;
  const NodePair& pair_;
  const motion::NodesInMotion& leaves_;
};

}  // namespace

ContactProblem::ContactProblem(ContactGoal goal, MovingScene& scene, InstantProbe& probe,
                               PairSeparation& separation, motion::CheckBudget& budget,
                               SceneProofs& proofs, double t_max)
    : goal_(goal),
      scene_(scene),
      probe_(probe),
      separation_(separation),
      budget_(budget),
      proofs_(proofs),
      horizon_(t_max),
      t_max_(t_max),
      after_spatial_(scene.data().pairs.size()),
      after_temporal_(scene.data().pairs.size()) {}

void ContactProblem::begin_whole() {
  scene_.begin(whole_, 0, t_max_);
  cache_ = &whole_;
  probe_.set_times({});
}

motion::SearchEnd ContactProblem::begin(double t0, double t1, std::size_t depth) {
  cache_ = depth == 0 ? &whole_ : &part_;
  if (depth > 0) scene_.begin(part_, t0, t1);
  if (t0 < t1 && depth <= kProbedDepth)
    probe_.set_times({0.5 * (t0 + t1)});
  else
    probe_.set_times({});
  return motion::SearchEnd::Complete;
}

std::vector<NodePair> ContactProblem::whole_pairs() {
  std::vector<int> found;
  const SceneIndex& index = scene_.index();
  if (proofs_.are_wanted()) {  // every pair needs a certificate
    for (std::size_t i = 0; i < scene_.data().shape_pairs.size(); ++i)
      found.push_back(static_cast<int>(i));
  } else {
    for (const SceneIndex::Mover& mover : index.movers())
      index.find(mover, separation_.box_of(whole_, mover.shape, mover.chain_index), found);
    found.insert(found.end(), index.moving_pairs().begin(), index.moving_pairs().end());
  }
  std::vector<NodePair> pairs;
  pairs.reserve(found.size());
  for (const int pair : found) pairs.push_back({pair, 0, 0, 0, t_max_});
  return pairs;
}

std::vector<int> ContactProblem::divided_pairs() const {
  std::vector<int> pairs = divided_;
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

SceneCounts ContactProblem::counts() const {
  SceneCounts counts;
  counts.pairs = static_cast<std::int64_t>(scene_.data().pairs.size());
  counts.after_spatial = std::count(after_spatial_.begin(), after_spatial_.end(), 1);
  counts.after_temporal = std::count(after_temporal_.begin(), after_temporal_.end(), 1);
  return counts;
}

Examined ContactProblem::examine(NodePair& pair, bool may_defer) {
  budget_.spend(1);
  if (budget_.is_exhausted()) return Examined::Stop;
  const auto& shapes = scene_.shapes_of(pair.shape_pair);
  switch (separation_.separate_boxes(*cache_, pair, shapes.separation)) {
    case PairSeparation::Boxes::Apart: return Examined::Apart;
    case PairSeparation::Boxes::Unusable: return may_defer ? Examined::Deferred : Examined::Stop;
    case PairSeparation::Boxes::Open: break;
  }
  if (!pair.is_whole()) return Examined::Open;
  after_spatial_[shapes.pair] = 1;
  const PairSeparation::Hulls hulls = separation_.separate_hulls(*cache_, pair, shapes.separation);
  if (hulls == PairSeparation::Hulls::Apart) return Examined::Apart;
  const ShapeContact contact = probe_.find(pair, hulls);
  if (contact.exists()) {
    contact_ = contact;
    horizon_ = contact.time;
    if (goal_ == ContactGoal::Any) return Examined::Stop;
  }
  // If the shapes touch at the middle, only the first half of the interval still matters. If their
  // hulls are apart there, each half may well have a direction that separates them.
  const bool halves_are_easier = contact.exists() || hulls == PairSeparation::Hulls::ApartInMiddle;
  return halves_are_easier && may_defer ? Examined::Deferred : Examined::Open;
}

void ContactProblem::divide(const motion::NodesInMotion& nodes, const NodePair& pair,
                            std::vector<NodePair>& out) {
  if (pair.is_whole()) divided_.push_back(pair.shape_pair);
  motion::divide(nodes, pair, out);
}

motion::LeafDecision ContactProblem::decide(const motion::NodesInMotion& leaves, NodePair& pair) {
  const auto& shapes = scene_.shapes_of(pair.shape_pair);
  const geometry::BodyTree &tree_a = scene_.tree(shapes.a), &tree_b = scene_.tree(shapes.b);
  after_temporal_[shapes.pair] = 1;
  const motion::LeafMotion motion = {cache_->t0(),
                                     cache_->t1(),
                                     leaves.a,
                                     leaves.b,
                                     tree_a,
                                     tree_b,
                                     leaves.node_a,
                                     leaves.node_b,
                                     shapes.separation,
                                     scene_.tolerance_of(pair.shape_pair)};
  PairProofs proofs(proofs_, pair, leaves);
  const motion::LeafAnswer answer = motion::advance_leaves(
      motion, pair.first, pair.last, proofs_.are_wanted() ? &proofs : nullptr);
  budget_.spend(answer.steps);
  if (answer.outcome == motion::LeafAnswer::Outcome::Contact &&
      (!contact_.exists() || answer.time < contact_.time)) {
    contact_ = {pair.shape_pair, tree_a.order[leaves.node_a.begin],
                tree_b.order[leaves.node_b.begin], answer.time, answer.nearest};
    contact_.error = answer.error;
    horizon_ = answer.time;
  }
  pair.first = answer.time;
  return answer.outcome == motion::LeafAnswer::Outcome::TooLong ? motion::LeafDecision::TooLong
                                                                : motion::LeafDecision::Decided;
}

void ContactProblem::order(std::vector<NodePair>::iterator first,
                           std::vector<NodePair>::iterator last) const {
  if (goal_ != ContactGoal::First) return;
  std::stable_sort(first, last,
                   [](const NodePair& p, const NodePair& q) { return p.first > q.first; });
}

}  // namespace firstcontact::articulated
