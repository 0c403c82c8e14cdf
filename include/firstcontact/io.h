#pragma once
/// Files: meshes, queries and robots, read and written. Link firstcontact::io.
///
/// What is wrong with a file is thrown as io::FileError, a std::runtime_error whose message starts
/// with the file's name.
#include <firstcontact/io_errors.h>
#include <firstcontact/mesh_file.h>
#include <firstcontact/query_files.h>
#include <firstcontact/robot_file.h>
#include <firstcontact/srdf_file.h>
