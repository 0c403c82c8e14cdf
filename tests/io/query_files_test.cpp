#include <firstcontact/query_files.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <vector>

#include "as_other_user.h"
#include "io/errors.h"
#include "io/query_reader.h"
#include "temporary_folder.h"

namespace firstcontact::io::query_files_test {
namespace {

namespace fs = std::filesystem;
using testing::message_of;
using testing::TemporaryFolder;

/// A root of two scenes, five query files, and things that are none.
class QueryFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const char* name :
         {"root/ball/edge-edge/data_1.csv", "root/ball/edge-edge/data_0.csv",
          "root/ball/vertex-face/data_0.csv.gz", "root/chain/vertex-face/part/deep.csv",
          "root/chain/edge-edge/data_0.csv", "root/LICENSE", "root/ball/edge-edge/notes.txt",
          "root/ball/edge-edge/data_2.csv.tmp-1-0", "root/ball/edge-edge/data.gz"})
      folder_.make(name, "");
    fs::create_directories(folder_ / "root/empty/vertex-face");
  }

  /// "scene kind path" of every file, the temporary folder left out.
  std::vector<std::string> find(const std::vector<std::string>& names) const {
    std::vector<std::string> paths, out;
    for (const std::string& name : names) paths.push_back(folder_ / name);
    for (const QuerySource& source : find_query_files(paths))
      out.push_back(source.scene + " " + kind_name(source.kind) + " " +
                    source.path.substr(folder_.path().string().size() + 1));
    return out;
  }

  std::string error(const std::string& name) const {
    const std::string message = message_of<InputError>([&] { find({name}); });
    const std::string prefix = folder_.path().string() + "/";
    EXPECT_EQ(message.substr(0, prefix.size()), prefix);
    return message.substr(prefix.size());
  }

  TemporaryFolder folder_;
  const std::vector<std::string> kAll = {"ball edge-edge root/ball/edge-edge/data_0.csv",
                                         "ball edge-edge root/ball/edge-edge/data_1.csv",
                                         "ball vertex-face root/ball/vertex-face/data_0.csv.gz",
                                         "chain edge-edge root/chain/edge-edge/data_0.csv",
                                         "chain vertex-face root/chain/vertex-face/part/deep.csv"};
};

using Names = std::vector<std::string>;

TEST_F(QueryFiles, FindsRootSceneKindAndFile) {
  EXPECT_EQ(find({"root"}), kAll);
  EXPECT_EQ(find({"root/chain"}), Names(kAll.begin() + 3, kAll.end()));
  EXPECT_EQ(find({"root/ball/edge-edge"}), Names(kAll.begin(), kAll.begin() + 2));
  EXPECT_EQ(find({"root/ball/vertex-face/data_0.csv.gz"}), Names{kAll[2]});
}

TEST_F(QueryFiles, SortsWhateverTheOrderOfArguments) {
  EXPECT_EQ(find({"root/chain", "root/ball/vertex-face", "root/ball/edge-edge/data_1.csv",
                  "root/ball/edge-edge/data_0.csv"}),
            kAll);
}

TEST_F(QueryFiles, ListsAFileOnce) {
  EXPECT_EQ(find({"root", "root/chain", "root/ball/edge-edge/data_1.csv", "root"}), kAll);
  EXPECT_EQ(find({"root/ball/edge-edge/data_1.csv", "root/../root/ball/./edge-edge/data_1.csv"}),
            Names{kAll[1]});
}

TEST_F(QueryFiles, TakesTheKindFromTheNearestFolder) {
  folder_.make("edge-edge/vertex-face/x.csv", "");
  folder_.make("point-point/s/edge-edge/x.csv", "");
  folder_.make("flat/point-segment-2d/x.csv", "");
  EXPECT_EQ(find({"edge-edge"}), Names{"edge-edge vertex-face edge-edge/vertex-face/x.csv"});
  EXPECT_EQ(find({"point-point"}), Names{"s edge-edge point-point/s/edge-edge/x.csv"});
  EXPECT_EQ(find({"flat"}), Names{"flat point-segment-2d flat/point-segment-2d/x.csv"});
}

TEST_F(QueryFiles, TakesTheKindFromAboveARelativePath) {
  const fs::path before = fs::current_path();
  fs::current_path(folder_ / "root/chain/vertex-face/part");
  const auto file = find_query_files({"deep.csv"});
  const auto here = find_query_files({"."});
  const auto up = find_query_files({"../../edge-edge"});
  fs::current_path(before);
  ASSERT_EQ(file.size(), 1u);
  EXPECT_EQ(file[0].path, "deep.csv");
  EXPECT_EQ(file[0].scene, "chain");
  EXPECT_EQ(file[0].kind, Kind::VertexFace);
  ASSERT_EQ(here.size(), 1u);
  EXPECT_EQ(here[0].scene, "chain");
  ASSERT_EQ(up.size(), 1u);
  EXPECT_EQ(up[0].kind, Kind::EdgeEdge);
  EXPECT_EQ(up[0].scene, "chain");
}

TEST_F(QueryFiles, FollowsLinksAndSurvivesLoops) {
  fs::create_directory_symlink(folder_ / "root", folder_ / "root/ball/loop");
  fs::create_directory_symlink("..", folder_ / "root/chain/edge-edge/up");
  fs::create_directory_symlink(folder_ / "root/chain", folder_ / "root/zzz-again");
  EXPECT_EQ(find({"root"}).size(), kAll.size());
  fs::create_directories(folder_ / "linked/scene");
  folder_.make("store/anything/x.csv", "");
  fs::create_directory_symlink(folder_ / "store/anything", folder_ / "linked/scene/edge-edge");
  EXPECT_EQ(find({"linked"}), Names{"scene edge-edge linked/scene/edge-edge/x.csv"});
}

