#!/usr/bin/env bash
# Builds small programs against the library in the three ways people do: find_package, add_subdirectory, pkg-config. One uses the core
# library alone, the other one reads a robot and verifies a proof. The examples are built with find_package, as their page says. A C
# program uses the shared library, with find_package and pkg-config.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/common.sh
install_packages "${build_packages[@]}" pkg-config
build release firstcontact firstcontact_robot_io firstcontact_proof firstcontact_c firstcontact_cli
repository=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

quietly "install" cmake --install build/release --prefix "$work/prefix"
cp tests/consumers/*.cpp tests/consumers/*.c examples/*.cpp "$work/"
# expect WAY FOLDER: the programs in the folder answer as they should.
expect() {
  local said
  said=$(cd "$work" && "$2/bullet")
  [ "$said" = "Contact at 0.5" ] || die "$1: the consumer's program answered: $said"
  said=$(cd "$work" && "$2/robot")
  [ "$said" = "arm: proven, the file is valid, a false claim is not" ] || die "$1: the consumer's program answered: $said"
  say "$1: fine"
}

mkdir "$work/core" "$work/find_package" "$work/examples" "$work/add_subdirectory" "$work/pkg_config"
# The core library is found without what the components need.
cat >"$work/core/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.22)
project(consumer CXX)
find_package(firstcontact 0.1 REQUIRED)
if(TARGET ZLIB::ZLIB OR TARGET tinyxml2::tinyxml2 OR TARGET firstcontact::io)
  message(FATAL_ERROR "the core library asked for what only components need")
endif()
find_package(firstcontact 0.1 QUIET COMPONENTS nonsense)
if(firstcontact_FOUND)
  message(FATAL_ERROR "a component that does not exist was found")
endif()
END
cat >"$work/find_package/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.22)
project(consumer CXX)
find_package(firstcontact 0.1 REQUIRED COMPONENTS io proof)
add_executable(bullet ../bullet.cpp)
target_link_libraries(bullet firstcontact::firstcontact)
add_executable(robot ../robot.cpp)
target_link_libraries(robot firstcontact::io firstcontact::proof)
END
cat >"$work/examples/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.22)
project(examples CXX)
find_package(firstcontact REQUIRED)
foreach(example cloth_step elastic_ball)
  add_executable(\${example} ../\${example}.cpp)
  target_link_libraries(\${example} firstcontact::firstcontact)
endforeach()
add_executable(native ../elastic_ball.cpp)
target_compile_options(native PRIVATE -march=native)
target_link_libraries(native firstcontact::firstcontact)
END
cat >"$work/add_subdirectory/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.22)
project(consumer CXX)
set(FIRSTCONTACT_FILES ON)
add_subdirectory($repository firstcontact EXCLUDE_FROM_ALL)
add_executable(bullet ../bullet.cpp)
target_link_libraries(bullet firstcontact::firstcontact)
add_executable(robot ../robot.cpp)
target_link_libraries(robot firstcontact::io firstcontact::proof)
END
configure() { quietly "$1" cmake -S "$work/$1" -B "$work/$1/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$work/prefix"; }
configure core
say "find_package without components: fine"
for way in find_package add_subdirectory; do
  configure "$way"
  quietly "$way" cmake --build "$work/$way/build"
  expect "$way" "$work/$way/build"
done
configure examples
quietly "examples" cmake --build "$work/examples/build"
for example in cloth_step elastic_ball native; do
  quietly "$example" "$work/examples/build/$example"
done
say "the examples: fine"

PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name firstcontact.pc)")
export PKG_CONFIG_PATH
read -ra flags <<<"$(pkg-config --cflags --libs firstcontact)"
quietly "pkg-config" g++ -std=c++20 "$work/bullet.cpp" "${flags[@]}" -o "$work/pkg_config/bullet"
read -ra all_flags <<<"$(pkg-config --cflags --libs firstcontact-io firstcontact-proof)"
quietly "pkg-config" g++ -std=c++20 "$work/robot.cpp" "${all_flags[@]}" -o "$work/pkg_config/robot"
expect "pkg-config" "$work/pkg_config"

# C: a project without C++ that finds nothing but the shared library; then the compiler alone, told by pkg-config.
expect_c() {
  local said
  said=$(cd "$work" && LD_LIBRARY_PATH=$(dirname "$PKG_CONFIG_PATH") "$2")
  [ "$said" = "Contact at 0.5; kind is 9: there is no such value" ] || die "$1: the C program answered: $said"
  say "$1: fine"
}
c_warnings=(-Wall -Wextra -Werror -pedantic)
mkdir "$work/c_find_package"
cat >"$work/c_find_package/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.22)
project(consumer C)
find_package(firstcontact 0.1 REQUIRED COMPONENTS c)
if(TARGET Eigen3::Eigen OR TARGET TBB::tbb OR TARGET firstcontact::firstcontact)
  message(FATAL_ERROR "the library for C asked for what only C++ needs")
endif()
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_EXTENSIONS OFF)
add_executable(bullet_c ../bullet.c)
target_compile_options(bullet_c PRIVATE ${c_warnings[*]})
target_link_libraries(bullet_c firstcontact::c)
END
configure c_find_package
quietly "C by find_package" cmake --build "$work/c_find_package/build"
expect_c "C by find_package" "$work/c_find_package/build/bullet_c"
read -ra c_flags <<<"$(pkg-config --cflags --libs firstcontact-c)"
quietly "C by pkg-config" gcc -std=c11 "${c_warnings[@]}" "$work/bullet.c" "${c_flags[@]}" -o "$work/pkg_config/bullet_c"
expect_c "C by pkg-config" "$work/pkg_config/bullet_c"

# Compiled as C++17, every public header must say, as its first error, that C++20 is needed.
for header in "$work"/prefix/include/firstcontact/*.h; do
  name=$(basename "$header")
  case $name in version.h | c.h) continue ;; esac  # a macro, and the header for C
  echo "#include <firstcontact/$name>" >"$work/language.cpp"
  said=$(g++ -std=c++17 -fsyntax-only "${flags[@]}" "$work/language.cpp" 2>&1 | grep -m1 "error:" || true)
  case $said in
    *"needs C++20: compile with -std=c++20"*) ;;
    *) die "$name, compiled as C++17, does not say first that C++20 is needed: $said" ;;
  esac
done
say "C++17: refused with the flag to pass"
