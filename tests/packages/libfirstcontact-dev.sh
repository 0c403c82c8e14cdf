#!/bin/sh
# Programs are built with find_package and with pkg-config, without any other -dev package, and link the shared library.
# shellcheck disable=SC2046 # flags are to be split
set -e
expect() {
  test "$("$1/bullet")" = "Contact at 0.5"
  test "$("$1/robot")" = "arm: proven, the file is valid, a false claim is not"
  ldd "$1/robot" | grep -q libfirstcontact.so
}
cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.22)
project(consumer CXX)
find_package(firstcontact 0.1 REQUIRED COMPONENTS io proof)
add_executable(bullet /smoke/bullet.cpp)
target_link_libraries(bullet firstcontact::firstcontact)
add_executable(robot /smoke/robot.cpp)
target_link_libraries(robot firstcontact::io firstcontact::proof)
END
cmake -S . -B built
cmake --build built
expect built

mkdir pc
g++ -std=c++20 /smoke/bullet.cpp $(pkg-config --cflags --libs firstcontact) -o pc/bullet
g++ -std=c++20 /smoke/robot.cpp $(pkg-config --cflags --libs firstcontact-io firstcontact-proof) -o pc/robot
expect pc

# The library for C, where it is part of the package.
if pkg-config --exists firstcontact-c; then
  sh -e /smoke/c_library.sh
fi
