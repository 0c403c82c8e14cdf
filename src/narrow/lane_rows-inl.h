// Fills SIMD lanes from rows of doubles in memory: lane i takes its values from rows[i]. Whole
// blocks of two doubles are loaded and then transposed in registers, because gathers of single
// doubles are slow on many processors.
//
// This file is included inside a namespace, without an include guard, by the files that Highway
// compiles once for every instruction set, after `namespace hn` and vector3-inl.h.

using LaneTag = hn::ScalableTag<double>;
using LaneVector = hn::Vec<LaneTag>;
constexpr std::size_t kMaxLanes = hn::MaxLanes(LaneTag());

// Memory is requested this many pairs before it is read, in cache lines of so many doubles.
constexpr std::size_t kPairsAhead = 16, kCacheLine = 8;

#if HWY_TARGET == HWY_SCALAR || HWY_HAVE_SCALABLE

/// Sets lane i of `first` and `second` to rows[i][k] and rows[i][k + 1].
HWY_INLINE void load_two(const double* const* rows, std::size_t k, LaneVector& first,
                         LaneVector& second) {
  const LaneTag d;
  HWY_ALIGN double values[2][kMaxLanes];
  for (std::size_t lane = 0; lane < hn::Lanes(d); ++lane) {
    values[0][lane] = rows[lane][k];
    values[1][lane] = rows[lane][k + 1];
  }
  first = hn::Load(d, values[0]);
  second = hn::Load(d, values[1]);
}

#else

/// Block j of the result is the two doubles at rows[2 * j] + k.
template <class D>
HWY_INLINE hn::Vec<D> load_blocks(D d, const double* const* rows, std::size_t k) {
  if constexpr (hn::MaxLanes(D()) == 2) {
    return hn::LoadU(d, rows[0] + k);
  } else {
    const hn::Half<D> half;
    return hn::Combine(d, load_blocks(half, rows + hn::MaxLanes(D()) / 2, k),
                       load_blocks(half, rows, k));
  }
}

/// Sets lane i of `first` and `second` to rows[i][k] and rows[i][k + 1].
HWY_INLINE void load_two(const double* const* rows, std::size_t k, LaneVector& first,
                         LaneVector& second) {
  const LaneTag d;
  const LaneVector even = load_blocks(d, rows, k), odd = load_blocks(d, rows + 1, k);
  first = hn::InterleaveLower(d, even, odd);
  second = hn::InterleaveUpper(d, even, odd);
}

#endif

/// Loads pairs given by the indices of their vertices in a table with 6 doubles per vertex: lane i
/// has the pair pairs[i], and start[k] and end[k] are the first and the last three doubles of its
/// vertex k.
HWY_INLINE void load_vertices(const double* table, const std::int32_t (*vertices)[4],
                              const std::uint32_t* pairs, Vector3<LaneVector> (&start)[4],
                              Vector3<LaneVector> (&end)[4]) {
  for (int k = 0; k < 4; ++k) {
    const double* rows[kMaxLanes];
    for (std::size_t lane = 0; lane < kMaxLanes; ++lane)
      rows[lane] = table + 6 * static_cast<std::size_t>(vertices[pairs[lane]][k]);
    load_two(rows, 0, start[k].x, start[k].y);
    load_two(rows, 2, start[k].z, end[k].x);
    load_two(rows, 4, end[k].y, end[k].z);
  }
}

/// Asks for the vertices of a lane's worth of pairs from `begin` on.
HWY_INLINE void prefetch_vertices(const double* table, const std::int32_t (*vertices)[4],
                                  std::size_t begin, std::size_t count) {
  for (std::size_t i = begin; i < HWY_MIN(begin + kMaxLanes, count); ++i)
    for (int k = 0; k < 4; ++k) hwy::Prefetch(table + 6 * static_cast<std::size_t>(vertices[i][k]));
}

/// The numbers of the pairs from `begin` on, one per lane; lanes beyond the last pair repeat it.
struct LaneNumbers {
  std::uint32_t pair[kMaxLanes];

  HWY_INLINE LaneNumbers(std::size_t begin, std::size_t count) {
    for (std::size_t lane = 0; lane < kMaxLanes; ++lane)
      pair[lane] = static_cast<std::uint32_t>(HWY_MIN(begin + lane, count - 1));
  }
};
