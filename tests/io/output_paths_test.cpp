#include "io/output_paths.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "io/errors.h"
#include "temporary_folder.h"

namespace firstcontact::io::output_paths_test {
namespace {

TEST(OutputPaths, RefuseAnOutputThatIsAnInputUnderAnyName) {
  const auto folder =
      std::filesystem::temp_directory_path() / ("output_paths_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder / "sub");
  const std::string file = (folder / "a.csv").string();
  std::ofstream(file) << "x";
  std::filesystem::create_symlink(file, folder / "link");
  EXPECT_NO_THROW(refuse_clashing_outputs({file}, {(folder / "b.csv").string(), "", ""}));
  EXPECT_THROW(refuse_clashing_outputs({file}, {file}), OutputError);
  EXPECT_THROW(refuse_clashing_outputs({file}, {(folder / "sub" / ".." / "a.csv").string()}),
               OutputError);
  EXPECT_THROW(refuse_clashing_outputs({file}, {(folder / "link").string()}), OutputError);
  std::filesystem::remove_all(folder);
}

TEST(OutputPaths, RefuseOneFileForTwoOutputsButNotADevice) {
  EXPECT_THROW(refuse_clashing_outputs({}, {"same", "./same"}), OutputError);
  EXPECT_NO_THROW(refuse_clashing_outputs({}, {"/dev/null", "/dev/null"}));
}

TEST(OutputPaths, KnowWhatLiesInsideAFolderUnderAnyName) {
  const testing::TemporaryFolder folder;
  folder.make("real/x", "");
  std::filesystem::create_directory_symlink(folder / "real", folder / "link");
  EXPECT_TRUE(is_inside(folder / "real/a/b.csv", folder / "real"));
  EXPECT_TRUE(is_inside(folder / "link/b.csv", folder / "real/"));
  EXPECT_TRUE(is_inside(folder / "new/b.csv", folder / "new/"));
  EXPECT_TRUE(is_inside(folder / "real", folder / "real"));
  EXPECT_FALSE(is_inside(folder / "real/../b.csv", folder / "real"));
  EXPECT_FALSE(is_inside(folder / "really/b.csv", folder / "real"));
  EXPECT_FALSE(is_inside(folder.path(), folder / "real"));
}

TEST(OutputPaths, NameTheFolderThatCannotBeMade) {
  const testing::TemporaryFolder folder;
  const std::string file = folder.make("file", "");
  EXPECT_NO_THROW(make_folder(folder / "a/b"));
  EXPECT_NO_THROW(make_folder(folder / "a/b/"));
  EXPECT_TRUE(std::filesystem::is_directory(folder / "a/b"));
  for (const std::string& path : {file, file + "/below"})
    EXPECT_EQ(testing::message_of<OutputError>([&] { make_folder(path); }).find(path + ": "), 0u)
        << path;
}

}  // namespace
}  // namespace firstcontact::io::output_paths_test
