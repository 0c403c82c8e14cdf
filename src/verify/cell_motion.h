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

/// A ChainPolynomial whose entries are rounded to 64 bits. Linear entries are in units of
/// 2^linear_exponent and offsets in units of 2^offset_exponent. Rounding adds up to half a unit per
/// entry to the errors of the ChainPolynomial. Before rounding, the magnitudes of every column add
/// up to at most 2^kShortBits.
struct CellMotion {
  using Rows = std::array<std::array<std::int64_t, 4>, 3>;
  std::array<Rows, kChainTerms> terms = {};
  int used = 1;
  std::int64_t linear_exponent = 0, offset_exponent = 0;
  bool has_offset = false;  ///< false: all offsets are exactly 0
  /// Errors of the ChainPolynomial, in units of 2^-kChainBits and of 2^(scale − kChainBits).
  exact::Integer linear_error, offset_error;
};

/// The motions of a scene's frames relative to their parents, in integers.
class FrameSteps {
 public:
  /// Precondition: the frames have no fault (fault_of_frames).
  explicit FrameSteps(std::span<const SceneFrame> frames);

  std::size_t size() const { return frames_.size(); }
  int parent(int frame) const { return frames_[frame].parent; }
  const ChainStep& step(int frame) const { return frames_[frame].step; }
  /// True if no step between the base and the frame moves. Precondition here and below: the base is
  /// the frame itself or carries it. The world, -1, carries all frames.
  bool rests(int base, int frame) const {
    return base == frame || frames_[frame].moving == (base < 0 ? 0 : frames_[base].moving);
  }
  /// Number of steps from the base to the frame.
  int length(int base, int frame) const {
    return base == frame ? 0 : frames_[frame].depth - (base < 0 ? 0 : frames_[base].depth);
  }
  /// The coarsest level at which the turns from the base to the frame add up to at most 1/4 radian
  /// over a cell.
  int fine_level(int base, int frame) const;
  /// Lengths are in units of 2^(scale() − kChainBits).
  std::int64_t scale() const { return scale_; }

 private:
  struct Frame {
    int parent;
    ChainStep step;
    int depth;            ///< number of frames from the world to this one
    int moving;           ///< number of these that move
    exact::Integer turn;  ///< bound of the sum of their turns, in units of 2^-kTurnBits
  };
  std::vector<Frame> frames_;
  std::int64_t scale_ = 0;
};

/// Empty, or what is wrong: a parent that does not come before, a number that is not finite, an
/// angle beyond kLargestAngle.
std::string fault_of_frames(std::span<const SceneFrame> frames);

/// Caches the motions over cells. Each is computed when it is first asked for. Not thread-safe.
class CellMotions {
 public:
  /// `steps` must outlive this.
  explicit CellMotions(const FrameSteps& steps) : steps_(steps) {}

  /// The motion of the frame relative to the base. The reference is valid until `forget_some`.
  const CellMotion& over(int base, int frame, const TimeCell& cell);
  /// Empties the cache if it has grown too large.
  void forget_some();
  /// Number of cells whose motions the cache can hold for chains of this length.
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
