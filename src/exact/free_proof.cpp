// Proofs of freedom by the features of the gap set (docs/math/exact-proofs.md).
//
// At every time at which the pair is apart, the direction of one feature separates. It does so in a
// neighbourhood, and over a small enough interval the signs of Bernstein coefficients show it. So
// halving intervals until one direction separates over each of them ends. Then neighbours are
// joined, so that a proof has a few segments, and the times between them are shortened.
#include "exact/free_proof.h"

#include <algorithm>
#include <bit>

#include "exact/form.h"
#include "exact/gap.h"
#include "exact/proof_numbers.h"
#include "exact/root_finder.h"

namespace firstcontact::exact {
namespace {

/// Times with fewer bits are found by halving.
constexpr std::int64_t kHalvedBits = 64;
/// To so many bits of an interval a lowest height is found first.
constexpr std::int64_t kFirstLowestBits = 16;

/// A time in units of the window: m / 2^bits.
struct GridTime {
  Integer m;
  std::int64_t bits = 0;

  Integer at(std::int64_t finer) const { return m << (finer - bits); }
};

struct Piece {
  GridTime from, to;
  std::size_t direction = 0;
};

class FreeSearch {
 public:
  FreeSearch(const Query& query, const Request& request, double end, bool half_open)
      : kind_(query.kind),
        norm_(request.norm),
        end_(split(end)),
        half_open_(half_open),
        gap_(make_gap(query, request.min_separation, end, AxisScales::Same)),
        directions_(directions_of(gap_.count, gap_.separation.sign() > 0, request.norm)) {}

  std::optional<std::vector<ExactSegment>> run() {
    std::optional<std::vector<Piece>> pieces = cover();
    if (!pieces) return std::nullopt;
    std::vector<Piece> joined = join(*pieces);
    shorten_times(joined);
    std::vector<ExactSegment> segments;
    for (const Piece& piece : joined) segments.push_back(segment_of(piece));
    return segments;
  }

 private:
  /// Directions by their number, as bits.
  using DirectionSet = std::uint32_t;

  /// A time and the directions that separate then.
  struct Mark {
    GridTime time;
    DirectionSet separating = 0;
    /// How closely the lowest height after this time is looked for: see `find_lowest`.
    std::int64_t lowest_bits = kFirstLowestBits;
    /// How many intervals that start at this time, and that end at it, were divided in turn.
    int divided_after = 0, divided_before = 0;
  };

  /// Pieces that follow each other from 0 to the end of the window. First only times are looked at,
  /// until one direction separates at each two that follow each other: where one feature takes over
  /// from another, that takes as many halvings as the pair comes near, so it must be cheap.
  std::optional<std::vector<Piece>> cover() const {
    std::optional<std::vector<Mark>> marks = find_marks();
    if (!marks) return std::nullopt;
    std::vector<Piece> pieces;
    std::vector<Mark> open = take_longest(std::move(*marks));  // the earliest is last
    for (int cells = 0; open.size() > 1; ++cells) {
      if (cells == kMostCells) return std::nullopt;
      Mark start = std::move(open.back());
      open.pop_back();
      Mark& end = open.back();
      Piece piece = {start.time, end.time, pieces.empty() ? 0 : pieces.back().direction};
      if (find_direction(piece, start.separating & end.separating)) {
        pieces.push_back(std::move(piece));
        continue;
      }
      std::vector<Mark> inside = find_lowest(start, end);
      if (inside.empty()) inside.push_back(divide(start, end));
      start.lowest_bits = kFirstLowestBits;
      for (Mark& mark : inside) {
        if (mark.separating == 0) return std::nullopt;
        open.push_back(std::move(mark));
      }
      open.push_back(std::move(start));
    }
    return pieces;
  }

  /// A time between the two: the middle, at first. What is hard to prove often lies close to one of
  /// them, at a distance of 2^-1000, say. So after some divisions that ended at the same time, the
  /// part there becomes smaller by 2, 4, 16, 256, … times.
  Mark divide(Mark& start, Mark& end) const {
    constexpr int kHalvings = 3, kMostDoublings = 11;
    const int after = start.divided_after++, before = end.divided_before++;
    const std::int64_t bits = std::int64_t{1}
                              << std::clamp(std::max(after, before) - kHalvings, 0, kMostDoublings);
    const Integer part = after >= before ? Integer(1) : (Integer(1) << bits) - 1;
    return mark_inside(start.time, end.time, part, bits);
  }

