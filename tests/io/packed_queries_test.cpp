// The packed form: bit for bit what was written; nothing else is taken for it.
#include "io/packed_queries.h"

#include <firstcontact/query_files.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>

#include "io/errors.h"
#include "io/query_reader.h"
#include "temporary_folder.h"

namespace firstcontact::io::packed_queries_test {
namespace {

using testing::bytes_of;
using testing::message_of;
using testing::TemporaryFolder;

constexpr Kind kAllKinds[] = {Kind::VertexFace, Kind::EdgeEdge, Kind::PointEdge, Kind::PointPoint,
                              Kind::PointSegment2D};
constexpr std::size_t kCount = 700;  // more than a reader's buffer holds

/// Any finite doubles, negative zeros and subnormals among them; seed 5.
std::vector<TruthQuery> random_queries(Kind kind, bool times, std::size_t count = kCount) {
  std::mt19937_64 random(5);
  const auto coordinate = [&] {
    const std::uint64_t bits = random();
    if (bits % 16 == 0) return bits % 32 == 0 ? -0.0 : 0.0;
    const auto x = std::bit_cast<double>(random());
    return std::isfinite(x) ? x : 1.0;
  };
  std::vector<TruthQuery> out(count);
  for (TruthQuery& item : out) {
    item.query.kind = kind;
    for (auto* instant : {&item.query.t0, &item.query.t1})
      for (std::size_t i = 0; i < 4; ++i) {
        const bool used = static_cast<int>(i) < point_count(kind);
        for (int k = 0; k < 3; ++k) (*instant)[i][k] = used ? coordinate() : 0.0;
        if (kind == Kind::PointSegment2D) (*instant)[i].z() = 0;
      }
    item.truth = random() % 2 == 0;
    const double a = 0x1p-64 * static_cast<double>(random()),
                 b = 0x1p-64 * static_cast<double>(random());
    if (times)
      item.toi = item.truth ? std::min(a, b) : 1, item.toi_upper = item.truth ? std::max(a, b) : 1;
  }
  return out;
}

std::string packed_bytes(const std::vector<TruthQuery>& queries, bool times,
                         const std::string& name = "q.fcq") {
  const TemporaryFolder folder;
  PackedWriter writer(folder / name, {queries.front().query.kind, times, queries.size()});
  for (const TruthQuery& query : queries) writer.write(query);
  writer.close();
  return bytes_of(folder / name);
}

std::vector<TruthQuery> read_all(PackedReader reader, std::size_t block) {
  std::vector<TruthQuery> out, part(block);
  while (const std::size_t count = reader.read(part))
    out.insert(out.end(), part.begin(), part.begin() + static_cast<std::ptrdiff_t>(count));
  return out;
}

std::vector<TruthQuery> read_bytes(const std::string& bytes, Kind kind, std::size_t block = 64,
                                   std::size_t chunk = 4096) {
  return read_all(PackedReader(std::make_unique<MemorySource>(bytes, chunk), "q.fcq", kind), block);
}

bool same_bits(const TruthQuery& a, const TruthQuery& b) {
  return a.query.kind == b.query.kind &&
         std::memcmp(a.query.t0.data(), b.query.t0.data(), sizeof a.query.t0) == 0 &&
         std::memcmp(a.query.t1.data(), b.query.t1.data(), sizeof a.query.t1) == 0 &&
         a.truth == b.truth && a.toi == b.toi && a.toi_upper == b.toi_upper;
}

void expect_same(const std::vector<TruthQuery>& a, const std::vector<TruthQuery>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_TRUE(same_bits(a[i], b[i])) << i;
}

/// A file of three vertex-face queries with times, as bytes to be spoiled.
std::string good_bytes() { return packed_bytes(random_queries(Kind::VertexFace, true, 3), true); }

std::string error_of(const std::string& bytes, Kind kind = Kind::VertexFace) {
  return message_of<InputError>([&] { read_bytes(bytes, kind); });
}

template <class Word>
std::string with(std::string bytes, std::size_t at, Word word) {
  std::memcpy(bytes.data() + at, &word, sizeof word);
  return bytes;
}

TEST(PackedQueries, ComeBackBitForBitForEveryKindWithAndWithoutTimes) {
  for (const Kind kind : kAllKinds)
    for (const bool times : {false, true}) {
      SCOPED_TRACE(kind_name(kind));
      const std::vector<TruthQuery> queries = random_queries(kind, times);
      const std::string bytes = packed_bytes(queries, times);
      EXPECT_EQ(bytes.size(), 64 + kCount * packed_record_bytes(kind, times));
      expect_same(read_bytes(bytes, kind), queries);
    }
}

TEST(PackedQueries, ComeBackWhereverTheSeamsOfBlocksAndBuffersFall) {
  const std::vector<TruthQuery> queries = random_queries(Kind::EdgeEdge, true);
  const std::string bytes = packed_bytes(queries, true);
  for (const std::size_t block : {1u, 7u, 699u, 700u, 701u, 5000u})
    for (const std::size_t chunk : {1u, 63u, 4096u, 1u << 20})
      expect_same(read_bytes(bytes, Kind::EdgeEdge, block, chunk), queries);
}

TEST(PackedQueries, AreReadFromAFileAsFromAGzipFile) {
  const TemporaryFolder folder;
  const std::vector<TruthQuery> queries = random_queries(Kind::VertexFace, true);
  for (const char* name : {"q.fcq", "q.fcq.gz"}) {
    folder.make(name, packed_bytes(queries, true, name));
    expect_same(read_all(PackedReader(folder / name, Kind::VertexFace), 100), queries);
    QueryReader reader(folder / name, Kind::VertexFace);
    EXPECT_TRUE(reader.has_times());
    std::vector<TruthQuery> single;
    for (TruthQuery item; reader.next(item);) single.push_back(item);
    expect_same(single, queries);
  }
  EXPECT_NE(bytes_of(folder / "q.fcq"), bytes_of(folder / "q.fcq.gz"));
}

TEST(PackedQueries, HaveTheDocumentedLayout) {
  const std::vector<TruthQuery> queries = random_queries(Kind::EdgeEdge, true, 2);
  const std::string bytes = packed_bytes(queries, true);
  EXPECT_EQ(bytes.substr(0, 40), std::string("\x89"
                                             "FCQ\r\n\x1a\n"
                                             "\x01\0\0\0"
                                             "\x04\x03\x02\x01"
                                             "\x01\0\0\0"
                                             "\x01\0\0\0"
                                             "\x02\0\0\0\0\0\0\0"
                                             "\xd8\0\0\0\0\0\0\0",
                                             40));
  EXPECT_EQ(bytes.substr(40, 24), std::string(24, '\0'));
  const std::size_t second = 64 + 216;
  const auto number = [&](std::size_t index) {
    double x;
    std::memcpy(&x, bytes.data() + second + 8 * index, sizeof x);
    return x;
  };
  EXPECT_EQ(number(0), queries[1].query.t0[0].x());
  EXPECT_EQ(number(11), queries[1].query.t0[3].z());
  EXPECT_EQ(number(12), queries[1].query.t1[0].x());
  EXPECT_EQ(number(24), queries[1].toi);
  EXPECT_EQ(number(25), queries[1].toi_upper);
  EXPECT_EQ(bytes.substr(second + 208),
            std::string(1, static_cast<char>(queries[1].truth)) + std::string(7, '\0'));
}

TEST(PackedQueries, RefuseAWrongHeaderNamingTheByte) {
  const std::string good = good_bytes();
  EXPECT_EQ(error_of(""), "q.fcq: byte 0: magic: this is no packed query file");
  EXPECT_EQ(error_of("1,2,3,4,5,6,0\n"), "q.fcq: byte 0: magic: this is no packed query file");
  EXPECT_EQ(error_of(good.substr(0, 63)), "q.fcq: byte 63: header: the file ends within it");
  EXPECT_EQ(error_of(with(good, 8, std::uint32_t{2})),
            "q.fcq: byte 8: version: 2 is not known, only 1");
  EXPECT_EQ(error_of(with(good, 12, std::uint32_t{0x04030201})),
            "q.fcq: byte 12: byte order: the numbers are not little endian");
  EXPECT_EQ(error_of(with(good, 16, std::uint32_t{5})), "q.fcq: byte 16: kind: 5 is no kind");
  EXPECT_EQ(error_of(good, Kind::EdgeEdge),
            "q.fcq: byte 16: kind: the file holds vertex-face queries, not edge-edge");
  EXPECT_EQ(error_of(with(good, 20, std::uint32_t{6})),
            "q.fcq: byte 20: flags: 6 has bits that are not known");
  EXPECT_EQ(error_of(with(good, 24, std::uint64_t{0})), "q.fcq: byte 24: count: holds no query");
  EXPECT_EQ(error_of(with(good, 24, std::uint64_t{1} << 60)),
            "q.fcq: byte 24: count: is more than any file can hold");
  EXPECT_EQ(error_of(with(good, 32, std::uint64_t{200})),
            "q.fcq: byte 32: record size: 200 bytes, these records have 216");
  EXPECT_EQ(error_of(with(good, 63, '\1')), "q.fcq: byte 63: reserved: is not zero");
}

TEST(PackedQueries, RefuseARecordThatIsNoQueryNamingByteAndField) {
  const std::string good = good_bytes();
  const std::size_t second = 64 + 216;
  const double nan = std::numeric_limits<double>::quiet_NaN(),
               infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(error_of(with(good, 64, nan)), "q.fcq: byte 64: query 0, p_t0.x: is not finite");
  EXPECT_EQ(error_of(with(good, second + 8 * 4, -infinity)),
            "q.fcq: byte 312: query 1, v0_t0.y: is not finite");
  EXPECT_EQ(error_of(with(good, second + 8 * 23, nan)),
            "q.fcq: byte 464: query 1, v2_t1.z: is not finite");
  EXPECT_EQ(error_of(with(good, second + 8 * 26, std::uint64_t{2})),
            "q.fcq: byte 488: query 1, truth: is neither 0 nor 1");
  const std::string hit = with(good, second + 8 * 26, std::uint64_t{1}),
                    free = with(good, second + 8 * 26, std::uint64_t{0});
  const char* const disorder =
      "q.fcq: byte 472: query 1, toi and toi_upper: are not in order within [0, 1]";
  EXPECT_EQ(error_of(with(with(hit, second + 192, 0.5), second + 200, 0.25)), disorder);
  EXPECT_EQ(error_of(with(with(hit, second + 192, -0.5), second + 200, 0.25)), disorder);
  EXPECT_EQ(error_of(with(with(hit, second + 192, 0.5), second + 200, 1.5)), disorder);
  EXPECT_EQ(error_of(with(hit, second + 192, nan)), disorder);
  EXPECT_EQ(error_of(with(free, second + 192, 0.5)),
            "q.fcq: byte 472: query 1, toi and toi_upper: are not 1, but the pair is free");
  const std::string planar = packed_bytes(random_queries(Kind::PointSegment2D, false, 1), false);
  EXPECT_EQ(error_of(with(planar, 64 + 8 * 5, 1.0), Kind::PointSegment2D),
            "q.fcq: byte 104: query 0, s0_t0.z: a planar query lies in z = 0");
}

TEST(PackedQueries, RefuseAFileWhoseSizeIsNotThatOfItsCount) {
  const TemporaryFolder folder;
  const std::string good = good_bytes();
  const auto error = [&](const std::string& bytes) {
    const std::string path = folder.make("q.fcq", bytes);
    const std::string message =
        message_of<InputError>([&] { PackedReader(path, Kind::VertexFace); });
    return message.substr(folder.path().string().size() + 1);
  };
  EXPECT_EQ(error(good.substr(0, 700)),
            "q.fcq: byte 24: count: 3 queries make a file of 712 bytes, this one has 700");
  EXPECT_EQ(error(good + "x"),
            "q.fcq: byte 24: count: 3 queries make a file of 712 bytes, this one has 713");
  // The size of what comes out of gzip is known only at its end.
  EXPECT_EQ(error_of(good.substr(0, 700)),
            "q.fcq: byte 700: query 2: the file ends before it is complete (truncated); 3 queries "
            "should be there");
  EXPECT_EQ(error_of(good + "x"), "q.fcq: byte 712: end: the file goes on after its 3 queries");
}

TEST(PackedQueries, RefuseEveryTruncation) {
  const std::string good = good_bytes();
  for (std::size_t size = 0; size < good.size(); ++size)
    EXPECT_NE(error_of(good.substr(0, size)), "(no error)") << size;
  EXPECT_EQ(error_of(good), "(no error)");
}

/// Nothing in the header is left to chance.
TEST(PackedQueries, RefuseEveryChangeOfAByteOfTheHeader) {
  const std::string good = good_bytes();
  for (std::size_t at = 0; at < kPackedHeaderBytes; ++at)
    for (int change = 1; change < 256; ++change) {
      std::string bytes = good;
      bytes[at] = static_cast<char>(bytes[at] ^ change);
      EXPECT_NE(error_of(bytes), "(no error)") << "byte " << at << " changed by " << change;
    }
}

/// The count is not believed before the queries are there: what it announces would not fit into any
/// memory.
TEST(PackedQueries, TakeNoMemoryForACountThatIsNotTrue) {
  for (const int bits : {32, 40, 54})
    EXPECT_EQ(error_of(with(good_bytes(), 24, std::uint64_t{1} << bits)),
              "q.fcq: byte 712: query 3: the file ends before it is complete (truncated); " +
                  std::to_string(std::uint64_t{1} << bits) + " queries should be there");
}

/// Seed 6. Whatever the damage, the answer is an InputError, or queries that are right in
/// themselves.
TEST(PackedQueries, SurviveRandomDamage) {
  std::mt19937 random(6);
  const std::string good = good_bytes();
  int refused = 0, read = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string bytes = good;
    const auto changes = 1 + random() % 4;
    for (std::size_t k = 0; k < changes; ++k)
      bytes[random() % bytes.size()] = static_cast<char>(random());
    if (random() % 8 == 0) bytes.resize(random() % bytes.size());
    try {
      for (const TruthQuery& item : read_bytes(bytes, Kind::VertexFace)) {
        EXPECT_TRUE(item.query.t0[3].allFinite() && item.query.t1[0].allFinite());
        EXPECT_LE(item.toi, item.toi_upper);
      }
      ++read;
    } catch (const InputError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 5'000);
  EXPECT_GT(read, 5'000);
}

TEST(PackedWriter, WritesNothingThatTheReaderWouldRefuse) {
  const TemporaryFolder folder;
  const TruthQuery good = random_queries(Kind::VertexFace, true, 1)[0];
  const auto error = [&](const std::vector<TruthQuery>& queries, std::uint64_t count) {
    std::string message = message_of<OutputError>([&] {
      PackedWriter writer(folder / "q.fcq", {Kind::VertexFace, true, count});
      for (const TruthQuery& query : queries) writer.write(query);
      writer.close();
    });
    if (message != "(no error)") message.erase(0, folder.path().string().size() + 1);
    return message;
  };
  TruthQuery other = good;
  other.query.t1[3].z() = std::numeric_limits<double>::infinity();
  EXPECT_EQ(error({good, other}, 2), "q.fcq: query 1: a coordinate is not finite");
  other = good;
  other.query.kind = Kind::EdgeEdge;
  EXPECT_EQ(error({other}, 1), "q.fcq: query 0: its kind differs from that of the file");
  other = good;
  other.truth = true, other.toi = 0.5, other.toi_upper = 0.25;
  EXPECT_EQ(error({other}, 1), "q.fcq: query 0: its times do not fit its truth");
  EXPECT_EQ(error({good, good}, 1), "q.fcq: query 1: the file was to have 1 queries");
  EXPECT_EQ(error({good}, 2), "q.fcq: not written: 1 queries came, 2 were announced");
  EXPECT_EQ(error({}, 0), "q.fcq: not written: there is no query");
  EXPECT_EQ(folder.names(), std::vector<std::string>{});
  EXPECT_EQ(error({good}, 1), "(no error)");
}

TEST(QueryFilesPacked, AreFoundBesideCsv) {
  const TemporaryFolder folder;
  for (const char* name : {"scene/edge-edge/b.fcq", "scene/edge-edge/a.csv",
                           "scene/edge-edge/c.fcq.gz", "scene/edge-edge/d.fcq.tmp-1-0"})
    folder.make(name, "");
  const std::vector<QuerySource> found = find_query_files({folder.path().string()});
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[1].path, (folder / "scene/edge-edge/b.fcq").string());
  EXPECT_EQ(found[2].kind, Kind::EdgeEdge);
}

}  // namespace
}  // namespace firstcontact::io::packed_queries_test
