# An overlay port, used from a clone: vcpkg install firstcontact --overlay-ports=packaging/vcpkg
# It installs the static libraries, as `cmake --install` does.
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)

vcpkg_check_linkage(ONLY_STATIC_LIBRARY)
vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS
    -DFIRSTCONTACT_FILES=ON
    -DFIRSTCONTACT_APPS=OFF
    -DFIRSTCONTACT_TESTS=OFF
    -DFIRSTCONTACT_BENCHMARKS=OFF
    -DCMAKE_UNITY_BUILD=ON)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/firstcontact)
vcpkg_fixup_pkgconfig()

# Highway and GMP are linked by name; here they lie beside our libraries, where the linker does not look by itself.
file(APPEND "${CURRENT_PACKAGES_DIR}/share/firstcontact/firstcontact-config.cmake"
  "set_property(TARGET firstcontact::firstcontact APPEND PROPERTY INTERFACE_LINK_DIRECTORIES \"\${PACKAGE_PREFIX_DIR}/lib\")\n")

file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
