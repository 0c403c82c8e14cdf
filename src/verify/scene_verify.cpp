// Checks proofs of freedom of a scene (docs/formats/certificates.md).
//
// 1. The claim and the entries are well-formed.
// 2. The entries cover every pair of triangles over [0, t_max]: boxes of (index in a's order, index
//    in b's order, time) cover a box.
// 3. Every entry holds. Time is divided into dyadic cells. Over a cell every frame's motion is a
//    polynomial of degree 6 with an error (cell_motion.h), computed once for all entries. An entry
//    starts with cells about as long as its interval, or longer ones where the frames turn little,
//    so that its interval meets at most two of them. Over a part of a cell the least heights of b
//    along n and of a along −n are Bernstein coefficients; where the sums of the k-th ones, less
//    the errors, exceed the margin for every k, the entry holds there. If not, but the claim is not
//    false at either end, the part goes to the two halves of its cell, a bounded number of times.
//
// The direction is rounded first, and the ends of the parts outward. Both are allowed: any
// direction that keeps the triangles apart proves the claim, also over more time than was asked
// for.
#include "verify/scene_verify.h"

#include <algorithm>
#include <set>
#include <utility>

#include "verify/cell_heights.h"
#include "verify/cell_motion.h"
#include "verify/motion_form.h"
#include "verify/units.h"

namespace firstcontact::verify {
namespace {

using exact::Integer;

/// How many halvings of cells an entry may cost.
constexpr int kMaxSceneRefinements = 1000;
/// The work that a pair's proof may cost, in steps of chains. Some is allowed for each entry, for
/// the first steps of its chains and for its triangles; more is shared by all pairs, and for long
/// chains, so that the whole grows no faster than the file. What the solver makes stays far below;
/// without it a small file could keep a verifier busy for days.
constexpr std::int64_t kAllowedPerEntry = 32, kAllowedPerStep = 32, kFirstSteps = 64;
constexpr std::int64_t kSharedSteps = 16'384, kSharedChains = 128, kLeastChains = 4;
/// So many triangles cost as much as a step, where boxes do not suffice; and for so many of a shape
/// a step is allowed.
constexpr std::int64_t kTrianglesPerStep = 1'024, kTrianglesPerAllowedStep = 4;
/// Ranges of fewer triangles are not worth a box.
constexpr std::int32_t kFewTriangles = 4;

/// Upper bound of value 2^shift, for value >= 0.
Integer shifted_up(const Integer& value, std::int64_t shift) {
  return shift >= 0 ? value << shift : (value >> -shift) + Integer(1);
}

/// v of the time in the cell, in units of 2^-kShortBits, rounded down or up, within the cell.
std::int64_t place_in_cell(const Dyadic& time, const TimeCell& cell, bool up) {
  const std::int64_t shift = cell.level + 1 + kShortBits - time.scale;
  Integer place = shift >= 0 ? time.numerator << shift : time.numerator >> -shift;
  if (up && shift < 0 && time.numerator.trailing_zeros() < -shift) place += Integer(1);
  place -= Integer(2 * cell.index + 1) << kShortBits;
  return std::clamp(place, Integer(-kShortOne), Integer(kShortOne)).to_int64();
}

/// The parts of cells of this level that make up [t0, t1].
std::vector<CellPart> parts_of(const Dyadic& t0, const Dyadic& t1, int level) {
  const auto cell_at = [&](const Dyadic& time) {  // the one that begins there, if any does
    return level >= time.scale ? time.numerator << (level - time.scale)
                               : time.numerator >> (time.scale - level);
  };
  const std::int64_t last_cell = (std::int64_t{1} << level) - 1;
  std::vector<CellPart> parts;
  for (std::int64_t index = std::min(cell_at(t0).to_int64(), last_cell); index <= last_cell;
       ++index) {
    const TimeCell cell = {level, index};
    parts.push_back({cell, place_in_cell(t0, cell, false), place_in_cell(t1, cell, true)});
    if (parts.back().last < kShortOne) break;
    if (t1.numerator << level <= Integer(index + 1) << t1.scale) break;  // ends with the cell
  }
  return parts;
}

/// The largest level whose cells are not shorter than the interval, at most `limit`.
int level_for(const Dyadic& t0, const Dyadic& t1, int limit) {
  const std::int64_t scale = std::max(t0.scale, t1.scale);
  const Integer length =
      (t1.numerator << (scale - t1.scale)) - (t0.numerator << (scale - t0.scale));
  if (length.sign() == 0) return limit;
  const std::int64_t level = scale - (length - Integer(1)).bit_length();
  return static_cast<int>(std::min<std::int64_t>(level, limit));
}

/// One shape's share in an entry.
struct Side {
  const CheckedGeometry* geometry;
  int base, frame;
  std::int32_t begin, end;
  CheckedGeometry::Seen* seen;
  ShortDirection direction;
};

/// Bounds of a side's heights over a part of a cell, to be brought to a common unit.
struct SideHeights {
  SideHeights(const Side& given, const CellMotion& over_cell, const PartWeights& weights)
      : side(given),
        motion(over_cell),
        rows(height_rows(motion, side.direction, weights)),
        product_exponent(motion.linear_exponent + side.geometry->exponent()) {}

