#include "verify/cell_motion.h"

#include <algorithm>

#include "verify/motion_form.h"
#include "verify/units.h"

namespace firstcontact::verify {
namespace {

using exact::Integer;

/// Motions in the cache, about 10 KiB each.
constexpr std::size_t kMostKept = 5'000;
/// For a chain of more frames than this, the cache keeps only every so many-th of them and the
/// last.
constexpr std::size_t kKeptSpacing = 64;
/// fine_level allows a turn of 2^-kFineTurnBits over a cell.
constexpr std::int64_t kFineTurnBits = 2;

/// Number of bits before the binary point of |value|; 0 for 0.
std::int64_t size_bits(double value) {
  const Dyadic exact = dyadic(value);
  return exact.numerator.sign() == 0 ? 0 : exact.numerator.bit_length() - exact.scale;
}

/// An exponent e such that all lengths of the frames are below 2^e.
std::int64_t scale_of(std::span<const SceneFrame> frames) {
  std::int64_t scale = 0;
  bool first = true;
  for (const SceneFrame& frame : frames)
    for (const Vec3* v :
         {&frame.motion.before.offset, &frame.motion.after.offset, &frame.motion.travel})
      for (int k = 0; k < 3; ++k) {
        if (compare((*v)[k], 0) == 0) continue;
        scale = first ? size_bits((*v)[k]) : std::max(scale, size_bits((*v)[k]));
        first = false;
      }
  return scale;
}

CellMotion rounded(const ChainPolynomial& chain, std::int64_t scale) {
  CellMotion result;
  result.used = chain.used;
  const auto sum_of_column = [&](std::size_t c) {
    Integer sum;
    for (int j = 0; j < chain.used; ++j)
      for (const auto& row : chain.terms[j]) sum += abs(row[c]);
    return sum;
  };
  Integer largest;
  for (std::size_t c = 0; c < 3; ++c) largest = std::max(largest, sum_of_column(c));
  const std::int64_t linear_shift = largest.bit_length() - kShortBits;
  const Integer offsets = sum_of_column(3);
  result.has_offset = offsets.sign() != 0;
  const std::int64_t offset_shift = result.has_offset ? offsets.bit_length() - kShortBits : 0;
  for (int j = 0; j < chain.used; ++j)
    for (std::size_t r = 0; r < 3; ++r)
      for (std::size_t c = 0; c < 4; ++c)
        result.terms[j][r][c] =
            shortened(chain.terms[j][r][c], c < 3 ? linear_shift : offset_shift);
  result.linear_exponent = linear_shift - kChainBits;
  result.offset_exponent = offset_shift + scale - kChainBits;
  result.linear_error = chain.linear_error;
  result.offset_error = chain.offset_error;
  return result;
}

std::string fault_of(const JointMotion& motion) {
  if (!all_finite(motion.before) || !all_finite(motion.after) || !all_finite(motion.travel) ||
      !is_finite(motion.angle_t0) || !is_finite(motion.angle))
    return "a number of its motion is not finite";
  for (const double angle : {motion.angle_t0, motion.angle})
    if (compare(angle, kLargestAngle) > 0 || compare(angle, -kLargestAngle) < 0)
      return "an angle is beyond 1000 radians";
  return "";
}

}  // namespace

std::string fault_of_frames(std::span<const SceneFrame> frames) {
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const auto name = [&] { return "frame " + std::to_string(i) + ": "; };
    if (frames[i].parent < -1 || frames[i].parent >= static_cast<int>(i))
      return name() + "its parent does not come before it";
    if (const std::string fault = fault_of(frames[i].motion); !fault.empty()) return name() + fault;
  }
  return "";
}

FrameSteps::FrameSteps(std::span<const SceneFrame> frames) : scale_(scale_of(frames)) {
  for (const auto& [parent, motion] : frames) {
    Frame frame = {
        parent, ChainStep(motion, scale_), parent < 0 ? 1 : frames_[parent].depth + 1, 0, {}};
    frame.moving = (parent < 0 ? 0 : frames_[parent].moving) + (frame.step.is_constant() ? 0 : 1);
    frame.turn = frame.step.turn_bound();
    if (parent >= 0) frame.turn += frames_[parent].turn;
    frames_.push_back(std::move(frame));
  }
}

int FrameSteps::fine_level(int base, int frame) const {
  if (base == frame) return 0;
  const Integer turn = base < 0 ? frames_[frame].turn : frames_[frame].turn - frames_[base].turn;
  return static_cast<int>(
      std::clamp<std::int64_t>(turn.bit_length() - kTurnBits + kFineTurnBits, 0, kLastLevel));
}

std::int64_t shortened(const Integer& value, std::int64_t shift) {
  if (shift <= 0) return (value << -shift).to_int64();
  const Integer half = Integer(1) << (shift - 1);
  return ((value.sign() < 0 ? value - half : value + half) >> shift).to_int64();
}

std::size_t CellMotions::Hash::operator()(const Key& key) const {
  std::uint64_t h = static_cast<std::uint64_t>(key.index) * 0x9e3779b97f4a7c15u;
  h ^= static_cast<std::uint64_t>(key.level) * 0xc2b2ae3d27d4eb4fu +
       static_cast<std::uint64_t>(key.frame);
  h = h * 0x9e3779b97f4a7c15u + static_cast<std::uint64_t>(key.base);
  h *= 0xff51afd7ed558ccdu;
  return static_cast<std::size_t>(h ^ (h >> 32));
}

CellMotions::Key CellMotions::key_of(int base, int frame, const TimeCell& cell) const {
  const TimeCell own =
      steps_.rests(base, frame) ? TimeCell() : cell;  // at rest it is the same over all cells
  return {base, frame, own.level, own.index};
}

const CellMotion& CellMotions::over(int base, int frame, const TimeCell& cell) {
  if (const auto found = kept_.find(key_of(base, frame, cell)); found != kept_.end())
    return found->second.rounded;
  // Up to the nearest frame whose motion is kept, then down again. Chains may be long, so there is
  // no recursion.
  std::vector<int> missing;
  ChainPolynomial chain = ChainPolynomial::identity();
  for (int at = frame; at != base; at = steps_.parent(at)) {
    if (const auto found = kept_.find(key_of(base, at, cell)); found != kept_.end()) {
      chain = found->second.chain;
      break;
    }
    missing.push_back(at);
  }
  const bool is_long = missing.size() > kKeptSpacing;
  for (; missing.size() > 1; missing.pop_back()) {
    steps_.step(missing.back()).append_to(chain, cell);
    if (!is_long || missing.size() % kKeptSpacing == 0)
      kept_.emplace(key_of(base, missing.back(), cell),
                    Kept{chain, rounded(chain, steps_.scale())});
  }
  if (!missing.empty()) steps_.step(frame).append_to(chain, cell);
  const CellMotion motion = rounded(chain, steps_.scale());
  return kept_.emplace(key_of(base, frame, cell), Kept{std::move(chain), motion})
      .first->second.rounded;
}

std::size_t CellMotions::cells_kept(int length) {
  const auto steps = static_cast<std::size_t>(length);
  return kMostKept /
         std::max<std::size_t>(1, steps > kKeptSpacing ? steps / kKeptSpacing + 2 : steps);
}

void CellMotions::forget_some() {
  if (kept_.size() > kMostKept) kept_.clear();
}

}  // namespace firstcontact::verify
