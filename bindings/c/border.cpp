// The message of each thread, versions and names.
#include <firstcontact/version.h>

#include "c_border.h"

namespace firstcontact::c {
namespace {

constexpr std::size_t kLongestMessage = 2047;
thread_local char message[kLongestMessage + 1] = "";

}  // namespace

void set_message(const char* text) noexcept {
  std::size_t length = std::strlen(text);
  if (length > kLongestMessage) {
    length = kLongestMessage;
    // Not within a character of UTF-8.
    while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) --length;
  }
  std::memmove(message, text, length);
  message[length] = '\0';
}

fc_status status_of(Status status) {
  switch (status) {
    case Status::Free: return FC_STATUS_FREE;
    case Status::Contact: return FC_STATUS_CONTACT;
    case Status::Undecided: return FC_STATUS_UNDECIDED;
    case Status::Cancelled: return FC_STATUS_CANCELLED;
    case Status::InvalidInput: return FC_STATUS_INVALID_INPUT;
  }
  return FC_STATUS_INVALID_INPUT;
}

}  // namespace firstcontact::c

using namespace firstcontact;

const char* fc_version(void) { return FIRSTCONTACT_VERSION; }
int32_t fc_abi_version(void) { return FC_ABI_VERSION; }
const char* fc_error_message(void) { return c::message; }

const char* fc_status_name(fc_status status) {
  switch (status) {
    case FC_STATUS_FREE: return to_string(Status::Free);
    case FC_STATUS_CONTACT: return to_string(Status::Contact);
    case FC_STATUS_UNDECIDED: return to_string(Status::Undecided);
    case FC_STATUS_CANCELLED: return to_string(Status::Cancelled);
    case FC_STATUS_INVALID_INPUT: return to_string(Status::InvalidInput);
  }
  return "unknown";
}
