// Files: queries, meshes, traces, poses. The readers are those of the command line.
#include <firstcontact/mesh_file.h>
#include <firstcontact/query_files.h>

#include <algorithm>
#include <limits>

#include "flat_query.h"
#include "inputs/pose_file.h"
#include "io/byte_source.h"
#include "io/packed_queries.h"
#include "io/query_reader.h"
#include "io/query_writer.h"
#include "scratch_files.h"
#include "simulate/trace_file.h"
#include "values.h"

namespace firstcontact::wasm {
namespace {

std::string name_of(const Call& call) { return to_text(field(call.in, "name"), "name"); }

/// Given, or the nearest folder in the name that is a kind, or what the header of a packed file
/// says.
Kind kind_of(const Call& call, const std::string& name, const std::string& path) {
  if (const Json& given = field(call.in, "kind"); !given.is_null())
    return to_enum(given, "kind", kind_names());
  for (std::size_t end = name.rfind('/'); end != name.npos && end > 0;) {
    const std::size_t before = name.rfind('/', end - 1);
    const std::size_t begin = before == name.npos ? 0 : before + 1;
    if (const auto kind = io::kind_from_name(name.substr(begin, end - begin))) return *kind;
    if (before == name.npos) break;
    end = before;
  }
  if (io::is_packed_name(name)) {
    for (const auto& [word, kind] : kind_names()) {
      try {
        const io::PackedReader reader(io::open_source(path), name, kind);
        return reader.header().kind;
      } catch (const io::InputError& error) {
        if (std::string(error.what()).find("kind") == std::string::npos) throw;
      }
    }
  }
  throw std::invalid_argument(name +
                              ": the kind of its queries is not known: give `kind`, or a name with "
                              "a folder such as edge-edge/" +
                              name);
}

void read_queries(Call& call) {
  ScratchFolder folder;
  const std::string name = name_of(call), path = folder.add(name, call.bytes("data"));
  const Kind kind = kind_of(call, name, path);
  if (const Json& times = field(call.in, "times"); !times.is_null()) {
    std::string beside = name;
    for (const char* suffix : {".gz", ".csv"})
      if (beside.ends_with(suffix)) beside.erase(beside.size() - std::string_view(suffix).size());
    folder.add(beside + ".toi", call.bytes_in(times, "data"));
  }
  double most = std::numeric_limits<double>::infinity();
  read(call.in, "maxCount", most);
  io::QueryReader reader(path, kind, io::CompanionTimes::ReadIfThere);
  std::vector<double> coordinates, toi, toi_upper;
  std::vector<std::uint8_t> truth;
  io::TruthQuery query;
  while (static_cast<double>(truth.size()) < most && reader.next(query)) {
    for (const auto* points : {&query.query.t0, &query.query.t1})
      for (int i = 0; i < point_count(kind); ++i) {
        const Vec3& p = (*points)[static_cast<std::size_t>(i)];
        coordinates.insert(coordinates.end(), {p.x(), p.y(), p.z()});
      }
    truth.push_back(query.truth ? 1 : 0);
    toi.push_back(query.toi);
    toi_upper.push_back(query.toi_upper);
  }
  call.out["kind"] = to_string(kind);
  call.out["count"] = truth.size();
  call.out["hasTimes"] = reader.has_times();
  call.give("coordinates", std::span<const double>(coordinates));
  call.give("truth", std::span<const std::uint8_t>(truth));
  call.give("toi", std::span<const double>(toi));
  call.give("toiUpper", std::span<const double>(toi_upper));
}

void write_queries(Call& call) {
  const std::span<const double> rows = call.doubles("queries");
  const std::string_view truth = call.bytes("truth");
  if (rows.size() != truth.size() * kQueryRow)
    throw std::invalid_argument("truth: must have one entry a query");
  std::vector<io::TruthQuery> queries(truth.size());
  for (std::size_t i = 0; i < queries.size(); ++i) {
    queries[i].query = to_query(rows.subspan(i * kQueryRow).first<kQueryRow>());
    queries[i].truth = truth[i] != 0;
  }
  ScratchFolder folder;
  const std::string path = folder.add("queries.csv", "");
  io::write_queries(path, queries);
  call.out["text"] = io::read_text(path, std::numeric_limits<std::size_t>::max());
}

void read_mesh_file(Call& call) {
  ScratchFolder folder;
  const io::MeshData mesh = io::read_mesh(folder.add(name_of(call), call.bytes("data")));
  std::vector<double> vertices;
  std::vector<std::int32_t> faces, edges, polygons;
  for (const Vec3& v : mesh.vertices) vertices.insert(vertices.end(), {v.x(), v.y(), v.z()});
  for (const auto& face : mesh.faces) faces.insert(faces.end(), face.begin(), face.end());
  for (const auto& edge : mesh.edges) edges.insert(edges.end(), edge.begin(), edge.end());
  for (const std::vector<int>& polygon : io::polygons_of(mesh)) {
    polygons.push_back(static_cast<std::int32_t>(polygon.size()));
    polygons.insert(polygons.end(), polygon.begin(), polygon.end());
  }
  call.give("vertices", std::span<const double>(vertices));
  call.give("faces", std::span<const std::int32_t>(faces));
  call.give("edges", std::span<const std::int32_t>(edges));
  call.give("polygons", std::span<const std::int32_t>(polygons));
}

/// Checks everything before the first frame, from the first bytes of a trace. The page views the
/// frames in place.
void read_trace_head(Call& call) {
  const std::string name = name_of(call);
  apps::TraceReader reader(std::make_unique<io::MemorySource>(call.bytes("data")), name);
  const apps::TraceHead& head = reader.head();
  call.out["description"] = head.description;
  call.out["vertices"] = head.vertices;
  call.out["values"] = head.values;
  call.out["triangles"] = head.triangles.size();
  call.out["headBytes"] = reader.head_bytes();
}

void read_poses(Call& call) {
  const apps::PosePair poses = apps::parse_poses(call.bytes("data"), name_of(call));
  const auto change = [](const PoseChange& motion) {
    return Json{{"from", pose(motion.from)}, {"to", pose(motion.to)}};
  };
  call.out = {{"a", change(poses.a)}, {"b", change(poses.b)}};
}

}  // namespace

void add_file_functions(FunctionTable& table) {
  table["readQueries"] = read_queries;
  table["writeQueries"] = write_queries;
  table["readMesh"] = read_mesh_file;
  table["readTraceHead"] = read_trace_head;
  table["readPoses"] = read_poses;
}

}  // namespace firstcontact::wasm
