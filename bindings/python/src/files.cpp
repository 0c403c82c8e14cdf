#include "module.h"

namespace firstcontact::python {

void bind_files(py::module_&) {}

}  // namespace firstcontact::python
