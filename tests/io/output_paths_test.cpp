#include "io/output_paths.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "io/errors.h"

namespace firstcontact::io {
namespace {

TEST(OutputPaths, RefuseAnOutputThatIsAnInputUnderAnyName) {
  const auto folder = std::filesystem::temp_directory_path() / ("output_paths_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder / "sub");
  const std::string file = (folder / "a.csv").string();
  std::ofstream(file) << "x";
  std::filesystem::create_symlink(file, folder / "link");
  EXPECT_NO_THROW(refuse_clashing_outputs({file}, {(folder / "b.csv").string(), "", ""}));
  EXPECT_THROW(refuse_clashing_outputs({file}, {file}), OutputError);
  EXPECT_THROW(refuse_clashing_outputs({file}, {(folder / "sub" / ".." / "a.csv").string()}), OutputError);
  EXPECT_THROW(refuse_clashing_outputs({file}, {(folder / "link").string()}), OutputError);
  std::filesystem::remove_all(folder);
}

TEST(OutputPaths, RefuseOneFileForTwoOutputsButNotADevice) {
  EXPECT_THROW(refuse_clashing_outputs({}, {"same", "./same"}), OutputError);
  EXPECT_NO_THROW(refuse_clashing_outputs({}, {"/dev/null", "/dev/null"}));
}

}  // namespace
}  // namespace firstcontact::io