/// Folders that all link to each other have more paths than anyone can walk.
TEST_F(QueryFiles, WalksAMeshOfLinksInNoTime) {
  constexpr int kFolders = 16;
  for (int i = 0; i < kFolders; ++i)
    folder_.make("mesh/" + std::to_string(i) + "/edge-edge/x.csv", "");
  for (int i = 0; i < kFolders; ++i)
    for (int j = 0; j < kFolders; ++j)
      fs::create_directory_symlink(
          folder_ / ("mesh/" + std::to_string(j)),
          folder_ / ("mesh/" + std::to_string(i) + "/to" + std::to_string(j)));
  EXPECT_EQ(find({"mesh"}).size(), static_cast<std::size_t>(kFolders));
}

TEST_F(QueryFiles, RefusesAPathThatDoesNotExist) {
  EXPECT_EQ(error("nowhere"), "nowhere: no such file or folder");
  EXPECT_EQ(error("root/ball/edge-edge/data_9.csv"),
            "root/ball/edge-edge/data_9.csv: no such file or folder");
  EXPECT_EQ(error("root/LICENSE/x.csv"), "root/LICENSE/x.csv: no such file or folder");
  EXPECT_EQ(message_of<InputError>([] { find_query_files({""}); }), ": no such file or folder");
}

TEST_F(QueryFiles, RefusesAFolderWithoutQueries) {
  EXPECT_EQ(error("root/empty"),
            "root/empty: this folder has no query files (*.csv, *.csv.gz, *.fcq, *.fcq.gz)");
  EXPECT_EQ(
      error("root/empty/vertex-face"),
      "root/empty/vertex-face: this folder has no query files (*.csv, *.csv.gz, *.fcq, *.fcq.gz)");
}

TEST_F(QueryFiles, RefusesAFileWithoutKind) {
  folder_.make("loose/x.csv", "");
  const std::string why =
      "loose/x.csv: its kind cannot be told: no folder above it is named vertex-face, edge-edge, ";
  EXPECT_EQ(error("loose/x.csv").substr(0, why.size()), why);
  EXPECT_EQ(error("loose").substr(0, why.size()), why);
}

TEST_F(QueryFiles, RefusesAFileOfAnotherName) {
  EXPECT_EQ(error("root/ball/edge-edge/notes.txt"),
            "root/ball/edge-edge/notes.txt: is no query file: its name must end in .csv, .csv.gz, "
            ".fcq or .fcq.gz");
}

TEST_F(QueryFiles, RefusesWhatIsNoRegularFile) {
  ASSERT_EQ(::mkfifo((folder_ / "root/ball/edge-edge/pipe.csv").c_str(), 0600), 0);
  EXPECT_EQ(error("root/ball/edge-edge/pipe.csv"),
            "root/ball/edge-edge/pipe.csv: is not a regular file");
  EXPECT_EQ(error("root"), "root/ball/edge-edge/pipe.csv: is not a regular file");
}

TEST_F(QueryFiles, RefusesABrokenLink) {
  fs::create_symlink("gone.csv", folder_ / "root/ball/edge-edge/link.csv");
  EXPECT_EQ(error("root"), "root/ball/edge-edge/link.csv: no such file or folder");
}

TEST_F(QueryFiles, RefusesWhatMayNotBeRead) {
  ASSERT_EQ(::chmod(folder_.path().c_str(), 0755), 0);
  ASSERT_EQ(::chmod((folder_ / "root/ball/edge-edge/data_1.csv").c_str(), 0), 0);
  ASSERT_EQ(::chmod((folder_ / "root/chain/edge-edge").c_str(), 0), 0);
  std::string file, folder;
  {
    const testing::AsOtherUser other;
    file = error("root");
    folder = error("root/chain");
  }
  ASSERT_EQ(::chmod((folder_ / "root/chain/edge-edge").c_str(), 0755), 0);
  EXPECT_EQ(file, "root/ball/edge-edge/data_1.csv: cannot be read: Permission denied");
  EXPECT_EQ(folder, "root/chain/edge-edge: cannot be read: Permission denied");
}

TEST_F(QueryFiles, AFileThatVanishesIsNamedWhenOpened) {
  const auto found = find_query_files({folder_ / "root/chain/edge-edge"});
  ASSERT_EQ(found.size(), 1u);
  fs::remove(found[0].path);
  EXPECT_EQ(message_of<InputError>([&] { QueryReader(found[0].path, found[0].kind); }),
            found[0].path + ": cannot be opened: No such file or directory");
}

TEST(KindNames, RoundTrip) {
  for (const Kind kind :
       {Kind::VertexFace, Kind::EdgeEdge, Kind::PointEdge, Kind::PointPoint, Kind::PointSegment2D})
    EXPECT_EQ(kind_from_name(kind_name(kind)), kind);
  EXPECT_EQ(kind_name(Kind::VertexFace), std::string("vertex-face"));
  EXPECT_EQ(kind_name(Kind::EdgeEdge), std::string("edge-edge"));
  EXPECT_FALSE(kind_from_name("vertex"));
  EXPECT_FALSE(kind_from_name(""));
}

}  // namespace
}  // namespace firstcontact::io::query_files_test
