#!/bin/sh
# A program in C, compiled as C, that links the library for C and nothing of C++.
# shellcheck disable=SC2046 # flags are to be split
set -e
cat >version.c <<'END'
#include <firstcontact/c.h>
#include <stdio.h>
int main(void) { return puts(fc_version()) < 0; }
END
gcc -std=c11 version.c $(pkg-config --cflags --libs firstcontact-c) -o version
test "$(./version)" = "$(pkg-config --modversion firstcontact-c)"

mkdir c
cat >c/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.22)
project(consumer C)
find_package(firstcontact 0.1 REQUIRED COMPONENTS c)
add_executable(version ../version.c)
target_link_libraries(version firstcontact::c)
END
cmake -S c -B c/built
cmake --build c/built
c/built/version
