// Any bytes as a packed query file: the reader may only give queries or throw InputError, and a
// file that it takes is, byte for byte, what the documentation says of the queries it gives. The
// first byte chooses the kind, plain or gzip, how the bytes arrive and how many queries are asked
// for at a time.
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "io/byte_source.h"
#include "io/errors.h"
#include "io/gzip.h"
#include "io/packed_queries.h"

namespace {

using namespace firstcontact;
using namespace firstcontact::io;

constexpr Kind kKinds[] = {Kind::VertexFace, Kind::EdgeEdge, Kind::PointEdge, Kind::PointPoint,
                           Kind::PointSegment2D};

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "packed_reader_fuzzer: %s\n", what);
  std::abort();
}

void append(std::string& out, std::uint64_t word, int bytes) {
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(word >> (8 * i) & 0xff);
}

void append(std::string& out, double x) { append(out, std::bit_cast<std::uint64_t>(x), 8); }

/// The file of these queries, after docs/formats/query-files.md.
std::string documented_bytes(const PackedHeader& header, const std::vector<TruthQuery>& queries) {
  const auto points = static_cast<std::size_t>(point_count(header.kind));
  std::string out =
      "\x89"
      "FCQ\r\n\x1a\n";
  append(out, 1, 4);
  append(out, 0x01020304, 4);
  append(out, static_cast<std::uint64_t>(header.kind), 4);
  append(out, header.times ? 1 : 0, 4);
  append(out, queries.size(), 8);
  append(out, 48 * points + (header.times ? 24 : 8), 8);
  out.append(24, '\0');
  for (const TruthQuery& item : queries) {
    for (const auto* instant : {&item.query.t0, &item.query.t1})
      for (std::size_t i = 0; i < points; ++i)
        for (int axis = 0; axis < 3; ++axis) append(out, (*instant)[i][axis]);
    if (header.times) {
      append(out, item.toi);
      append(out, item.toi_upper);
    }
    append(out, item.truth ? 1 : 0, 8);
  }
  return out;
}

void require_right(const TruthQuery& item, const PackedHeader& header) {
  require(item.query.kind == header.kind, "a query of another kind");
  for (std::size_t i = 0; i < item.query.t0.size(); ++i) {
    require(item.query.t0[i].allFinite() && item.query.t1[i].allFinite(),
            "a coordinate is not finite");
    if (header.kind == Kind::PointSegment2D)
      require(item.query.t0[i].z() == 0 && item.query.t1[i].z() == 0,
              "a planar query is not planar");
  }
  require(0 <= item.toi && item.toi <= item.toi_upper && item.toi_upper <= 1,
          "the times are not in order");
  require(item.truth || !header.times || item.toi == 1, "a free pair has a time");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const unsigned choice = data[0];
  const Kind kind = kKinds[choice % 5];
  const bool gzip = choice / 5 % 4 == 3;
  const std::size_t chunk = choice / 20 % 2 == 0 ? 1 + choice / 40 : size;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);

  std::unique_ptr<ByteSource> source = std::make_unique<MemorySource>(bytes, chunk);
  if (gzip) source = std::make_unique<GzipSource>(std::move(source), "input");
  std::vector<TruthQuery> queries, block(1 + choice / 40);
  PackedHeader header;
  try {
    PackedReader reader(std::move(source), "input", kind);
    header = reader.header();
    require(header.kind == kind && header.count > 0, "a header that is not right was taken");
    while (const std::size_t count = reader.read(block)) {
      for (std::size_t i = 0; i < count; ++i) require_right(block[i], header);
      queries.insert(queries.end(), block.begin(),
                     block.begin() + static_cast<std::ptrdiff_t>(count));
    }
    require(reader.read(block) == 0, "queries after the last one");
  } catch (const InputError& error) {
    require(std::string_view(error.what()).substr(0, 5) == "input",
            "the message does not name the file");
    return 0;
  }
  require(queries.size() == header.count, "the number of queries is not that of the header");
  if (!gzip)
    require(documented_bytes(header, queries) == bytes, "the file is not that of its queries");
  return 0;
}
