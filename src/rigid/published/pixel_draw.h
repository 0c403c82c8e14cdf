#pragma once
/// Draws lines on the pixels of the collision screen (section 9 of the paper, third step).
#include <cstdint>
#include <vector>

#include "rigid/published/doppel.h"

namespace firstcontact::rigid {

struct PixelGrid {
  double pixel = 1;                 ///< size of a pixel in scene units
  double time_resolution = 1;       ///< accuracy of times along a drawn edge
  double r_base = 0;                ///< r at the middle of row 0
  int first_row = 0, last_row = 0;  ///< rows that are drawn; none if last_row < first_row

  double row(double r) const { return (r - r_base) / pixel; }
  double column(double h) const { return h / pixel; }
};

/// The pixel that holds a coordinate in pixels.
int pixel_index(double coordinate);

/// The part of one edge in one row (pixels of equal r): where it enters and leaves the row, in
/// pixels and time. Each record of an edge begins where the one before ends, so that two lines that
/// cross share a pixel.
struct PixelRecord {
  int row = 0, h_min = 0, h_max = 0;
  int edge = 0;  ///< index of the ScreenEdge
  double r0 = 0, h0 = 0, t0 = 0, r1 = 0, h1 = 0, t1 = 0;
  /// +1 or -1 if it crosses the middle of the row towards larger or smaller r. Along a closed
  /// outline they add up to 0.
  int crossing = 0;
};

struct PixelVertex {
  int row = 0, h = 0;
  int vertex = -1;
  double r = 0, h_exact = 0, t = 0;  ///< r and h in pixels
};

std::vector<PixelRecord> draw_edges(const Screen& screen, const PixelGrid& grid,
                                    const std::vector<ScreenEdge>& edges);
std::vector<PixelVertex> draw_vertices(const PixelGrid& grid,
                                       const std::vector<ScreenVertex>& vertices);

}  // namespace firstcontact::rigid
