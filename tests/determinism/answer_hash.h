#pragma once
/// A hash of numbers, bit by bit.
#include <firstcontact/moving_bodies.h>
#include <firstcontact/result.h>
#include <firstcontact/scene_contact.h>
#include <firstcontact/screw.h>
#include <firstcontact/step.h>

#include <bit>
#include <cstdint>

namespace firstcontact::test {

/// FNV-1a over 64-bit words. Of an answer: every number that it promises.
struct Hash {
  std::uint64_t value = 0xcbf29ce484222325u;
  void add(std::uint64_t word) { value = (value ^ word) * 0x100000001b3u; }
  void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }
  void add(std::int64_t number) { add(static_cast<std::uint64_t>(number)); }
  void add(int number) { add(std::int64_t{number}); }
  void add(bool truth) { add(std::int64_t{truth}); }
  void add(const Vec3& x);
  void add(const Result& result);
  void add(const Impact& impact);
  void add(const StepResult& result);
  void add(const BodyCertificate& certificate);
  void add(const BodyResult& result);
  void add(const ScrewResult& result);
  void add(const ContactSide& side);
  void add(const SceneResult& result);

  template <class... Parts>
  requires(sizeof...(Parts) > 1) void add(const Parts&... parts) { (add(parts), ...); }
};

}  // namespace firstcontact::test
