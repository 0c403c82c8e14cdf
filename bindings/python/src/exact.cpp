#include "module.h"

namespace firstcontact::python {

void bind_exact(py::module_&) {}

}  // namespace firstcontact::python
