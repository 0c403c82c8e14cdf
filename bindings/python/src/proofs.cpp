// Proofs of pairs as objects, lines and files, and the verifier.
#include <firstcontact/proof.h>
#include <firstcontact/query_files.h>
#include <pybind11/stl.h>

#include <variant>

#include "long_call.h"
#include "module.h"
#include "options.h"

namespace firstcontact::python {
namespace {

using proof::PairProof;

PairProof parse_pair(const std::string& line) {
  std::string text = line;
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
  proof::Line parsed = proof::parse_line(text, "line", 1);
  auto* pair = std::get_if<PairProof>(&parsed);
  if (pair == nullptr) refuse("line", "this is not the proof of a pair");
  return std::move(*pair);
}

py::list segments_of(const PairProof& pair) {
  py::list out;
  for (const CertificateSegment& s : pair.segments)
    out.append(py::make_tuple(s.t0, s.t1, py::make_tuple(s.n0.x(), s.n0.y(), s.n0.z()),
                              py::make_tuple(s.n1.x(), s.n1.y(), s.n1.z())));
  return out;
}

py::tuple verify_pair(const PairProof& pair) {
  proof::Verdict verdict;
  {
    const WithoutGil without_gil;
    verdict = proof::verify(pair);
  }
  return py::make_tuple(verdict.proven, verdict.reason);
}

py::dict verify_path(const std::string& path, int threads) {
  proof::FileVerdict verdict;
  run_long(0, py::none(), [&](LongCall&) { verdict = proof::verify_file(path, threads); });
  py::list failures;
  for (const proof::Failure& failure : verdict.failures)
    failures.append(py::make_tuple(failure.line, failure.reason));
  py::dict out;
  out["proofs"] = verdict.proofs;
  out["segments"] = verdict.segments;
  out["failures"] = failures;
  out["error"] = verdict.error;
  return out;
}

std::string repr_of(const PairProof& pair) {
  return std::string("PairProof(") + io::kind_name(pair.query.kind) + ", " +
         (pair.contact ? "contact" : "free") + ", " + std::to_string(pair.segment_count()) +
         (pair.segment_count() == 1 ? " segment)" : " segments)");
}

/// The proofs of pairs in a file, one after the other. Lines of other kinds are refused.
class PairProofReader {
 public:
  explicit PairProofReader(const std::string& path) : path_(path), reader_(path) {}
  PairProof next() {
    std::optional<proof::Line> line = reader_.next();
    if (!line) throw py::stop_iteration();
    if (auto* pair = std::get_if<PairProof>(&*line)) return std::move(*pair);
    throw std::invalid_argument(path_ + ":" + std::to_string(reader_.number()) +
                                ": this is not the proof of a pair (verify_file checks all kinds)");
  }

 private:
  std::string path_;
  proof::Reader reader_;
};

void bind_pair_proof(py::module_& m) {
  py::class_<PairProof>(m, "PairProof",
                        "The proof that a pair keeps apart, or that it touches. It is made by "
                        "solve(…, certificate=True) and does not change.")
      .def_property_readonly(
          "kind", [](const PairProof& p) { return std::string(io::kind_name(p.query.kind)); },
          "The kind of the pair, as the command line names it.")
      .def_property_readonly(
          "points", [](const PairProof& p) { return points_array(p.query); },
          "The points of the pair at t0, then those at t1.")
      .def_property_readonly(
          "min_separation", [](const PairProof& p) { return p.separation; },
          "The distance that the claim is about.")
      .def_property_readonly(
          "norm", [](const PairProof& p) { return std::string(norm_name(p.norm)); },
          "How the separation is measured: l2 or linf.")
      .def_property_readonly(
          "t_max", [](const PairProof& p) { return p.t_max; }, "The claim is about [0, t_max].")
      .def_property_readonly(
          "contact", [](const PairProof& p) { return p.contact.has_value(); },
          "True if the claim is that the pair touches, False if it is that it keeps apart.")
      .def_property_readonly(
          "exact",
          [](const PairProof& p) { return p.contact.has_value() || !p.exact_segments.empty(); },
          "True if the proof has numbers that doubles do not hold.")
      .def_property_readonly("segments", &segments_of,
                             "Steps (t0, t1, n0, n1) of the proof, where doubles hold them.")
      .def("__len__", &PairProof::segment_count)
      .def("__repr__", &repr_of)
      .def("__eq__",
           [](const PairProof& a, const py::object& b) {
             return py::isinstance<PairProof>(b) &&
                    proof::to_line(a) == proof::to_line(b.cast<const PairProof&>());
           })
      .def("__hash__", [](const PairProof& p) { return py::hash(py::str(proof::to_line(p))); })
      .def(
          "to_line", [](const PairProof& p) { return proof::to_line(p); },
          "The proof as one line of a proof file, its end included.")
      .def_static("from_line", &parse_pair, py::arg("line"),
                  "The proof that a line of a proof file is.")
      .def(py::pickle([](const PairProof& p) { return proof::to_line(p); },
                      [](const std::string& line) { return parse_pair(line); }));
}

}  // namespace

void bind_proofs(py::module_& m) {
  bind_pair_proof(m);
  py::class_<PairProofReader>(m, "PairProofReader", "Iterates over the proofs of a file.")
      .def(py::init<const std::string&>(), py::arg("path"))
      .def("__iter__", [](PairProofReader& r) -> PairProofReader& { return r; })
      .def("__next__", &PairProofReader::next);
  py::class_<proof::Writer>(m, "ProofWriter", "Writes proofs; the file appears at `close`.")
      .def(py::init<const std::string&>(), py::arg("path"))
      .def(
          "write", [](proof::Writer& w, const PairProof& p) { return w.write(p); },
          py::arg("proof"), "Writes one proof and returns the length of its line in bytes.")
      .def("close", &proof::Writer::close, "Makes the file appear.");
  m.def("verify_pair", &verify_pair, py::arg("proof"), "(proven, reason)");
  m.def("verify_file", &verify_path, py::arg("path"), py::arg("threads"),
        "Verifies every line of a file.");
}

}  // namespace firstcontact::python
