#pragma once
/// Tests of permissions mean nothing to root: this makes the process somebody else for a while, if
/// it is root.
#include <unistd.h>

#include <stdexcept>

namespace firstcontact::testing {

class AsOtherUser {
 public:
  AsOtherUser() : root_(::geteuid() == 0) {
    // Real and effective user (access() asks for the real one); the saved one brings us back.
    constexpr uid_t kNobody = 65534;
    if (root_ && ::setresuid(kNobody, kNobody, 0) != 0)
      throw std::runtime_error("cannot become another user");
  }
  ~AsOtherUser() {
    if (root_ && ::setresuid(0, 0, 0) != 0) ::_exit(1);
  }
  AsOtherUser(const AsOtherUser&) = delete;
  AsOtherUser& operator=(const AsOtherUser&) = delete;

 private:
  bool root_;
};

}  // namespace firstcontact::testing