  std::int64_t exponent() const {
    return motion.has_offset ? std::min(product_exponent, motion.offset_exponent)
                             : product_exponent;
  }

  /// In units of 2^unit.
  Integer coefficient(const LeastProducts& products, std::size_t k, std::int64_t unit) const {
    return (integer(products[k]) << (product_exponent - unit)) + offset(rows.row[k][3], unit);
  }

  /// What heights may be off by, in units of 2^unit. A direction is shorter than 2.
  Integer error(std::int64_t unit, std::int64_t length_scale) const {
    const CheckedGeometry& geometry = *side.geometry;
    Integer products = geometry.reach() * Integer(rows.error);
    if (!geometry.exact())
      products += Integer(kShortOne) << 1;  // half a unit times the sum of three of a row
    return (products << (product_exponent - unit)) + offset(rows.error, unit) +
           shifted_up(motion.linear_error * geometry.reach(),
                      geometry.exponent() + 1 - kChainBits - unit) +
           shifted_up(motion.offset_error, length_scale + 1 - kChainBits - unit);
  }

  /// A number of the offsets' column, in units of 2^unit.
  Integer offset(std::int64_t number, std::int64_t unit) const {
    return motion.has_offset ? Integer(number) << (motion.offset_exponent - unit) : Integer();
  }

  const Side& side;
  const CellMotion& motion;
  HeightRows rows;
  std::int64_t product_exponent;
};

}  // namespace

struct SceneVerifier::Motions {
  FrameSteps steps;
};

/// What one thread needs, and what is worth keeping from entry to entry.
class SceneVerifier::Worker {
 public:
  Worker(const SceneVerifier& scene)
      : steps_(scene.motions_->steps), cells_(steps_), seen_(scene.geometries_.size()) {}

  /// Before the entries of a pair.
  void allow_work(const SceneClaim& claim, const ScenePair& pair, std::size_t entries,
                  std::size_t triangles) {
    const auto pairs = static_cast<std::int64_t>(claim.pairs.size());
    std::int64_t length = 0;
    for (const int shape : {pair.a, pair.b})
      length += steps_.length(pair.base, claim.shapes[shape].frame);
    steps_left_ = kAllowedPerEntry * static_cast<std::int64_t>(entries) +
                  kAllowedPerStep * std::min(length, kFirstSteps) +
                  static_cast<std::int64_t>(triangles) / kTrianglesPerAllowedStep +
                  kSharedSteps / pairs + length * std::max(kLeastChains, kSharedChains / pairs);
    counted_.clear();
  }
  /// Why the entry does not hold; empty if it does.
  std::string fault_of(const BodyCertificateEntry& entry, const SceneVerifier& scene,
                       const ScenePair& pair);

