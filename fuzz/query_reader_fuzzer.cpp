// Any bytes as a query file: the reader may only give queries or throw InputError, and what it
// gives comes back the same after being written. The first byte chooses the kind, plain or gzip,
// and how the bytes arrive.
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "io/byte_source.h"
#include "io/errors.h"
#include "io/gzip.h"
#include "io/query_reader.h"
#include "io/query_writer.h"

namespace {

using namespace firstcontact;
using namespace firstcontact::io;

constexpr Kind kKinds[] = {Kind::VertexFace, Kind::EdgeEdge, Kind::PointEdge, Kind::PointPoint,
                           Kind::PointSegment2D};

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "query_reader_fuzzer: %s\n", what);
  std::abort();
}

bool same_bits(const Query& a, const Query& b) {
  for (std::size_t i = 0; i < a.t0.size(); ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      if (std::bit_cast<std::uint64_t>(a.t0[i][axis]) !=
          std::bit_cast<std::uint64_t>(b.t0[i][axis]))
        return false;
      if (std::bit_cast<std::uint64_t>(a.t1[i][axis]) !=
          std::bit_cast<std::uint64_t>(b.t1[i][axis]))
        return false;
    }
  }
  return a.kind == b.kind;
}

/// Queries up to the end or the first error; whether there was one.
bool read_all(std::unique_ptr<ByteSource> source, Kind kind, std::vector<TruthQuery>& queries) {
  try {
    QueryReader reader(std::move(source), "input", kind);
    for (TruthQuery query; reader.next(query);) queries.push_back(query);
  } catch (const InputError& error) {
    require(std::string_view(error.what()).substr(0, 5) == "input",
            "the message does not name the file");
    return false;
  }
  require(!queries.empty(), "a file without queries was accepted");
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const unsigned choice = data[0];
  const Kind kind = kKinds[choice % 5];
  const bool packed = choice / 5 % 4 == 3;
  const std::size_t chunk = choice / 20 % 2 == 0 ? 1 + choice / 40 : size;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);

  std::unique_ptr<ByteSource> source = std::make_unique<MemorySource>(bytes, chunk);
  if (packed) source = std::make_unique<GzipSource>(std::move(source), "input");
  std::vector<TruthQuery> queries;
  read_all(std::move(source), kind, queries);
  if (queries.empty()) return 0;

  std::string text;
  for (const TruthQuery& query : queries) append_query(text, query.query, query.truth);
  std::vector<TruthQuery> again;
  require(read_all(std::make_unique<MemorySource>(text), kind, again),
          "what was written is refused");
  require(again.size() == queries.size(), "the number of queries changed");
  for (std::size_t i = 0; i < queries.size(); ++i)
    require(same_bits(queries[i].query, again[i].query) && queries[i].truth == again[i].truth,
            "a query changed");
  return 0;
}
