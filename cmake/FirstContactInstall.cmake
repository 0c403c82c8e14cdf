# Install rules: libraries, headers, CMake package, pkg-config files, command line, modules of other languages.
#
# Either the static libraries are installed, or the shared one (FIRSTCONTACT_SHARED). The targets that find_package gives have the same
# names for both, and so have the pkg-config files.
#
# Every component of the CMake package has an export set of its own, so that who asks for none needs only what the core library needs.
#
# Every rule names one of these components of the installation; FirstContactPackages.cmake makes a Debian package of each:
#   library      shared libraries                                                     libfirstcontact0
#   development  headers, static libraries or links, CMake package, pkg-config files   libfirstcontact-dev
#   tools        the command line and the viewer                                      firstcontact
#   python       the Python module, in packages only (elsewhere: pip)                 python3-firstcontact
include(CMakePackageConfigHelpers)
set(firstcontact_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/firstcontact)

# firstcontact_install(set targets…): these targets are installed, and found in firstcontact-<set>.cmake.
function(firstcontact_install set)
  install(TARGETS ${ARGN} EXPORT firstcontact-${set}
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT development)
  install(EXPORT firstcontact-${set} NAMESPACE firstcontact:: DESTINATION ${firstcontact_package_dir} COMPONENT development)
endfunction()

if(FIRSTCONTACT_SHARED)
  firstcontact_install(targets firstcontact_shared)
  foreach(name files io proof)
    firstcontact_install(${name}-targets firstcontact_shared_${name})
  endforeach()
else()
  firstcontact_install(targets firstcontact)
  if(FIRSTCONTACT_FILES)
    set_target_properties(firstcontact_io PROPERTIES EXPORT_NAME files)
    set_target_properties(firstcontact_robot_io PROPERTIES EXPORT_NAME io)
    set_target_properties(firstcontact_verify PROPERTIES EXPORT_NAME verify)
    set_target_properties(firstcontact_proof PROPERTIES EXPORT_NAME proof)
    firstcontact_install(files-targets firstcontact_io)
    firstcontact_install(io-targets firstcontact_robot_io)
    firstcontact_install(proof-targets firstcontact_verify firstcontact_proof)
  endif()
endif()

install(DIRECTORY include/firstcontact DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development FILES_MATCHING PATTERN "*.h")
# Only who includes it needs OMPL.
install(FILES bindings/ompl/firstcontact_ompl.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/firstcontact COMPONENT development
        RENAME ompl.h)

configure_package_config_file(cmake/firstcontact-config.cmake.in ${PROJECT_BINARY_DIR}/firstcontact-config.cmake
                              INSTALL_DESTINATION ${firstcontact_package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/firstcontact-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/firstcontact-config.cmake ${PROJECT_BINARY_DIR}/firstcontact-config-version.cmake
        DESTINATION ${firstcontact_package_dir} COMPONENT development)

file(RELATIVE_PATH firstcontact_pc_to_prefix "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
# firstcontact_pkg_config(name description requires libs)
function(firstcontact_pkg_config pc_name pc_description pc_requires pc_libs)
  configure_file(cmake/firstcontact.pc.in ${PROJECT_BINARY_DIR}/${pc_name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${pc_name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
endfunction()
if(FIRSTCONTACT_SHARED)
  firstcontact_pkg_config(firstcontact "${PROJECT_DESCRIPTION}" "eigen3" "-lfirstcontact")
  firstcontact_pkg_config(firstcontact-files "FirstContact: mesh and query files" "firstcontact" "")
  firstcontact_pkg_config(firstcontact-io "FirstContact: mesh, query and robot files" "firstcontact" "")
  firstcontact_pkg_config(firstcontact-proof "FirstContact: proofs of freedom" "firstcontact" "")
else()
  set(firstcontact_pc_libs "-lfirstcontact -lhwy -lpthread")
  if(FIRSTCONTACT_THREADS STREQUAL "tbb")
    string(APPEND firstcontact_pc_libs " -ltbb")
  endif()
  if(FIRSTCONTACT_INTEGERS STREQUAL "gmp")
    string(APPEND firstcontact_pc_libs " -lgmp")
  endif()
  firstcontact_pkg_config(firstcontact "${PROJECT_DESCRIPTION}" "eigen3" "${firstcontact_pc_libs}")
  if(FIRSTCONTACT_FILES)
    firstcontact_pkg_config(firstcontact-files "FirstContact: mesh and query files" "firstcontact zlib" "-lfirstcontact_io")
    firstcontact_pkg_config(firstcontact-io "FirstContact: mesh, query and robot files" "firstcontact-files tinyxml2" "-lfirstcontact_robot_io")
    firstcontact_pkg_config(firstcontact-proof "FirstContact: proofs of freedom" "firstcontact-files" "-lfirstcontact_proof -lfirstcontact_verify")
  endif()
endif()

# The library for C, and for all languages that call C.
if(TARGET firstcontact_c)
  firstcontact_install(c-targets firstcontact_c)
  firstcontact_pkg_config(firstcontact-c "FirstContact for C" "" "-lfirstcontact_c")
endif()

if(FIRSTCONTACT_APPS)
  install(TARGETS firstcontact_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tools)
  if(TARGET firstcontact_mpi)
    install(TARGETS firstcontact_mpi RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT mpi OPTIONAL)
  endif()
  # The viewer, if `./site` has built it: where the command line looks for it.
  install(FILES ${PROJECT_BINARY_DIR}/viewer.html DESTINATION share/firstcontact COMPONENT tools OPTIONAL)
  install(FILES packaging/debian/firstcontact.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT tools)
endif()