 private:
  enum class Answer { Holds, Fails, Unclear };
  struct Margin {
    Dyadic separation;
    Integer square_length;  ///< of the direction, in units of 2^-(2 kShortBits)
  };
  /// What the motion over a cell costs, whatever was kept from other pairs: answers do not depend
  /// on the order of pairs.
  std::int64_t steps_for(const Side& a, const Side& b, const TimeCell& cell);
  Answer check(const Side& a, const Side& b, const Margin& margin, const CellPart& part);
  const PartWeights& weights(const CellPart& part);

  const FrameSteps& steps_;
  CellMotions cells_;
  std::vector<CheckedGeometry::Seen> seen_;  ///< for each geometry
  PartWeights whole_ = part_weights(-kShortOne, kShortOne), last_ = whole_;
  std::int64_t last_first_ = -kShortOne, last_last_ = kShortOne;  ///< what last_ is for
  std::int64_t steps_left_ = 0;
  std::set<std::pair<int, std::int64_t>>
      counted_;  ///< level and index of cells whose motions are kept from this pair
};

const PartWeights& SceneVerifier::Worker::weights(const CellPart& part) {
  if (part.first == -kShortOne && part.last == kShortOne) return whole_;
  if (part.first != last_first_ || part.last != last_last_) {
    last_ = part_weights(part.first, part.last);
    last_first_ = part.first;
    last_last_ = part.last;
  }
  return last_;
}

std::int64_t SceneVerifier::Worker::steps_for(const Side& a, const Side& b, const TimeCell& cell) {
  const auto moving = [&](const Side& side) {
    return steps_.rests(side.base, side.frame) ? 0 : steps_.length(side.base, side.frame);
  };
  const int length = moving(a) + moving(b);
  if (counted_.size() >= CellMotions::cells_kept(length)) counted_.clear();
  return counted_.emplace(cell.level, cell.index).second ? 1 + length : 1;
}

SceneVerifier::Worker::Answer SceneVerifier::Worker::check(const Side& a, const Side& b,
                                                           const Margin& margin,
                                                           const CellPart& part) {
  cells_.forget_some();
  const PartWeights& over_part = weights(part);
  const SideHeights heights_a(a, cells_.over(a.base, a.frame, part.cell), over_part);
  const SideHeights heights_b(b, cells_.over(b.base, b.frame, part.cell), over_part);
  const std::int64_t unit = std::min(heights_a.exponent(), heights_b.exponent());
  const Integer error =
      heights_a.error(unit, steps_.scale()) + heights_b.error(unit, steps_.scale());
  const Integer separation =
      shifted_up(margin.separation.numerator, -margin.separation.scale - unit);
  const Integer square_margin = margin.separation.numerator.sign() == 0
                                    ? Integer()
                                    : separation * separation * margin.square_length;
  const auto exceeds_margin = [&](const Integer& gap) {
    if (gap.sign() <= 0) return false;
    const Integer scaled = gap << kShortBits;
    return scaled * scaled > square_margin;
  };
  const auto holds = [&](const LeastProducts& products_a, const LeastProducts& products_b) {
    for (std::size_t k = 0; k < kChainTerms; ++k)
      if (!exceeds_margin(heights_a.coefficient(products_a, k, unit) +
                          heights_b.coefficient(products_b, k, unit) - error))
        return false;
    return true;
  };
  if (std::max(a.end - a.begin, b.end - b.begin) >= kFewTriangles &&
      holds(a.geometry->box_products(heights_a.rows, a.begin, a.end),
            b.geometry->box_products(heights_b.rows, b.begin, b.end)))
    return Answer::Holds;
  steps_left_ -= (std::int64_t{a.end - a.begin} + (b.end - b.begin)) / kTrianglesPerStep;
  const LeastProducts products_a =
      a.geometry->vertex_products(heights_a.rows, a.begin, a.end, *a.seen);
  const LeastProducts products_b =
      b.geometry->vertex_products(heights_b.rows, b.begin, b.end, *b.seen);
  if (holds(products_a, products_b)) return Answer::Holds;
  for (const std::size_t k : {0, kChainDegree})
    if (!exceeds_margin(heights_a.coefficient(products_a, k, unit) +
                        heights_b.coefficient(products_b, k, unit) + error))
      return Answer::Fails;
  return Answer::Unclear;
}

std::string SceneVerifier::Worker::fault_of(const BodyCertificateEntry& entry,
                                            const SceneVerifier& scene, const ScenePair& pair) {
  const ShortDirection n = short_direction(entry.n);
  const auto side = [&](int shape, std::int32_t begin, std::int32_t end,
                        const ShortDirection& direction) {
    const SceneShape& placed = scene.claim_.shapes[shape];
    return Side{scene.geometries_[placed.geometry].get(),
                pair.base,
                placed.frame,
                begin,
                end,
                &seen_[placed.geometry],
                direction};
  };
  const Side a = side(pair.a, entry.a_begin, entry.a_end, n.opposite()),
             b = side(pair.b, entry.b_begin, entry.b_end, n);
  Margin margin = {dyadic(pair.separation), {}};
  for (const std::int64_t k : n.n) margin.square_length.add_product(k, k);

  const Dyadic t0 = dyadic(entry.t0), t1 = dyadic(entry.t1);
  const int fine =
      std::max(steps_.fine_level(pair.base, a.frame), steps_.fine_level(pair.base, b.frame));
  std::vector<CellPart> parts = parts_of(t0, t1, level_for(t0, t1, fine));
  int refinements = 0;
  while (!parts.empty()) {
    const CellPart part = parts.back();
    parts.pop_back();
    steps_left_ -= steps_for(a, b, part.cell);
    if (steps_left_ < 0)
      return "the proof is refused: up to here its chains of frames and ranges of triangles take "
             "more work than a proof of this size may";
    const Answer answer = check(a, b, margin, part);
    if (answer == Answer::Holds) continue;
    if (answer == Answer::Fails) return "its direction does not keep the triangles apart";
    const bool rest = steps_.rests(pair.base, a.frame) && steps_.rests(pair.base, b.frame);
    if (rest || part.cell.level == kLastLevel || ++refinements > kMaxSceneRefinements)
      return "its direction leaves too little room to see that it keeps the triangles apart";
    // v of the left half is 2 v + 1, of the right half 2 v − 1.
    const auto half = [&](std::int64_t index, std::int64_t first, std::int64_t last,
                          std::int64_t shift) {
      parts.push_back(
          {{part.cell.level + 1, index}, first + (first + shift), last + (last + shift)});
    };
    if (part.last > 0)
      half(2 * part.cell.index + 1, std::max<std::int64_t>(part.first, 0), part.last, -kShortOne);
    if (part.first < 0 || part.last <= 0)
      half(2 * part.cell.index, part.first, std::min<std::int64_t>(part.last, 0), kShortOne);
  }
  return "";
}

std::shared_ptr<const CheckedGeometry> checked(const SceneTriangles& geometry) {
  return std::make_shared<const CheckedGeometry>(geometry);
}

const std::string& fault(const CheckedGeometry& geometry) { return geometry.fault(); }

SceneVerifier::SceneVerifier(SceneClaim claim,
                             std::vector<std::shared_ptr<const CheckedGeometry>> geometries)
    : claim_(std::move(claim)), geometries_(std::move(geometries)), fault_(fault_of_form()) {
  if (fault_.empty())
    motions_ = std::make_unique<const Motions>(Motions{FrameSteps(claim_.frames)});
}

SceneVerifier::~SceneVerifier() = default;

std::string SceneVerifier::fault_of_form() const {
  if (std::string fault = fault_of_end(claim_.t_max); !fault.empty()) return fault;
  if (claim_.pairs.empty()) return "it has no pairs, so it claims nothing";
  if (std::string fault = fault_of_frames(claim_.frames); !fault.empty()) return fault;
  const auto carries = [&](int base, int frame) {
    while (frame >= 0 && frame > base) frame = claim_.frames[frame].parent;  // parents come before
    return frame == base;
  };
  const auto exists = [](int index, std::size_t count) {
    return index >= 0 && static_cast<std::size_t>(index) < count;
  };
  for (std::size_t i = 0; i < claim_.shapes.size(); ++i) {
    const SceneShape& shape = claim_.shapes[i];
    const auto name = [&] { return "shape " + std::to_string(i) + ": "; };
    if (!exists(shape.geometry, geometries_.size())) return name() + "its geometry does not exist";
    if (!exists(shape.frame, claim_.frames.size())) return name() + "its frame does not exist";
    if (const std::string& fault = geometries_[shape.geometry]->fault(); !fault.empty())
      return name() + "geometry " + std::to_string(shape.geometry) + ": " + fault;
  }
  for (std::size_t i = 0; i < claim_.pairs.size(); ++i) {
    const ScenePair& pair = claim_.pairs[i];
    const auto name = [&] { return "pair " + std::to_string(i) + ": "; };
    if (!exists(pair.a, claim_.shapes.size()) || !exists(pair.b, claim_.shapes.size()))
      return name() + "a shape does not exist";
    if (pair.a == pair.b) return name() + "it is of one shape";
    if (const std::string fault = fault_of_separation(pair.separation); !fault.empty())
      return name() + fault;
    for (const int shape : {pair.a, pair.b})
      if (!carries(pair.base, claim_.shapes[shape].frame))
        return name() + "its base does not carry both shapes";
  }
  return "";
}

std::string SceneVerifier::pair_name(std::size_t pair) const {
  const ScenePair& shapes = claim_.pairs[pair];
  return "pair " + std::to_string(pair) + ", " + claim_.shapes[shapes.a].name + " and " +
         claim_.shapes[shapes.b].name;
}

Verdict SceneVerifier::verify(std::size_t pair,
                              std::span<const BodyCertificateEntry> entries) const {
  if (!fault_.empty()) return {false, fault_};
  if (pair >= claim_.pairs.size()) return {false, "there is no pair " + std::to_string(pair)};
  const ScenePair& shapes = claim_.pairs[pair];
  const auto order = [&](int shape) { return geometries_[claim_.shapes[shape].geometry]->order(); };
  const std::span<const std::int32_t> order_a = order(shapes.a), order_b = order(shapes.b);
  if (std::string fault = fault_of_entries(entries, claim_.t_max, order_a.size(), order_b.size());
      !fault.empty())
    return {false, fault};
  if (std::string fault = fault_of_cover(entries, claim_.t_max, order_a, order_b); !fault.empty())
    return {false, fault};

  std::unique_ptr<Worker> worker;
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      worker = std::move(idle_.back());
      idle_.pop_back();
    }
  }
  if (!worker) worker = std::make_unique<Worker>(*this);
  worker->allow_work(claim_, shapes, entries.size(), order_a.size() + order_b.size());
  Verdict verdict = {true, ""};
  for (const std::size_t i : by_interval(entries))
    if (const std::string fault = worker->fault_of(entries[i], *this, shapes); !fault.empty()) {
      verdict = {false, entry_name(i) + ": " + fault};
      break;
    }
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(worker));
  return verdict;
}

Verdict verify(const SceneClaim& claim, std::span<const SceneTriangles> geometries,
               std::span<const ScenePairProof> proofs) {
  std::vector<std::shared_ptr<const CheckedGeometry>> in_integers;
  for (const SceneTriangles& geometry : geometries) in_integers.push_back(checked(geometry));
  const SceneVerifier scene(claim, std::move(in_integers));
  if (!scene.fault().empty()) return {false, scene.fault()};
  std::vector<bool> proven(claim.pairs.size());
  for (const ScenePairProof& proof : proofs) {
    const Verdict verdict = scene.verify(proof.pair, proof.entries);
    if (!verdict.proven)
      return {false, (proof.pair < proven.size() ? scene.pair_name(proof.pair) + ": " : "") +
                         verdict.reason};
    proven[proof.pair] = true;
  }
  for (std::size_t pair = 0; pair < proven.size(); ++pair)
    if (!proven[pair]) return {false, scene.pair_name(pair) + ": there is no proof"};
  return {true, ""};
}

}  // namespace firstcontact::verify
