#include "io/regular_file.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "io/byte_source.h"
#include "io/errors.h"
#include "temporary_folder.h"

namespace firstcontact::io::regular_file_test {
namespace {

std::string refusal(const std::string& path) {
  try {
    ::close(open_regular_file(path));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(RegularFile, OpensFilesAndLinksToFiles) {
  const testing::TemporaryFolder folder;
  const std::string file = (folder.path() / "file").string(),
                    link = (folder.path() / "link").string();
  std::ofstream(file) << "text";
  std::filesystem::create_symlink(file, link);
  EXPECT_EQ(refusal(file), "");
  EXPECT_EQ(refusal(link), "");
  EXPECT_NE(refusal((folder.path() / "none").string()).find("cannot be opened: No such file"),
            std::string::npos);
}

TEST(RegularFile, RefusesWhatIsNoneWithoutWaiting) {
  const testing::TemporaryFolder folder;
  const std::string pipe = (folder.path() / "pipe").string(),
                    link = (folder.path() / "link").string(),
                    socket = (folder.path() / "socket").string();
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::filesystem::create_symlink(pipe, link);
  EXPECT_EQ(refusal(pipe), pipe + ": cannot be read: it is a pipe, not a regular file");
  EXPECT_EQ(refusal(link), link + ": cannot be read: it is a pipe, not a regular file");
  EXPECT_EQ(refusal("/dev/zero"), "/dev/zero: cannot be read: it is a device, not a regular file");
  EXPECT_EQ(refusal(folder.path().string()),
            folder.path().string() + ": cannot be read: it is a folder");

  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  ASSERT_LT(socket.size(), sizeof address.sun_path);
  std::memcpy(address.sun_path, socket.c_str(), socket.size() + 1);
  const int listener = ::socket(AF_UNIX, SOCK_STREAM, 0);
  ASSERT_EQ(::bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  EXPECT_EQ(refusal(socket), socket + ": cannot be read: it is a socket, not a regular file");
  ::close(listener);
}

TEST(RegularFile, SaysHowMuchOfItIsRead) {
  const testing::TemporaryFolder folder;
  const std::string file = (folder.path() / "file").string();
  std::ofstream(file) << "0123456789";
  FileSource source(file);
  EXPECT_EQ(source.share(), 0);
  char buffer[4];
  EXPECT_EQ(source.read(buffer, sizeof buffer), 4u);
  EXPECT_EQ(source.share(), 0.4);
}

}  // namespace
}  // namespace firstcontact::io::regular_file_test
