# Finds what the Python package is built with: pybind11, and an interpreter that has NumPy and the headers of Python. Sets
# firstcontact_python_found and, if it is true, firstcontact_python_executable, _include and _suffix.
#
# The first interpreter that has NumPy is taken: `python3` on PATH may be one that has none. -DFIRSTCONTACT_PYTHON_EXECUTABLE=… names
# another one, which need not have NumPy to build the module.
set(FIRSTCONTACT_PYTHON_EXECUTABLE "" CACHE FILEPATH "Interpreter that the Python package is built for; empty: one that has NumPy")

set(firstcontact_python_found FALSE)
set(PYBIND11_NOPYTHON ON)
find_package(pybind11 2.10 CONFIG QUIET)
set(candidates python3 /usr/bin/python3)
set(needed "import numpy")
if(FIRSTCONTACT_PYTHON_EXECUTABLE)
  set(candidates ${FIRSTCONTACT_PYTHON_EXECUTABLE})
  set(needed "pass")
endif()
set(question "${needed}
import os, sys, sysconfig
include = sysconfig.get_paths()['include']
assert os.path.exists(os.path.join(include, 'Python.h'))
assert sys.version_info >= (3, 9)
print(sys.executable, include, sysconfig.get_config_var('EXT_SUFFIX'), sep='\\n')")
foreach(candidate ${candidates})
  execute_process(COMMAND ${candidate} -c "${question}" OUTPUT_VARIABLE answer RESULT_VARIABLE failed ERROR_QUIET
                  OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT failed)
    string(REPLACE "\n" ";" answer "${answer}")
    list(GET answer 0 firstcontact_python_executable)
    list(GET answer 1 firstcontact_python_include)
    list(GET answer 2 firstcontact_python_suffix)
    set(firstcontact_python_found TRUE)
    break()
  endif()
endforeach()
if(FIRSTCONTACT_PYTHON_EXECUTABLE AND NOT (firstcontact_python_found AND pybind11_FOUND))
  message(FATAL_ERROR "The Python package cannot be built for ${FIRSTCONTACT_PYTHON_EXECUTABLE}: it needs pybind11 2.10, Python 3.9 and "
                      "their headers (Debian: pybind11-dev python3-dev)")
elseif(NOT firstcontact_python_found)
  message(STATUS "The Python package is left out: no Python 3 with NumPy and headers (Debian: python3-dev python3-numpy)")
elseif(NOT pybind11_FOUND)
  set(firstcontact_python_found FALSE)
  message(STATUS "The Python package is left out: no pybind11 (Debian: pybind11-dev)")
else()
  message(STATUS "The Python package is built for ${firstcontact_python_executable}")
endif()
