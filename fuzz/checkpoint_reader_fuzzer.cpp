// Any bytes as a checkpoint of a simulation: the reader may only give a checkpoint that is written
// as the same bytes, or throw InputError that names the file. Half of the inputs get the right
// checksum, so that more than the checksum is tried. The first byte chooses.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "io/errors.h"
#include "recording/query_set.h"
#include "simulate/checkpoint.h"
#include "simulate/little_endian.h"

namespace {

using namespace firstcontact;

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "checkpoint_reader_fuzzer: %s\n", what);
  std::abort();
}

void append_checksum(std::string& bytes) {
  apps::Hash128 hash;
  hash.add(std::string_view(bytes));
  apps::append_word(bytes, hash.a);
  apps::append_word(bytes, hash.b);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (data[0] % 2 == 1) append_checksum(bytes);
  const std::string name = "input";
  try {
    const apps::Checkpoint checkpoint = apps::decode_checkpoint(bytes, name);
    require(checkpoint.state.positions.allFinite() && checkpoint.state.velocities.allFinite(),
            "a state that is not finite was given");
    require(apps::encode_checkpoint(checkpoint) == bytes, "the checkpoint has other bytes");
  } catch (const io::InputError& error) {
    require(std::string_view(error.what()).substr(0, name.size()) == name,
            "the message does not name the file");
  }
  return 0;
}
