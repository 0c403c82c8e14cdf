# Debian packages by CPack: `cmake --preset package && cmake --build build/package && (cd build/package && cpack)`, or
# scripts/test_packages.sh, which also installs and tries them in a clean root. One package for each component of the installation
# (FirstContactInstall.cmake); the library in them is the shared one.
if(NOT FIRSTCONTACT_SHARED)
  return()
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME firstcontact)
set(CPACK_PACKAGE_CONTACT "FirstContact contributors")
set(CPACK_DEBIAN_PACKAGE_MAINTAINER ${CPACK_PACKAGE_CONTACT})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "continuous collision detection that never misses a contact")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

find_program(gzip_program gzip REQUIRED)
execute_process(COMMAND ${gzip_program} -9nc ${PROJECT_SOURCE_DIR}/CHANGELOG.md OUTPUT_FILE ${PROJECT_BINARY_DIR}/changelog.gz
                COMMAND_ERROR_IS_FATAL ANY)

# firstcontact_package(component name section depends description): depends may be empty, for what shared libraries tell by themselves.
set(CPACK_COMPONENTS_ALL "")
macro(firstcontact_package component name section depends description)
  list(APPEND CPACK_COMPONENTS_ALL ${component})
  string(TOUPPER ${component} component_key)
  set(CPACK_DEBIAN_${component_key}_PACKAGE_NAME ${name})
  set(CPACK_DEBIAN_${component_key}_PACKAGE_SECTION ${section})
  set(CPACK_DEBIAN_${component_key}_PACKAGE_DEPENDS "${depends}")
  set(CPACK_DEBIAN_${component_key}_DESCRIPTION "${description}")
  install(FILES packaging/debian/copyright ${PROJECT_BINARY_DIR}/changelog.gz DESTINATION share/doc/${name} COMPONENT ${component})
endmacro()

set(firstcontact_library_package libfirstcontact${firstcontact_soversion})
firstcontact_package(library ${firstcontact_library_package} libs "" "This package has the shared libraries.")
firstcontact_package(development libfirstcontact-dev libdevel
  "${firstcontact_library_package} (= ${PROJECT_VERSION}), libeigen3-dev (>= 3.4)"
  "This package has what is needed to build programs with the library: headers, the CMake package and pkg-config files.")
if(FIRSTCONTACT_APPS)
  firstcontact_package(tools firstcontact science ""
    "This package has the command line. It decides query files, mesh sequences, rigid bodies and robots, verifies proofs and simulates.")
  install(CODE "execute_process(COMMAND ${gzip_program} -9nf \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_MANDIR}/man1/firstcontact.1\")"
          COMPONENT tools)
endif()
if(TARGET firstcontact_python)
  # The module is compiled for one minor version of Python, whose folder Debian's interpreter searches.
  execute_process(COMMAND ${firstcontact_python_executable} -c "import sys; print('python3 (>= 3.%d), python3 (<< 3.%d)' % (sys.version_info[1], sys.version_info[1] + 1))"
                  OUTPUT_VARIABLE firstcontact_python_versions OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  firstcontact_package(python python3-firstcontact python "${firstcontact_python_versions}, python3-numpy"
    "This package has the module for Python 3.")
  install(DIRECTORY ${PROJECT_BINARY_DIR}/python/firstcontact DESTINATION lib/python3/dist-packages COMPONENT python
          PATTERN "__pycache__" EXCLUDE)
endif()

# Packages of programs that are linked with the libraries depend on this package. (CPack itself adds the call of ldconfig.)
set(firstcontact_shlibs "libfirstcontact ${firstcontact_soversion} ${firstcontact_library_package} (>= ${PROJECT_VERSION})\n")
if(TARGET firstcontact_c)
  get_target_property(firstcontact_c_soversion firstcontact_c SOVERSION)
  string(APPEND firstcontact_shlibs
         "libfirstcontact_c ${firstcontact_c_soversion} ${firstcontact_library_package} (>= ${PROJECT_VERSION})\n")
endif()
file(WRITE ${PROJECT_BINARY_DIR}/control/shlibs "${firstcontact_shlibs}")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/control/shlibs)

include(CPack)
