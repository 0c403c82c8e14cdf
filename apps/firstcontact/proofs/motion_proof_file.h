#pragma once
/// Proofs of freedom of two moving bodies as lines of a certificate file. Format:
/// docs/formats/certificates.md.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "verify/motion_verify.h"

namespace firstcontact::apps {

/// One line, its end included. Numbers are the shortest decimals that read back as the same
/// doubles. Precondition: all are finite.
std::string motion_proof_line(const verify::MotionProof& proof);

/// The proof in a line, or nothing if its kind is another. Throws io::InputError ("path:line:
/// field: what") for a line of this kind that is not an object with exactly the fields of the
/// format, of the right types and lengths. What the numbers say is not judged here. Lines of other
/// kinds are not read beyond what it takes to tell.
std::optional<verify::MotionProof> parse_motion_proof(std::string_view text,
                                                      const std::string& path, std::size_t line);

}  // namespace firstcontact::apps
