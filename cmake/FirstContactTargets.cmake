# What every target of ours is built with, and how a folder of src/ becomes part of the core library.

find_package(Threads REQUIRED)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)

# Flags for our own sources only; nothing of this reaches whoever links us.
add_library(firstcontact_flags INTERFACE)
target_compile_options(firstcontact_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor
  # Same bits on every instruction set: a fused multiply-add rounds once where the error bounds count two roundings.
  -ffp-contract=off)
if(PROJECT_IS_TOP_LEVEL)  # another compiler's new warning must not break those who build us as a part of theirs
  target_compile_options(firstcontact_flags INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # False alarms: "literal" + string, Boost's cpp_int, and loops over point_count(kind), which it believes to be larger than 4.
  target_compile_options(firstcontact_flags INTERFACE -Wno-restrict -Wno-maybe-uninitialized -Wno-stringop-overflow)
endif()
if(FIRSTCONTACT_SANITIZE)
  target_compile_options(firstcontact_flags INTERFACE -fsanitize=${FIRSTCONTACT_SANITIZE} -fno-sanitize-recover=all
                                                      -fno-omit-frame-pointer)
  target_link_options(firstcontact_flags INTERFACE -fsanitize=${FIRSTCONTACT_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # gcc sees things in instrumented code that are not there: warnings are errors in the other builds only.
    target_compile_options(firstcontact_flags INTERFACE -Wno-error)
    if(FIRSTCONTACT_SANITIZE MATCHES "undefined")
      # A third of the time to build goes into these two; what they find ends in a fault anyway, and the fuzzers (clang) have them.
      target_compile_options(firstcontact_flags INTERFACE -fno-sanitize=null,alignment)
    endif()
  endif()
endif()

# Settings common to every target of ours.
function(firstcontact_settings target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  # Hidden, so that a shared library made from these objects offers only what carries FIRSTCONTACT_API (export.h).
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON
                                             CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
                                             UNITY_BUILD_BATCH_SIZE ${firstcontact_sources_at_once})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:firstcontact_flags>)
endfunction()

# firstcontact_module(narrow a.cpp b.cpp …): these sources of src/<name> belong to the core library.
function(firstcontact_module name)
  list(TRANSFORM ARGN PREPEND ${PROJECT_SOURCE_DIR}/src/${name}/ OUTPUT_VARIABLE paths)
  set_property(GLOBAL APPEND PROPERTY FIRSTCONTACT_CORE_SOURCES ${paths})
endfunction()

# Where CMAKE_UNITY_BUILD is on, up to this many sources are compiled as one: most of a small source's time goes into the headers.
set(firstcontact_sources_at_once 8)

# firstcontact_group_by_folder(target): a unity build joins sources of one folder only. Highway's kernels, which include themselves once
# for every instruction set, stay alone.
function(firstcontact_group_by_folder target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  foreach(source ${sources})
    file(STRINGS ${source} kernel REGEX "HWY_TARGET_INCLUDE" LIMIT_COUNT 1)
    if(kernel)
      continue()
    endif()
    get_filename_component(folder ${source} DIRECTORY)
    file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR}/src ${folder})
    string(MAKE_C_IDENTIFIER ${folder} folder)
    if(NOT DEFINED count_${folder})
      set(count_${folder} 0)
    endif()
    set(group ${count_${folder}})
    math(EXPR count_${folder} "${group} + 1")
    math(EXPR group "${group} / ${firstcontact_sources_at_once}")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder}_${group})
  endforeach()
endfunction()

# Headers that nearly every test includes, and that take longer to read than most tests. (For the library
# itself this saves a few seconds only, and makes gcc 12 see copies of strings out of bounds.)
set(firstcontact_common_headers <Eigen/Core> <Eigen/Geometry> <algorithm> <array> <cmath> <functional>
    <limits> <memory> <mutex> <optional> <span> <stop_token> <string> <vector>)

# firstcontact_core(target): makes a core library out of all modules. Called once for the product; the tests call it again for
# variants (no optimisation, other integers).
function(firstcontact_core target)
  cmake_parse_arguments(core "" "INTEGERS;THREADS" "" ${ARGN})
  if(NOT core_INTEGERS)
    set(core_INTEGERS ${FIRSTCONTACT_INTEGERS})
  endif()
  if(NOT core_THREADS)
    set(core_THREADS ${FIRSTCONTACT_THREADS})
  endif()
  get_property(sources GLOBAL PROPERTY FIRSTCONTACT_CORE_SOURCES)
  add_library(${target} STATIC ${sources} ${PROJECT_SOURCE_DIR}/src/parallel/parallel_${core_THREADS}.cpp)
  firstcontact_settings(${target})
  firstcontact_group_by_folder(${target})
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                              $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${target} PUBLIC Eigen3::Eigen PRIVATE Threads::Threads hwy)
  if(core_THREADS STREQUAL "tbb")
    find_package(TBB REQUIRED)
    target_link_libraries(${target} PRIVATE TBB::tbb)
  endif()
  if(core_INTEGERS STREQUAL "boost")
    target_compile_definitions(${target} PUBLIC $<BUILD_INTERFACE:FIRSTCONTACT_INTEGERS_BOOST>)
  else()
    target_link_libraries(${target} PRIVATE gmp)
  endif()
endfunction()

# firstcontact_test(name sources… LIBRARIES libs…): one GoogleTest program, every TEST in it one ctest test.
function(firstcontact_test name)
  cmake_parse_arguments(test "" "" "LIBRARIES;LABELS" ${ARGN})
  add_executable(${name} ${test_UNPARSED_ARGUMENTS})
  firstcontact_settings(${name})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(${name} PRIVATE firstcontact ${test_LIBRARIES} GTest::gtest_main)
  # Helpers of tests share names, so every test source has a namespace of its own, and sources without one stay alone.
  foreach(source ${test_UNPARSED_ARGUMENTS})
    if(NOT source MATCHES "_test\\.cpp$")
      set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
  endforeach()
  # Lightly optimised: the time goes into the library.
  # At that level gcc 12 sees copies of strings run out of bounds that cannot.
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1> -Wno-array-bounds -Wno-stringop-overflow)
  # One precompiled header for all tests: the first one's.
  get_property(first GLOBAL PROPERTY FIRSTCONTACT_FIRST_TEST)
  if(first)
    target_precompile_headers(${name} REUSE_FROM ${first})
  else()
    target_precompile_headers(${name} PRIVATE ${firstcontact_common_headers} <gtest/gtest.h>)
    set_property(GLOBAL PROPERTY FIRSTCONTACT_FIRST_TEST ${name})
  endif()
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 600 LABELS "${test_LABELS}")
endfunction()
