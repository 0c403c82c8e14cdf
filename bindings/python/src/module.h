#pragma once
/// The parts of the native module `firstcontact._native`. Each source binds one group of functions.
///
/// The Python layer in bindings/python/firstcontact is what users see. It turns what they give into
/// arrays and plain values, and names the argument that cannot be used. What comes here is checked
/// again, because a buffer may say anything.
#include <pybind11/pybind11.h>

namespace firstcontact::python {

namespace py = pybind11;

void bind_pairs(py::module_& m);
void bind_exact(py::module_& m);
void bind_proofs(py::module_& m);
void bind_files(py::module_& m);
void bind_generate(py::module_& m);
void bind_mesh_steps(py::module_& m);
void bind_mesh_instants(py::module_& m);
void bind_ipc_names(py::module_& m);
void bind_bodies(py::module_& m);
void bind_robots(py::module_& m);
void bind_scenes(py::module_& m);
void bind_simulations(py::module_& m);

}  // namespace firstcontact::python
