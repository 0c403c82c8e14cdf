#include "io/atomic_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "as_other_user.h"
#include "io/byte_source.h"
#include "io/errors.h"
#include "temporary_folder.h"

namespace firstcontact::io::atomic_file_test {
namespace {

namespace fs = std::filesystem;
using testing::bytes_of;
using testing::message_of;
using testing::TemporaryFolder;

std::string text_of(const std::string& path) {
  const auto source = open_source(path);
  std::string out, buffer(4096, '\0');
  while (const std::size_t count = source->read(buffer.data(), buffer.size()))
    out.append(buffer, 0, count);
  return out;
}

/// No file may grow beyond `bytes` while this lives: stands for a full disk.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : signal_(::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    ::signal(SIGXFSZ, signal_);
  }

 private:
  rlimit before_{};
  void (*signal_)(int);
};

TEST(AtomicFile, AppearsOnlyAtClose) {
  const TemporaryFolder folder;
  const std::string path = folder / "report.json";
  AtomicFile file(path);
  file.write("{\n");
  file.write("}\n");
  EXPECT_FALSE(fs::exists(path));
  file.close();
  EXPECT_EQ(bytes_of(path), "{\n}\n");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"report.json"});
}

TEST(AtomicFile, LeavesNothingWhenAbandoned) {
  const TemporaryFolder folder;
  {
    AtomicFile file(folder / "report.json");
    file.write(std::string(3'000'000, 'x'));
    EXPECT_EQ(folder.names().size(), 1u);
  }
  EXPECT_TRUE(folder.names().empty());
}

TEST(AtomicFile, KeepsTheOldFileUntilTheNewOneIsWhole) {
  const TemporaryFolder folder;
  const std::string path = folder.make("report.csv", "old");
  { AtomicFile(path).write("new"); }
  EXPECT_EQ(bytes_of(path), "old");
  AtomicFile file(path);
  file.write("new");
  EXPECT_EQ(bytes_of(path), "old");
  file.close();
  EXPECT_EQ(bytes_of(path), "new");
}

