// Generated queries.
#include "generate/generate.h"

#include "long_call.h"
#include "module.h"
#include "options.h"
#include "query_arrays.h"

namespace firstcontact::python {
namespace {

py::list list_classes() {
  py::list out;
  for (const generate::QueryClass& c : generate::query_classes())
    out.append(py::make_tuple(std::string(c.name), std::string(c.description), c.vertex_face,
                              c.edge_edge));
  return out;
}

py::dict make_queries(const std::string& name, const std::string& kind_text, std::uint64_t seed,
                      std::uint64_t start, std::size_t count, bool truth, int threads,
                      const py::object& progress) {
  const Kind kind = kind_of(kind_text);
  const std::optional<generate::QueryClass> query_class = generate::find_query_class(name);
  if (!query_class) refuse("query_class", "there is no '" + name + "'; query_classes() lists all");
  const bool makes = (kind == Kind::VertexFace && query_class->vertex_face) ||
                     (kind == Kind::EdgeEdge && query_class->edge_edge);
  if (!makes) refuse("kind", "'" + name + "' makes no pairs of kind " + kind_text);
  QueryArrays arrays(kind, count);
  run_ranges(
      count, 16, threads, progress,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          const Query query = generate::make_query(*query_class, kind, seed, start + i);
          io::TruthQuery row = {query};
          if (truth) {
            const generate::GeneratedQuery known = generate::with_truth(query);
            row = {query, known.truth, known.toi, known.toi_upper};
          }
          arrays.set(i, row);
        }
      },
      8);
  return arrays.take();
}

}  // namespace

void bind_generate(py::module_& m) {
  m.def("query_classes", &list_classes, "(name, description, vertex_face, edge_edge) of each.");
  m.def("make_queries", &make_queries, py::arg("query_class"), py::arg("kind"), py::arg("seed"),
        py::arg("start"), py::arg("count"), py::arg("truth"), py::arg("threads"),
        py::arg("progress"), "Arrays points, truth, toi and toi_upper.");
}

}  // namespace firstcontact::python
