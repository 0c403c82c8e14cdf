#pragma once
/// The motions of a tree of frames over cells of time, rounded to 64-bit integers and kept.
#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "verify/chain_motion.h"
#include "verify/scene_verify.h"

namespace firstcontact::verify {

/// Bits of the numbers that the heights of vertices are made of. Products of two of them, and sums
/// of a few, fit in 128 bits.
inline constexpr int kShortBits = 62;

/// value / 2^shift, rounded to the nearest. Precondition: it fits.
std::int64_t shortened(const exact::Integer& value, std::int64_t shift);

/// A ChainPolynomial whose numbers are rounded: with t, v and x as there, and the terms made of
/// these numbers times 2^linear_exponent and 2^offset_exponent, the same holds, but that every
/// number is off by up to half a unit of its own beyond the errors. In every column the magnitudes
/// add up to at most 2^kShortBits, but for the rounding.
struct CellMotion {
  using Rows = std::array<std::array<std::int64_t, 4>, 3>;
  std::array<Rows, kChainTerms> terms = {};
  int used = 1;
  std::int64_t linear_exponent = 0, offset_exponent = 0;
  bool has_offset = false;  ///< else all offsets are 0, not only rounded to it
  /// In units of 2^-kChainBits and 2^(scale − kChainBits).
  exact::Integer linear_error, offset_error;
};

/// The steps of a scene's frames in integers.
class FrameSteps {
 public:
  /// Precondition: the frames have no fault (fault_of_frames).
  explicit FrameSteps(std::span<const ProofFrame> frames);

  std::size_t size() const { return frames_.size(); }
  int parent(int frame) const { return frames_[frame].parent; }
  const ChainStep& step(int frame) const { return frames_[frame].step; }
  /// Nothing moves from the base to the frame. Precondition here and below: the base is the frame
  /// itself or carries it; -1, the world, carries all.
  bool rests(int base, int frame) const {
    return base == frame || frames_[frame].moving == (base < 0 ? 0 : frames_[base].moving);
  }
  /// How many steps lead from the base to the frame.
  int length(int base, int frame) const {
    return base == frame ? 0 : frames_[frame].depth - (base < 0 ? 0 : frames_[base].depth);
  }
  /// The first level at which all turns from the base to the frame together are at most 1/4 over a
  /// cell.
  int fine_level(int base, int frame) const;
  /// Lengths are in units of 2^(scale() − kChainBits).
  std::int64_t scale() const { return scale_; }

 private:
  struct Frame {
    int parent;
    ChainStep step;
    int depth;            ///< frames from the world to here
    int moving;           ///< steps that move, from the world
    exact::Integer turn;  ///< bound of their turns, in units of 2^-kTurnBits
  };
  std::vector<Frame> frames_;
  std::int64_t scale_ = 0;
};

/// Empty, or what is wrong: a parent that does not come before, a number that is not finite, an
/// angle beyond kLargestAngle.
std::string fault_of_frames(std::span<const ProofFrame> frames);

/// Motions over cells, made when first asked for. Not thread-safe.
class CellMotions {
 public:
  /// `steps` must outlive this.
  explicit CellMotions(const FrameSteps& steps) : steps_(steps) {}

  /// From the base, which carries the frame. Valid until `forget_some`.
  const CellMotion& over(int base, int frame, const TimeCell& cell);
  /// Keeps the memory bounded.
  void forget_some();
  /// Of so many cells the motions of chains of this length together are kept.
  static std::size_t cells_kept(int length);

 private:
  struct Key {
    int base, frame, level;
    std::int64_t index;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };
  struct Kept {
    ChainPolynomial chain;
    CellMotion rounded;
  };
  Key key_of(int base, int frame, const TimeCell& cell) const;

  const FrameSteps& steps_;
  std::unordered_map<Key, Kept, Hash> kept_;
};

}  // namespace firstcontact::verify