  /// Two times, the later first, around the one at which a corner comes lowest along a direction
  /// that separates at both ends; or nothing.
  ///
  /// The nearer a height comes to zero, the nearer to its lowest point an interval must end to have
  /// positive coefficients. Halving finds that point bit by bit; as a root of the slope it is found
  /// in a few steps, each with twice as many bits. It is used where doubles end, so that ordinary
  /// proofs have short times. With a separation the degree is too high for it.
  std::vector<Mark> find_lowest(const Mark& start, const Mark& end) const {
    const DirectionSet common = start.separating & end.separating;
    if (common == 0 || gap_.separation.sign() != 0 ||
        std::max(start.time.bits, end.time.bits) < kHalvedBits)
      return {};
    const auto& direction = directions_[static_cast<std::size_t>(std::countr_zero(common))];
    for (const Form& height : heights_along(over(start.time, end.time), direction)) {
      if (std::all_of(height.begin(), height.end(), [](const Integer& c) { return c.sign() > 0; }))
        continue;
      const Polynomial slope = polynomial_of(height).derivative();
      if (slope.degree() < 1) continue;
      RootFinder roots(slope);
      while (std::optional<Root> root = roots.next()) {
        root->refine_to(start.lowest_bits);
        const Integer &cell = root->cell(), one = Integer(1) << root->cell_bits();
        if (root->is_exact() && (cell.sign() == 0 || cell == one)) continue;
        std::vector<Mark> marks;
        for (const int side : {1, 0}) {
          const Integer at = cell + (root->is_exact() ? 0 : side);
          if (at.sign() == 0 || at == one || (root->is_exact() && side == 1)) continue;
          marks.push_back(mark_inside(start.time, end.time, at, root->cell_bits()));
        }
        if (marks.empty()) continue;
        // What lies between the two is looked at again, more closely.
        marks.back().lowest_bits = 2 * start.lowest_bits;
        return marks;
      }
    }
    return {};
  }

  /// At the share part / 2^bits of the way from a to b.
  Mark mark_inside(const GridTime& a, const GridTime& b, const Integer& part,
                   std::int64_t part_bits) const {
    const std::int64_t bits = std::max(a.bits, b.bits);
    const Integer from = a.at(bits);
    const Integer m = (from << part_bits) + (b.at(bits) - from) * part;
    const std::int64_t zeros = std::min(m.trailing_zeros(), bits + part_bits);
    return mark_at({m >> zeros, bits + part_bits - zeros});
  }

  /// The form as a polynomial in s.
  static Polynomial polynomial_of(const Form& form) {
    const Polynomial s(0, 1), rest(1, -1);
    Polynomial r, power(Integer(1));
    // Horner's rule in s, while powers of (1 - s) fill up the degree.
    for (std::size_t i = form.size(); i-- > 0;) {
      Polynomial term = power;
      r = r * s + (term *= form[i]);
      power = power * rest;
    }
    return r;
  }

  std::optional<std::vector<Mark>> find_marks() const {
    const DirectionSet all = (DirectionSet{1} << directions_.size()) - 1;
    std::vector<Mark> open, marks = {mark_at({0, 0})};
    open.push_back(half_open_ ? Mark{{1, 0}, all} : mark_at({1, 0}));
    if (marks[0].separating == 0 || open[0].separating == 0) return std::nullopt;
    for (int cells = 0; !open.empty(); ++cells) {
      if (cells == kMostCells) return std::nullopt;
      if ((marks.back().separating & open.back().separating) != 0) {
        marks.push_back(std::move(open.back()));
        open.pop_back();
        continue;
      }
      Mark middle = mark_between(marks.back(), open.back());
      if (middle.separating == 0) return std::nullopt;  // the pair touches
      open.push_back(std::move(middle));
    }
    return marks;
  }

