// Query files and mesh files.
#include <firstcontact/mesh_file.h>
#include <firstcontact/query_files.h>
#include <pybind11/stl.h>

#include "io/query_writer.h"
#include "long_call.h"
#include "module.h"
#include "options.h"
#include "query_arrays.h"

namespace firstcontact::python {
namespace {

py::dict read_query_file(const std::string& path, const std::string& kind) {
  QueryArrays arrays(kind_of(kind));
  run_long(0, py::none(), [&](LongCall& call) {
    io::read_queries(path, kind_of(kind), [&](const io::TruthQuery& query) {
      arrays.append(query);
      return !call.stopped();
    });
  });
  return arrays.take();
}

py::list find_files(const std::vector<std::string>& paths) {
  py::list out;
  for (const io::QuerySource& source : io::find_query_files(paths))
    out.append(py::make_tuple(source.path, source.scene, io::kind_name(source.kind)));
  return out;
}

/// Pair i of an array of pairs.
Query query_at(const Array& points, Kind kind, std::size_t i) {
  Query query;
  query.kind = kind;
  const int count = point_count(kind);
  for (std::size_t p = 0; p < 4; ++p) query.t0[p] = query.t1[p] = Vec3::Zero();
  const double* first = points.data<double>() + static_cast<std::ptrdiff_t>(i) * points.stride(0);
  for (int p = 0; p < 2 * count; ++p) {
    Vec3& point = p < count ? query.t0[static_cast<std::size_t>(p)]
                            : query.t1[static_cast<std::size_t>(p - count)];
    for (int c = 0; c < static_cast<int>(coordinates_of(kind)); ++c)
      point[c] = first[p * points.stride(1) + c * points.stride(2)];
  }
  return query;
}

void write_query_file(const std::string& path, const std::string& kind_text,
                      const py::object& points, const py::object& truth) {
  const Kind kind = kind_of(kind_text);
  const Array pairs(points, "points");
  require_pairs(pairs, kind, true);
  pairs.require(Scalar::Float64);
  const std::vector<bool> truths = flags_of(Array(truth, "truth"));
  if (truths.size() != pairs.size(0)) refuse("truth", "must have one entry for each pair");
  run_long(0, py::none(), [&](LongCall& call) {
    io::QueryWriter writer(path);
    for (std::size_t i = 0; i < truths.size(); ++i) {
      if (call.stopped()) return;
      writer.write(query_at(pairs, kind, i), truths[i]);
    }
    writer.close();
  });
}

py::dict read_mesh_file(const std::string& path) {
  io::MeshData mesh;
  run_long(0, py::none(), [&](LongCall&) { mesh = io::read_mesh(path); });
  py::dict out;
  out["vertices"] = array_of(mesh.vertices);
  out["faces"] = array_of(mesh.faces);
  out["edges"] = array_of(mesh.edges);
  return out;
}

void write_mesh_file(const std::string& path, const py::object& vertices, const py::object& faces,
                     const py::object& edges, const std::string& encoding) {
  io::MeshData mesh;
  mesh.vertices = points_of(Array(vertices, "vertices"));
  mesh.faces = index_rows_of<3>(Array(faces, "faces"));
  mesh.edges = index_rows_of<2>(Array(edges, "edges"));
  const WithoutGil without_gil;
  if (encoding.empty())
    io::write_mesh(path, mesh);
  else if (encoding == "obj")
    io::write_mesh(path, mesh, io::MeshEncoding::Obj);
  else if (encoding == "ply-ascii")
    io::write_mesh(path, mesh, io::MeshEncoding::PlyAscii);
  else if (encoding == "ply-binary")
    io::write_mesh(path, mesh, io::MeshEncoding::PlyBinary);
  else
    refuse("encoding", "'" + encoding + "' is not one of obj, ply-ascii, ply-binary");
}

}  // namespace

void bind_files(py::module_& m) {
  m.def("find_query_files", &find_files, py::arg("paths"), "(path, scene, kind) of every file.");
  m.def("read_queries", &read_query_file, py::arg("path"), py::arg("kind"),
        "Arrays points, truth, toi and toi_upper.");
  m.def("write_queries", &write_query_file, py::arg("path"), py::arg("kind"), py::arg("points"),
        py::arg("truth"), "Writes a query file.");
  m.def("read_mesh", &read_mesh_file, py::arg("path"), "Arrays vertices, faces and edges.");
  m.def("write_mesh", &write_mesh_file, py::arg("path"), py::arg("vertices"), py::arg("faces"),
        py::arg("edges"), py::arg("encoding"), "Writes a mesh file.");
}

}  // namespace firstcontact::python
