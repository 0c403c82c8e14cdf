#include "io/temporary_files.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "io/atomic_file.h"
#include "temporary_folder.h"

namespace firstcontact::io::temporary_files_test {
namespace {

std::size_t entries_of(const std::filesystem::path& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder),
                                                std::filesystem::directory_iterator()));
}

/// What a process that a signal ends leaves in `folder` after `work`.
template <typename Work>
std::size_t left_behind(const std::filesystem::path& folder, const Work& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    work();
    remove_temporaries_and_hold();
    ::_exit(0);
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  return entries_of(folder);
}

TEST(TemporaryFiles, UnfinishedFilesAreRemovedAndFinishedOnesStay) {
  const testing::TemporaryFolder folder;
  const std::string first = (folder.path() / "first").string(),
                    second = (folder.path() / "second").string();
  EXPECT_EQ(left_behind(folder.path(),
                        [&] {
                          AtomicFile* finished = new AtomicFile(first);
                          AtomicFile* begun = new AtomicFile(second);
                          finished->write("1");
                          begun->write("2");
                          finished->close();
                          begun->complete();
                        }),
            1u);
  EXPECT_TRUE(std::filesystem::exists(first));
}

TEST(TemporaryFiles, FoldersGoAfterWhatIsInThem) {
  const testing::TemporaryFolder folder;
  const auto inner = folder.path() / "inner";
  EXPECT_EQ(left_behind(folder.path(),
                        [&] {
                          note_temporary(inner.string());
                          note_temporary((inner / "file").string());
                          note_temporary((inner / "never made").string());
                          std::filesystem::create_directory(inner);
                          std::ofstream(inner / "file") << "text";
                        }),
            0u);
  EXPECT_EQ(left_behind(folder.path(),
                        [&] {
                          note_temporary(inner.string());
                          std::filesystem::create_directory(inner);
                          std::ofstream(inner / "of somebody else") << "text";
                        }),
            1u);
}

}  // namespace
}  // namespace firstcontact::io::temporary_files_test
