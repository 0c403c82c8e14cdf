#include "check_frames.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <utility>

#include "io/errors.h"
#include "io/mesh_file.h"

namespace firstcontact::apps {
namespace {

void require_existing(const FramePaths& paths) {
  for (const std::string& path : paths) {
    std::error_code error;
    if (!std::filesystem::exists(path, error)) throw io::InputError(path, "no such file");
  }
}

/// "face 7 is 0 1 2, in a0.obj it is 0 2 1", or what else differs first; empty if nothing does.
/// `expected` is numbered from `offset`.
template <std::size_t kSize>
std::string first_difference(const char* what, const std::vector<std::array<int, kSize>>& found,
                             std::span<const std::array<int, kSize>> expected, int offset,
                             const std::string& first_path) {
  for (std::size_t i = 0; i < std::min(found.size(), expected.size()); ++i) {
    std::array<int, kSize> own = expected[i];
    for (int& vertex : own) vertex -= offset;
    if (found[i] != own)
      return fmt::format("{} {} is {}, in {} it is {} (counted from 0)", what, i,
                         fmt::join(found[i], " "), first_path, fmt::join(own, " "));
  }
  if (found.size() == expected.size()) return "";
  return fmt::format("has {} {}s, {} has {}", found.size(), what, first_path, expected.size());
}

/// Appends `items`, each index moved by `offset`.
template <std::size_t kSize>
void append_moved(std::vector<std::array<int, kSize>>& list,
                  const std::vector<std::array<int, kSize>>& items, int offset) {
  list.reserve(list.size() + items.size());
  for (std::array<int, kSize> item : items) {
    for (int& vertex : item) vertex += offset;
    list.push_back(item);
  }
}

/// The vertices of the first object are moved, not copied.
void append_vertices(std::vector<Vec3>& list, std::vector<Vec3> vertices) {
  if (list.empty())
    list = std::move(vertices);
  else
    list.insert(list.end(), vertices.begin(), vertices.end());
}

void require_countable(std::size_t count, const std::string& path, const char* what) {
  if (count > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw io::InputError(path,
                         fmt::format("the objects have more than 2^31 - 1 {} together", what));
}

/// The object whose numbers [first, first + count) hold `number`. Precondition: one of them does.
const ObjectRange& owner(const std::vector<ObjectRange>& ranges, int number,
                         std::size_t ObjectRange::*first, std::size_t ObjectRange::*count) {
  return *std::find_if(ranges.begin(), ranges.end(), [=](const ObjectRange& range) {
    return static_cast<std::size_t>(number) < range.*first + range.*count;
  });
}

}  // namespace

FrameSequence::FrameSequence(const std::vector<FramePaths>& objects) {
  for (const FramePaths& paths : objects) require_existing(paths);
  for (const FramePaths& paths : objects) {
    const std::string& path = paths.front();
    io::MeshData mesh = io::read_mesh(path);
    ranges_.push_back({paths, t1_.size(), mesh.vertices.size(), faces_.size(), mesh.faces.size()});
    require_countable(t1_.size() + mesh.vertices.size(), path, "vertices");
    require_countable(faces_.size() + mesh.faces.size(), path, "faces");
    const int offset = static_cast<int>(t1_.size());
    append_moved(faces_, mesh.faces, offset);
    append_moved(edges_, mesh.edges, offset);
    edge_ends_.push_back(edges_.size());
    append_vertices(t1_, std::move(mesh.vertices));
  }
}

MeshDescription FrameSequence::description() const {
  MeshDescription description;
  description.vertex_count = t1_.size();
  description.faces = faces_;
  description.edges = edges_;
  if (ranges_.size() > 1)
    for (std::size_t i = 0; i < ranges_.size(); ++i)
      description.objects.insert(description.objects.end(), ranges_[i].vertices,
                                 static_cast<int>(i));
  return description;
}

bool FrameSequence::next_step() {
  if (frame_ == step_count()) return false;
  read_frame(frame_ + 1);
  return true;
}

void FrameSequence::go_to(std::size_t step) {
  if (frame_ == step + 1) return;
  if (frame_ != step) read_frame(step);
  read_frame(step + 1);
}

/// Reads a frame to t1_; what was there becomes t0_.
void FrameSequence::read_frame(std::size_t frame) {
  frame_ = frame;
  t0_ = std::move(t1_);
  t1_ = {};
  for (std::size_t i = 0; i < ranges_.size(); ++i) {
    const ObjectRange& range = ranges_[i];
    const std::string &path = range.frames[frame_], &first = range.frames.front();
    io::MeshData mesh = io::read_mesh(path);
    if (mesh.vertices.size() != range.vertices)
      throw io::InputError(path, fmt::format("has {} vertices, {} has {}", mesh.vertices.size(),
                                             first, range.vertices));
    const int offset = static_cast<int>(range.first_vertex);
    const std::span<const Face> faces =
        std::span<const Face>(faces_).subspan(range.first_face, range.faces);
    const std::size_t first_edge = i > 0 ? edge_ends_[i - 1] : 0;
    const std::span<const Edge> edges =
        std::span<const Edge>(edges_).subspan(first_edge, edge_ends_[i] - first_edge);
    std::string difference = first_difference("face", mesh.faces, faces, offset, first);
    if (difference.empty()) difference = first_difference("edge", mesh.edges, edges, offset, first);
    if (!difference.empty()) throw io::InputError(path, difference);
    append_vertices(t1_, std::move(mesh.vertices));
  }
}

std::string FrameSequence::vertex_name(int vertex) const {
  const std::string name = fmt::format("vertex {}", vertex);
  if (ranges_.size() == 1) return name;
  const ObjectRange& range =
      owner(ranges_, vertex, &ObjectRange::first_vertex, &ObjectRange::vertices);
  return fmt::format("{} ({} of {})", name, vertex - static_cast<int>(range.first_vertex),
                     range.frames.front());
}

std::string FrameSequence::face_name(int face) const {
  const std::string name = fmt::format("face {}", face);
  if (ranges_.size() == 1) return name;
  const ObjectRange& range = owner(ranges_, face, &ObjectRange::first_face, &ObjectRange::faces);
  return fmt::format("{} ({} of {})", name, face - static_cast<int>(range.first_face),
                     range.frames.front());
}

std::string FrameSequence::edge_name(int vertex0, int vertex1) const {
  const std::string name = fmt::format("edge {}-{}", vertex0, vertex1);
  if (ranges_.size() == 1) return name;
  const ObjectRange& range =
      owner(ranges_, vertex0, &ObjectRange::first_vertex, &ObjectRange::vertices);
  const int first = static_cast<int>(range.first_vertex);
  return fmt::format("{} ({}-{} of {})", name, vertex0 - first, vertex1 - first,
                     range.frames.front());
}

}  // namespace firstcontact::apps
