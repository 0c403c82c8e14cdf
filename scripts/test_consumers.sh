#!/usr/bin/env bash
# Builds one small program with the library in the three ways that users have: find_package,
# add_subdirectory and pkg-config. Runs it each time and compares what it prints.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/common.sh
install_packages "${build_packages[@]}" pkg-config
build release firstcontact firstcontact_cli
repository=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

quietly "install" cmake --install build/release --prefix "$work/prefix"
cp tests/consumers/bullet.cpp "$work/"
expect_hit() { [ "$("$2")" = "Contact at 0.5" ] || die "$1: the consumer's program answered: $("$2")"; say "$1: fine"; }

mkdir "$work/find_package" "$work/add_subdirectory"
cat >"$work/find_package/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.22)
project(consumer CXX)
find_package(firstcontact 0.1 REQUIRED)
add_executable(bullet ../bullet.cpp)
target_link_libraries(bullet firstcontact::firstcontact)
END
cat >"$work/add_subdirectory/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.22)
project(consumer CXX)
add_subdirectory($repository firstcontact)
add_executable(bullet ../bullet.cpp)
target_link_libraries(bullet firstcontact::firstcontact)
END
for way in find_package add_subdirectory; do
  quietly "$way" cmake -S "$work/$way" -B "$work/$way/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$work/prefix"
  quietly "$way" cmake --build "$work/$way/build"
  expect_hit "$way" "$work/$way/build/bullet"
done

PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name firstcontact.pc)")
export PKG_CONFIG_PATH
read -ra flags <<<"$(pkg-config --cflags --libs firstcontact)"
quietly "pkg-config" g++ -std=c++20 "$work/bullet.cpp" "${flags[@]}" -o "$work/pkg_config_bullet"
expect_hit "pkg-config" "$work/pkg_config_bullet"

# Compiled as C++17, every public header must say, as its first error, that C++20 is needed.
for header in "$work"/prefix/include/firstcontact/*.h; do
  name=$(basename "$header")
  [ "$name" != version.h ] || continue
  echo "#include <firstcontact/$name>" >"$work/language.cpp"
  said=$(g++ -std=c++17 -fsyntax-only "${flags[@]}" "$work/language.cpp" 2>&1 | grep -m1 "error:" || true)
  case $said in
    *"needs C++20: compile with -std=c++20"*) ;;
    *) die "$name, compiled as C++17, does not say first that C++20 is needed: $said" ;;
  esac
done
say "C++17: refused with the flag to pass"