TEST(AtomicFile, PacksByName) {
  const TemporaryFolder folder;
  const std::string path = folder / "report.csv.gz";
  const std::string text(2'000'000, 'x');
  AtomicFile file(path);
  file.write(text);
  file.close();
  EXPECT_LT(fs::file_size(path), 10'000u);
  EXPECT_EQ(text_of(path), text);
}

TEST(AtomicFile, TwoWritersOfOneNameDoNotMix) {
  const TemporaryFolder folder;
  const std::string path = folder / "report.csv";
  AtomicFile first(path), second(path);
  first.write("first");
  second.write("second");
  second.close();
  first.close();
  EXPECT_EQ(bytes_of(path), "first");
  EXPECT_EQ(folder.names().size(), 1u);
}

TEST(AtomicFile, KeepsTheOldFileWhenTheDiskIsFull) {
  const TemporaryFolder folder;
  for (const char* name : {"report.csv", "report.csv.gz"}) {
    const std::string path = folder.make(name, "old");
    std::string text(1'000'000, 'x');
    std::mt19937_64 random(3);  // bytes that do not pack
    for (char& c : text) c = static_cast<char>(random());
    std::string message, again;
    {
      const FileSizeLimit limit(10'000);
      AtomicFile file(path);
      message = message_of<OutputError>([&] {
        file.write(text);
        file.close();
      });
      again = message_of<OutputError>([&] { file.close(); });
    }
    EXPECT_EQ(message, path + ": cannot be written: File too large");
    EXPECT_EQ(again, path + ": cannot be closed: it is closed, or writing failed before");
    EXPECT_TRUE(bytes_of(path) == "old");
  }
  EXPECT_EQ(folder.names().size(), 2u);
}

/// Never as root: were the device taken for a file, root would replace it.
TEST(AtomicFile, ReportsAFullDevice) {
  if (!fs::is_character_file("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  const std::string message = message_of<OutputError>([] {
    const testing::AsOtherUser other;
    AtomicFile file("/dev/full");
    file.write("x");
    file.close();
  });
  EXPECT_EQ(message, "/dev/full: cannot be written: No space left on device");
}

TEST(AtomicFile, WritesToAPipeWithoutReplacingIt) {
  const TemporaryFolder folder;
  const std::string path = folder / "pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const int reader = ::open(path.c_str(), O_RDONLY | O_NONBLOCK);
  ASSERT_GE(reader, 0);
  AtomicFile file(path);
  file.write("text");
  file.close();
  std::string got(10, '\0');
  const ssize_t count = ::read(reader, got.data(), got.size());
  ::close(reader);
  ASSERT_EQ(count, 4);
  EXPECT_EQ(got.substr(0, 4), "text");
  EXPECT_TRUE(fs::is_fifo(path));
  EXPECT_EQ(folder.names(), std::vector<std::string>{"pipe"});
}

TEST(AtomicFile, NamesThePathThatCannotBeWritten) {
  const TemporaryFolder folder;
  const std::string missing = folder / "missing/report.csv";
  EXPECT_EQ(message_of<OutputError>([&] { AtomicFile{missing}; }),
            missing + ": cannot be written: No such file or directory");
  const std::string here = folder.path();
  EXPECT_EQ(message_of<OutputError>([&] { AtomicFile{here}; }),
            here + ": cannot be written: Is a directory");
  const std::string below_file = folder.make("file", "x") + "/report.csv";
  EXPECT_EQ(message_of<OutputError>([&] { AtomicFile{below_file}; }),
            below_file + ": cannot be written: Not a directory");
}

TEST(AtomicFile, RespectsPermissions) {
  const TemporaryFolder folder;
  const std::string path = folder.make("report.csv", "old");
  ASSERT_EQ(::chmod(folder.path().c_str(), 0777), 0);
  ASSERT_EQ(::chmod(path.c_str(), 0444), 0);
  const std::string message = message_of<OutputError>([&] {
    const testing::AsOtherUser other;
    AtomicFile{path};
  });
  EXPECT_EQ(message, path + ": cannot be written: Permission denied");
  EXPECT_EQ(bytes_of(path), "old");
}

TEST(AtomicFile, KeepsPermissionBitsAndLinks) {
  const TemporaryFolder folder;
  const std::string path = folder.make("report.csv", "old");
  ASSERT_EQ(::chmod(path.c_str(), 0640), 0);
  fs::create_symlink("report.csv", folder / "link.csv");
  fs::create_symlink("not-yet.csv", folder / "early.csv");
  for (const char* name : {"link.csv", "early.csv"}) {
    AtomicFile file(folder / name);
    file.write("new");
    file.close();
    EXPECT_TRUE(fs::is_symlink(folder / name));
  }
  EXPECT_EQ(bytes_of(path), "new");
  EXPECT_EQ(bytes_of(folder / "not-yet.csv"), "new");
  EXPECT_EQ(static_cast<int>(fs::status(path).permissions()), 0640);
}

/// A pipe behind /dev/fd/N has no other name, and a file there keeps what it holds.
TEST(AtomicFile, WritesToOpenFilesByTheirNumber) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  for (const char* folder : {"/dev/fd/", "/proc/self/fd/"}) {
    AtomicFile file(folder + std::to_string(ends[1]));
    file.write("report\n");
    file.close();
    char buffer[16] = {};
    EXPECT_EQ(::read(ends[0], buffer, sizeof buffer), 7);
    EXPECT_STREQ(buffer, "report\n");
  }
  ::close(ends[0]);
  ::close(ends[1]);

  const TemporaryFolder folder;
  const std::string path = folder / "both.txt";
  const int number = ::open(path.c_str(), O_WRONLY | O_CREAT, 0600);
  ASSERT_GE(number, 0);
  ASSERT_EQ(::write(number, "table\n", 6), 6);
  AtomicFile file("/dev/fd/" + std::to_string(number));
  file.write("report\n");
  file.close();
  ::close(number);
  EXPECT_EQ(text_of(path), "table\nreport\n");
}

TEST(AtomicFile, RefusesToGoOnAfterClose) {
  const TemporaryFolder folder;
  AtomicFile file(folder / "report.csv");
  file.close();
  EXPECT_THROW(file.write("x"), OutputError);
  EXPECT_THROW(file.close(), OutputError);
  EXPECT_EQ(bytes_of(folder / "report.csv"), "");
}

TEST(AtomicFile, DoesNotAppearWhenCompletedButNotClosed) {
  const TemporaryFolder folder;
  {
    AtomicFile file(folder / "a.csv");
    file.write("x");
    file.complete();
    EXPECT_FALSE(fs::exists(folder / "a.csv"));
    EXPECT_THROW(file.write("y"), OutputError);
    EXPECT_THROW(file.complete(), OutputError);
  }
  EXPECT_EQ(folder.names(), std::vector<std::string>{});
  AtomicFile file(folder / "a.csv");
  file.write("x");
  file.complete();
  file.close();
  EXPECT_EQ(bytes_of(folder / "a.csv"), "x");
  EXPECT_THROW(file.close(), OutputError);
}

TEST(AtomicFile, ClosedTogetherAppearAllOrNotAtAll) {
  const TemporaryFolder folder;
  folder.make("a.csv", "old");
  for (const char* second : {"/dev/full", "/dev/null"}) {
    AtomicFile a(folder / "a.csv"), b(second);
    a.write("new");
    b.write("new");
    if (second == std::string("/dev/full")) {
      EXPECT_THROW(close_together({&a, nullptr, &b}), OutputError);
      EXPECT_EQ(bytes_of(folder / "a.csv"), "old");
    } else {
      close_together({nullptr, &a, &b});
      EXPECT_EQ(bytes_of(folder / "a.csv"), "new");
    }
  }
  EXPECT_EQ(folder.names(), std::vector<std::string>{"a.csv"});
}

}  // namespace
}  // namespace firstcontact::io::atomic_file_test
