# Install rules: library, headers, CMake package, pkg-config file, command line.
include(CMakePackageConfigHelpers)

install(TARGETS firstcontact EXPORT firstcontact-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/firstcontact DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(EXPORT firstcontact-targets NAMESPACE firstcontact:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/firstcontact)

configure_package_config_file(cmake/firstcontact-config.cmake.in ${PROJECT_BINARY_DIR}/firstcontact-config.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/firstcontact)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/firstcontact-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/firstcontact-config.cmake ${PROJECT_BINARY_DIR}/firstcontact-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/firstcontact)

set(firstcontact_pc_libs "-lhwy -lpthread")
if(FIRSTCONTACT_THREADS STREQUAL "tbb")
  string(APPEND firstcontact_pc_libs " -ltbb")
endif()
if(FIRSTCONTACT_INTEGERS STREQUAL "gmp")
  string(APPEND firstcontact_pc_libs " -lgmp")
endif()
file(RELATIVE_PATH firstcontact_pc_to_prefix "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
configure_file(cmake/firstcontact.pc.in ${PROJECT_BINARY_DIR}/firstcontact.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/firstcontact.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(FIRSTCONTACT_APPS)
  install(TARGETS firstcontact_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
