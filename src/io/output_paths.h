#pragma once
/// Refuses outputs that would overwrite an input or each other.
#include <string>
#include <vector>

namespace firstcontact::io {

/// Throws OutputError if two of the paths of `outputs` name one file, or one of them names a file of `inputs`; links are followed.
/// Empty paths (options that were not given) and devices are passed over.
void refuse_clashing_outputs(const std::vector<std::string>& inputs, const std::vector<std::string>& outputs);

}  // namespace firstcontact::io