  /// Leaves out marks between which one direction may well separate throughout. The last comes
  /// first.
  static std::vector<Mark> take_longest(std::vector<Mark> marks) {
    std::vector<Mark> taken;
    DirectionSet common = ~DirectionSet{0};
    for (std::size_t i = 0; i < marks.size(); ++i) {
      if (i > 0 && (common & marks[i].separating) == 0) {
        common = marks[i - 1].separating;
        taken.push_back(std::move(marks[i - 1]));
      }
      if (i == 0) taken.push_back(marks[i]);
      common &= marks[i].separating;
    }
    taken.push_back(std::move(marks.back()));
    std::reverse(taken.begin(), taken.end());
    return taken;
  }

  Mark mark_at(const GridTime& time) const { return {time, separating_at(time)}; }

  Mark mark_between(const Mark& a, const Mark& b) const {
    const std::int64_t bits = std::max(a.time.bits, b.time.bits) + 1;
    Integer m = a.time.at(bits) + b.time.at(bits);
    m >>= 1;
    const std::int64_t zeros = std::min(m.trailing_zeros(), bits);
    return mark_at({m >> zeros, bits - zeros});
  }

  DirectionSet separating_at(const GridTime& time) const {
    const CornerForms corners = at(time);
    DirectionSet set = 0;
    for (std::size_t i = 0; i < directions_.size(); ++i)
      if (separates(corners, directions_[i], norm_, false)) set |= DirectionSet{1} << i;
    return set;
  }

  /// Looks for one of the candidates, beginning with the direction that the piece has.
  bool find_direction(Piece& piece, DirectionSet candidates) const {
    if (candidates == 0) return false;
    const std::size_t first = piece.direction;
    const CornerForms throughout = over(piece.from, piece.to);
    const bool open_end = half_open_ && is_end(piece.to);
    for (std::size_t k = 0; k < directions_.size(); ++k) {
      piece.direction = (first + k) % directions_.size();
      if ((candidates >> piece.direction & 1) != 0 &&
          separates(throughout, directions_[piece.direction], norm_, open_end))
        return true;
    }
    return false;
  }

  bool proves(const GridTime& from, const GridTime& to, std::size_t direction) const {
    return separates(over(from, to), directions_[direction], norm_, half_open_ && is_end(to));
  }

  /// Covers the same time with as few pieces as the times between the given ones allow: each goes as
  /// far as any direction leads.
  std::vector<Piece> join(const std::vector<Piece>& pieces) const {
    std::vector<Piece> joined;
    for (std::size_t first = 0; first < pieces.size();) {
      const GridTime& from = pieces[first].from;
      std::size_t last = first, best = pieces[first].direction;
      for (std::size_t direction = 0; direction < directions_.size(); ++direction) {
        const std::size_t reached = last_proven(pieces, from, last, direction);
        if (reached == last) continue;
        last = reached;
        best = direction;
      }
      joined.push_back({from, pieces[last].to, best});
      first = last + 1;
    }
    return joined;
  }

  /// The last piece up to whose end the direction proves the time from `from` on, or `last` if it
  /// proves no more than that. A direction that proves an interval proves every part of it, so the
  /// search doubles its step and then halves it.
  std::size_t last_proven(const std::vector<Piece>& pieces, const GridTime& from, std::size_t last,
                          std::size_t direction) const {
    const auto leads_to = [&](std::size_t i) { return proves(from, pieces[i].to, direction); };
    std::size_t proven = last, failed = pieces.size();
    for (std::size_t step = 1; proven + step < failed; step *= 2)
      (leads_to(proven + step) ? proven : failed) = proven + step;
    while (proven + 1 < failed) {
      const std::size_t middle = proven + (failed - proven) / 2;
      (leads_to(middle) ? proven : failed) = middle;
    }
    return proven;
  }

