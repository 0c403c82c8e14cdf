# libfirstcontact.so: the core library, files, robots and proofs as one shared library, from the objects of the static ones. The target
# `firstcontact_shared` is built on request, by the tests, and by default where FIRSTCONTACT_SHARED is on.

# Counts the changes after which programs must be built anew: a symbol of exported_symbols.txt is gone, a public type has another layout
# or a function another meaning. docs/guide/install.md
set(firstcontact_soversion 0)

set(firstcontact_parts firstcontact firstcontact_io firstcontact_robot_io firstcontact_verify firstcontact_proof)
set(firstcontact_objects ${firstcontact_parts})
list(TRANSFORM firstcontact_objects REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>")
add_library(firstcontact_shared SHARED ${firstcontact_objects})
firstcontact_settings(firstcontact_shared)
set_target_properties(firstcontact_shared PROPERTIES
  OUTPUT_NAME firstcontact EXPORT_NAME firstcontact VERSION ${PROJECT_VERSION} SOVERSION ${firstcontact_soversion}
  LINKER_LANGUAGE CXX UNITY_BUILD OFF)
if(NOT FIRSTCONTACT_SHARED)
  set_target_properties(firstcontact_shared PROPERTIES EXCLUDE_FROM_ALL ON)
endif()
target_include_directories(firstcontact_shared PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                                      $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
# What the parts need, and nothing for who links the library but Eigen's headers.
find_package(ZLIB REQUIRED)
find_package(tinyxml2 REQUIRED)
target_link_libraries(firstcontact_shared PUBLIC Eigen3::Eigen PRIVATE Threads::Threads hwy ZLIB::ZLIB tinyxml2::tinyxml2)
if(FIRSTCONTACT_THREADS STREQUAL "tbb")
  find_package(TBB REQUIRED)
  target_link_libraries(firstcontact_shared PRIVATE TBB::tbb)
endif()
if(FIRSTCONTACT_INTEGERS STREQUAL "gmp")
  target_link_libraries(firstcontact_shared PRIVATE gmp)
endif()
if(UNIX AND NOT APPLE)
  configure_file(cmake/exported_symbols.map ${PROJECT_BINARY_DIR}/exported_symbols.map @ONLY)
  target_link_options(firstcontact_shared PRIVATE -Wl,--version-script=${PROJECT_BINARY_DIR}/exported_symbols.map -Wl,--as-needed)
  set_target_properties(firstcontact_shared PROPERTIES LINK_DEPENDS ${PROJECT_BINARY_DIR}/exported_symbols.map)
  if(NOT FIRSTCONTACT_SANITIZE)
    target_link_options(firstcontact_shared PRIVATE -Wl,-z,defs)
  endif()
endif()

# The names under which the static libraries are found, so that a program links either kind in the same way.
foreach(name files io proof)
  add_library(firstcontact_shared_${name} INTERFACE)
  target_link_libraries(firstcontact_shared_${name} INTERFACE firstcontact_shared)
  set_target_properties(firstcontact_shared_${name} PROPERTIES EXPORT_NAME ${name})
endforeach()
