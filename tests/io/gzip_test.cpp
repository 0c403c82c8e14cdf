#include "io/gzip.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "io/errors.h"
#include "temporary_folder.h"

namespace firstcontact::io::gzip_test {
namespace {

std::string packed(std::string_view text) {
  std::string out;
  GzipPacker().pack(text, true, out);
  return out;
}

std::string unpacked(std::string_view bytes, std::size_t chunk = 1000, std::size_t ask = 777) {
  GzipSource source(std::make_unique<MemorySource>(bytes, chunk), "file.gz");
  std::string out;
  std::string buffer(ask, '\0');
  while (const std::size_t count = source.read(buffer.data(), buffer.size()))
    out.append(buffer, 0, count);
  return out;
}

std::string error_of(const std::string& bytes) {
  return testing::message_of<InputError>([&] { unpacked(bytes); });
}

std::string sample(std::size_t size) {
  std::mt19937_64 random(5);
  std::string out(size, '\0');
  for (char& c : out) c = static_cast<char>('0' + random() % 16);
  return out;
}

TEST(Gzip, SmallFilesThatUnpackToVeryMuchAreNotKept) {
  const std::string bytes = packed(std::string(20 << 20, '0'));
  ASSERT_LT(bytes.size(), 200'000u);
  EXPECT_EQ(unpacked(bytes, 1000, 100'000).size(), 20u << 20);
  GzipSource kept(std::make_unique<MemorySource>(bytes, 1000), "file.gz", true);
  std::string buffer(100'000, '\0');
  EXPECT_EQ(testing::message_of<InputError>([&] {
              while (kept.read(buffer.data(), buffer.size()) > 0) {
              }
            }),
            "file.gz: gzip: unpacks to more than 100 times its size");
}

TEST(Gzip, UnpacksWhatItPacked) {
  for (const std::size_t size : {0, 1, 1000, 500'000}) {
    const std::string text = sample(size);
    EXPECT_EQ(unpacked(packed(text)), text);
    EXPECT_EQ(unpacked(packed(text), 1, 1), text);
  }
}

TEST(Gzip, PackingInPiecesGivesTheSameText) {
  const std::string text = sample(300'000);
  GzipPacker packer;
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); i += 70'000)
    packer.pack(std::string_view(text).substr(i, 70'000), false, bytes);
  packer.pack("", true, bytes);
  EXPECT_EQ(unpacked(bytes), text);
}

TEST(Gzip, ReadsSeveralMembersInARow) {
  EXPECT_EQ(unpacked(packed("one\n") + packed("") + packed("two\n")), "one\ntwo\n");
}

TEST(Gzip, RefusesEveryTruncation) {
  const std::string bytes = packed(sample(300));
  for (std::size_t size = 1; size < bytes.size(); ++size)
    EXPECT_EQ(error_of(bytes.substr(0, size)), "file.gz: gzip: the file ends early (truncated)")
        << size;
  EXPECT_EQ(error_of(""), "file.gz: gzip: the file is empty");
}

TEST(Gzip, RefusesDamageAnywhereInDataAndTrailer) {
  const std::string bytes = packed(sample(300));
  constexpr std::size_t kHeader = 10;
  for (std::size_t i = kHeader; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    EXPECT_EQ(error_of(damaged).substr(0, 14), "file.gz: gzip:") << i;
  }
}

TEST(Gzip, RefusesPlainTextAndTrailingBytes) {
  EXPECT_EQ(error_of("1,2,3,4,5,6,0\n"),
            "file.gz: gzip: damaged, or not gzip (incorrect header check)");
  EXPECT_EQ(error_of(packed("text") + "more"),
            "file.gz: gzip: followed by something else (incorrect header check)");
}

}  // namespace
}  // namespace firstcontact::io::gzip_test
