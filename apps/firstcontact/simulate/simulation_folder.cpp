#include "simulation_folder.h"

#include <fcntl.h>
#include <firstcontact/mesh_file.h>
#include <firstcontact/version.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>

#include "io/atomic_file.h"
#include "io/byte_source.h"
#include "io/errors.h"
#include "io/json_field.h"
#include "io/output_paths.h"
#include "leftover_files.h"
#include "scene_identity.h"

namespace firstcontact::apps {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char *kSceneName = "scene.json", *kCheckpointName = "checkpoint.fcs";
/// The state of a million vertices has 48 MB.
constexpr std::size_t kMostCheckpointBytes = std::size_t{1} << 36;

std::string frame_name(std::int64_t step) { return fmt::format("frame_{:04}.ply", step); }

/// The step of "frame_0012.ply"; -1 for other names.
std::int64_t step_of_frame(const std::string& name) {
  constexpr std::string_view kStart = "frame_", kEnd = ".ply";
  if (!name.starts_with(kStart) || !name.ends_with(kEnd)) return -1;
  std::int64_t step = -1;
  const char *first = name.data() + kStart.size(), *last = name.data() + name.size() - kEnd.size();
  if (first >= last) return -1;
  const auto [rest, error] = std::from_chars(first, last, step);
  return error == std::errc() && rest == last && frame_name(step) == name ? step : -1;
}

bool is_of_simulation(const std::string& name) {
  return name == kSceneName || name == kTraceName || name == kCheckpointName ||
         step_of_frame(name) >= 0;
}

std::vector<fs::path> entries_in(const std::string& folder) {
  std::vector<fs::path> entries;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    entries.push_back(entry.path());
  std::sort(entries.begin(), entries.end());
  return entries;
}

}  // namespace

Json FrameValues::names() {
  return {
      "time",           "newton_iterations", "converged",         "contacts",       "questions",
      "kinetic_energy", "elastic_energy",    "gravity_energy",    "contact_energy", "momentum_x",
      "momentum_y",     "momentum_z",        "smallest_distance", "intersections"};
}

Json FrameValues::units() {
  return {"s", "1", "1", "1", "1", "J", "J", "J", "J", "kg m/s", "kg m/s", "kg m/s", "m", "1"};
}

std::array<double, FrameValues::kCount> FrameValues::list() const {
  return {time,           newton_iterations, converged,         contacts,       questions,
          kinetic_energy, elastic_energy,    gravity_energy,    contact_energy, momentum.x(),
          momentum.y(),   momentum.z(),      smallest_distance, intersections};
}

FrameValues FrameValues::of_list(std::span<const double> v) {
  FrameValues values;
  values.time = v[0];
  values.newton_iterations = v[1];
  values.converged = v[2];
  values.contacts = v[3];
  values.questions = v[4];
  values.kinetic_energy = v[5];
  values.elastic_energy = v[6];
  values.gravity_energy = v[7];
  values.contact_energy = v[8];
  values.momentum = Vec3(v[9], v[10], v[11]);
  values.smallest_distance = v[12];
  values.intersections = v[13];
  return values;
}

TraceHead trace_head_of(const sim::Simulation& simulation) {
  const sim::Scene& scene = simulation.scene();
  TraceHead head;
  head.vertices = simulation.surface().vertex_count();
  head.values = FrameValues::kCount;
  head.triangles.assign(simulation.surface().faces().begin(), simulation.surface().faces().end());
  head.description = {{"format", "firstcontact trace"},
                      {"version", FIRSTCONTACT_VERSION},
                      {"scene", scene.name},
                      {"about", scene.about},
                      {"time_step", scene.settings.time_step},
                      {"units", {{"length", "metre"}, {"time", "second"}}},
                      {"values", FrameValues::names()},
                      {"value_units", FrameValues::units()},
                      {"bodies", Json::array()}};
  const std::vector<int> bodies = bodies_of_surface(simulation);
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const auto range = std::equal_range(bodies.begin(), bodies.end(), static_cast<int>(i));
    head.description["bodies"].push_back({{"name", scene.bodies[i].name},
                                          {"kind", name_of(scene.bodies[i].kind)},
                                          {"first_vertex", range.first - bodies.begin()},
                                          {"vertices", range.second - range.first}});
  }
  return head;
}

std::vector<int> bodies_of_surface(const sim::Simulation& simulation) {
  std::vector<int> ends;
  int end = 0;
  for (const sim::Body& body : simulation.scene().bodies)
    ends.push_back(end += static_cast<int>(body.start.rows()));
  std::vector<int> bodies;
  for (const int vertex : simulation.collision_mesh().full_vertices())
    bodies.push_back(
        static_cast<int>(std::upper_bound(ends.begin(), ends.end(), vertex) - ends.begin()));
  return bodies;
}

