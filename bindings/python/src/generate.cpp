#include "module.h"

namespace firstcontact::python {

void bind_generate(py::module_&) {}

}  // namespace firstcontact::python
