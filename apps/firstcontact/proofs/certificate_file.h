#pragma once
/// Certificates as JSON Lines: one proof of freedom a line. Format: docs/formats/certificates.md.
#include <cstddef>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "io/byte_source.h"
#include "json_fields.h"
#include "verify/verify.h"

namespace firstcontact::apps {

/// A longer line is an error, so that a file that is none of ours cannot fill the memory. Some
/// 300,000 segments.
inline constexpr std::size_t kMaxCertificateBytes = std::size_t{64} << 20;

/// One line, its end included. Numbers are the shortest decimals that read back as the same
/// doubles. Precondition: all are finite.
std::string certificate_line(const verify::Proof& proof);

/// The proof in a line. Throws io::InputError ("path:line: field: what") for anything but one
/// object with exactly the fields of the format, of the right types and lengths. What the numbers
/// say is not judged here.
verify::Proof parse_certificate(std::string_view text, const std::string& path, std::size_t line);

/// The same of a line that is parsed already.
verify::Proof read_certificate(const FieldReader& reader, const nlohmann::json& value);

/// The lines of a certificate file (".gz": unpacked), in constant memory but for the longest line.
class CertificateReader {
 public:
  /// Throws io::InputError when the file cannot be opened.
  explicit CertificateReader(const std::string& path);

  /// The next line without its end; false at the end of the file. Throws io::InputError.
  bool next(std::string& line);
  /// Number, from 1, of the line that `next` gave last.
  std::size_t number() const { return number_; }

 private:
  std::string path_;
  std::unique_ptr<io::ByteSource> source_;
  std::string buffer_;
  std::size_t begin_ = 0, number_ = 0;
  bool ended_ = false;
};

}  // namespace firstcontact::apps