SimulationFolder::SimulationFolder(const std::string& folder, Json identity, bool resume)
    : folder_(folder), identity_(std::move(identity)) {
  std::error_code error;
  if (fs::exists(folder, error) && !fs::is_directory(folder, error))
    throw io::OutputError(folder, "is not a folder");
  io::make_folder(folder);
  lock();
  try {
    resume ? read_earlier() : require_empty();
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

SimulationFolder::~SimulationFolder() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::string SimulationFolder::file(const std::string& name) const {
  return (fs::path(folder_) / name).string();
}

/// Two runs in one folder would remove each other's files. A file system without locks has none.
void SimulationFolder::lock() {
  descriptor_ = ::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor_ < 0)
    throw io::OutputError(folder_, std::string("cannot be read: ") + std::strerror(errno));
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
  ::close(descriptor_);
  throw io::OutputError(folder_, "another simulation is writing to this folder");
}

void SimulationFolder::require_empty() const {
  const std::vector<fs::path> entries = entries_in(folder_);
  if (entries.empty()) return;
  const bool simulated = fs::exists(file(kSceneName));
  throw io::OutputError(folder_, simulated ? "has a simulation already: --resume goes on with it"
                                           : fmt::format("is not empty ({}): a simulation needs a "
                                                         "folder of its own",
                                                         entries.front().filename().string()));
}

void SimulationFolder::read_earlier() {
  // The scene is the first file of a simulation. Without it, nothing here is ours to remove but
  // what is left of writing it.
  const bool begun = fs::exists(file(kSceneName));
  std::vector<fs::path> leftovers;
  for (const fs::path& entry : entries_in(folder_)) {
    const std::string name = entry.filename().string(), final = without_temporary_ending(name);
    if (name != final && (begun ? is_of_simulation(final) : final == kSceneName))
      leftovers.push_back(entry);
    else if (!begun)
      throw io::OutputError(folder_, fmt::format("has no simulation to go on with, but {}", name));
  }
  for (const fs::path& entry : leftovers) remove_leftover(entry);
  if (!begun) return;
  const std::string scene = file(kSceneName);
  const nlohmann::json before = io::parse_json_file(io::read_text(scene), scene);
  const std::string difference = identity_difference(identity_, Json::parse(io::read_text(scene)));
  if (!before.is_object() || !difference.empty())
    throw io::InputError(scene, fmt::format("this folder has another simulation: {}", difference));
  const std::string path = file(kCheckpointName);
  if (fs::exists(path))
    checkpoint_ = decode_checkpoint(io::read_text(path, kMostCheckpointBytes), path);
}

std::vector<FrameValues> SimulationFolder::begin(sim::Simulation& simulation,
                                                 const FrameValues& start) {
  const TraceHead head = trace_head_of(simulation);
  const std::string head_bytes = encode_trace_head(head);
  if (!checkpoint_) {
    remove_newer(-1);
    io::AtomicFile scene(file(kSceneName));
    scene.write(identity_.dump(2) + "\n");
    scene.close();
    trace_.emplace(file(kTraceName), head_bytes);
    write(simulation, start, {});
    return {start};
  }
  if (checkpoint_->state.positions.rows() != simulation.state().positions.rows())
    throw io::InputError(file(kCheckpointName), fmt::format("has {} vertices, the scene {}",
                                                            checkpoint_->state.positions.rows(),
                                                            simulation.state().positions.rows()));
  simulation.set_state(checkpoint_->state);
  const std::int64_t step = checkpoint_->state.step;
  const auto frames = static_cast<std::uint64_t>(step) + 1;
  trace_.emplace(file(kTraceName), head_bytes, frames, head.frame_bytes());
  remove_newer(step);
  TraceReader reader(io::open_source(file(kTraceName)), file(kTraceName));
  std::vector<FrameValues> values;
  for (TraceFrame frame; reader.next(frame);) values.push_back(FrameValues::of_list(frame.values));
  return values;
}

void SimulationFolder::write(const sim::Simulation& simulation, const FrameValues& values,
                             const RecordingTotals& recording) {
  write_frame(simulation);
  trace_->append(encode_trace_frame(values.list(), simulation.surface_positions()));
  write_checkpoint({simulation.state(), recording});
}

void SimulationFolder::remove_newer(std::int64_t step) const {
  for (const fs::path& entry : entries_in(folder_))
    if (step_of_frame(entry.filename().string()) > step) remove_leftover(entry);
}

void SimulationFolder::write_frame(const sim::Simulation& simulation) const {
  const PointMatrix positions = simulation.surface_positions();
  io::MeshData mesh;
  for (Eigen::Index i = 0; i < positions.rows(); ++i)
    mesh.vertices.emplace_back(positions.row(i).transpose());
  mesh.faces.assign(simulation.surface().faces().begin(), simulation.surface().faces().end());
  io::write_mesh(file(frame_name(simulation.state().step)), mesh, io::MeshEncoding::PlyBinary);
}

void SimulationFolder::write_checkpoint(const Checkpoint& checkpoint) const {
  io::AtomicFile out(file(kCheckpointName));
  out.write(encode_checkpoint(checkpoint));
  out.close();
}

}  // namespace firstcontact::apps
