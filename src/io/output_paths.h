#pragma once
/// Checks paths of outputs before anything is written.
#include <string>
#include <vector>

namespace firstcontact::io {

/// Throws OutputError if two of the paths of `outputs` name one file, or one of them names a file
/// of `inputs`, or the exact times beside a query file; links are followed. Empty paths (options that
/// were not given) and devices are passed over.
void refuse_clashing_outputs(const std::vector<std::string>& inputs,
                             const std::vector<std::string>& outputs);

/// Whether `path` is `folder` or lies below it; links are followed as far as the path exists.
bool is_inside(const std::string& path, const std::string& folder);

/// Makes the folder and those above it, unless they exist. Throws OutputError.
void make_folder(const std::string& folder);

}  // namespace firstcontact::io
