#include "module.h"

#include <firstcontact/io_errors.h>
#include <firstcontact/version.h>

#include "arrays.h"
#include "long_call.h"

namespace firstcontact::python {
namespace {

/// FileError is a ValueError, and both kinds of it are a FileError.
void bind_errors(py::module_& m) {
  auto& file_error = py::register_exception<io::FileError>(m, "FileError", PyExc_ValueError);
  auto& input = py::register_exception<io::InputError>(m, "InputError", file_error.ptr());
  auto& output = py::register_exception<io::OutputError>(m, "OutputError", file_error.ptr());
  file_error.attr("__doc__") = "Any trouble with a file. The message starts with its name.";
  input.attr("__doc__") = "A file that cannot be found, opened, read or understood.";
  output.attr("__doc__") = "A file that cannot be written.";
}

}  // namespace
}  // namespace firstcontact::python

PYBIND11_MODULE(_native, m) {
  namespace python = firstcontact::python;
  m.doc() = "The functions of the C++ library behind the package firstcontact.";
  m.attr("__version__") = FIRSTCONTACT_VERSION;
  python::bind_errors(m);
  python::bind_arrays(m);
  python::bind_long_calls(m);
  python::bind_pairs(m);
  python::bind_exact(m);
  python::bind_proofs(m);
  python::bind_files(m);
  python::bind_generate(m);
  python::bind_mesh_steps(m);
  python::bind_mesh_instants(m);
  python::bind_ipc_names(m);
  python::bind_bodies(m);
  python::bind_robots(m);
  python::bind_scenes(m);
  python::bind_simulations(m);
}