  /// Moves the times between pieces to others with as few bits as possible: to an earlier one, where
  /// the later piece still proves its part, or to a later one, where the earlier piece does.
  void shorten_times(std::vector<Piece>& pieces) const {
    for (std::size_t i = 0; i + 1 < pieces.size(); ++i) {
      Piece &before = pieces[i], &after = pieces[i + 1];
      const GridTime& cut = before.to;
      GridTime shortest = cut;
      for (const bool up : {false, true}) {
        const auto proves_with = [&](const GridTime& time) {
          return is_before(before.from, time) && is_before(time, after.to) &&
                 (up ? proves(before.from, time, before.direction)
                     : proves(time, after.to, after.direction));
        };
        // The fewer bits, the farther the time moves, so what fails with some fails with fewer.
        std::int64_t enough = shortest.bits, too_few = -1;
        while (too_few + 1 < enough) {
          const std::int64_t bits = too_few + (enough - too_few) / 2;
          const GridTime time = rounded(cut, bits, up);
          if (proves_with(time)) {
            shortest = time;
            enough = bits;
          } else {
            too_few = bits;
          }
        }
      }
      before.to = after.from = shortest;
    }
  }

  /// The last time not after this one with so many bits, or the first one not before it.
  static GridTime rounded(const GridTime& time, std::int64_t bits, bool up) {
    if (bits >= time.bits) return time;
    const std::int64_t dropped = time.bits - bits;
    return {(up ? time.m + (Integer(1) << dropped) - 1 : time.m) >> dropped, bits};
  }

  static bool is_before(const GridTime& a, const GridTime& b) {
    const std::int64_t bits = std::max(a.bits, b.bits);
    return a.at(bits) < b.at(bits);
  }

  static bool is_end(const GridTime& time) { return time.m == Integer(1) << time.bits; }

  CornerForms at(const GridTime& time) const {
    CornerForms forms = frame(time.bits);
    fill(forms, {&time.m});
    return forms;
  }

  CornerForms over(const GridTime& from, const GridTime& to) const {
    const std::int64_t bits = std::max(from.bits, to.bits);
    const Integer start = from.at(bits), end = to.at(bits);
    CornerForms forms = frame(bits);
    fill(forms, {&start, &end});
    return forms;
  }

  CornerForms frame(std::int64_t bits) const {
    CornerForms forms;
    forms.count = gap_.count;
    forms.separation = gap_.separation << bits;
    for (int i = 0; i < gap_.count; ++i)
      for (int k = 0; k < 3; ++k) forms.corner[i][k] = {gap_.corner[i][k].coefficient(0) << bits};
    return forms;
  }

  /// `forms` come with the corners at the start of the window.
  void fill(CornerForms& forms, std::initializer_list<const Integer*> times) const {
    for (int i = 0; i < gap_.count; ++i)
      for (int k = 0; k < 3; ++k) {
        Form& form = forms.corner[i][k];
        form.resize(times.size(), form[0]);
        std::size_t number = 0;
        for (const Integer* time : times)
          form[number++].add_product(gap_.corner[i][k].coefficient(1), *time);
      }
  }

  ExactSegment segment_of(const Piece& piece) const {
    const auto number = [&](const GridTime& time) {
      return exact_number(time.m * end_.mantissa, end_.exponent - time.bits);
    };
    const FeatureDirection& direction = directions_[piece.direction];
    ExactSegment segment;
    segment.t0 = number(piece.from);
    segment.t1 = number(piece.to);
    segment.feature = direction.feature;
    const int corners = corner_count_of(direction.feature);
    for (int i = 0; i < corners; ++i)
      segment.corners.push_back(proof_corner(kind_, direction.corners[i]));
    if (direction.feature == GapFeature::Directions)
      segment.n0[direction.axis].number = segment.n1[direction.axis].number = direction.sign;
    return segment;
  }

  static int corner_count_of(GapFeature feature) {
    switch (feature) {
      case GapFeature::Directions: return 0;
      case GapFeature::Corner: return 1;
      case GapFeature::Plane: return 3;
      default: return 2;
    }
  }

  Kind kind_;
  Norm norm_;
  SplitDouble end_;
  bool half_open_;
  Gap gap_;
  std::vector<FeatureDirection> directions_;
};

}  // namespace

std::optional<std::vector<ExactSegment>> prove_free(const Query& query, const Request& request,
                                                    double end, bool half_open) {
  return FreeSearch(query, request, end, half_open).run();
}

}  // namespace firstcontact::exact
