#pragma once
/// Bodies and motions for the tests of proofs of moving bodies.
#include <array>
#include <cstdint>
#include <random>

#include "verify/motion_verify.h"

namespace firstcontact::test {

/// Corners of a regular tetrahedron with edges of length √8 about the origin.
verify::MotionBody tetrahedron();

/// 2 · rings · sides triangles around the z axis, radii 1 and 0.3.
verify::MotionBody torus(int rings, int sides);

/// One triangle, all corners at the point.
verify::MotionBody point_body(const Vec3& point);

/// Turn by `angle` about `axis` (of length 1) through `through`, after the start; travel along the
/// axis.
ScrewCoefficients screw_about(const Vec3& axis, const Vec3& through, double angle, double travel,
                              const AffineMap& start = {});

AffineMap shift(const Vec3& offset);

/// Numbers in [0, 1) and vectors, the same on every machine.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : engine_(seed) {}
  double uniform() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(engine_() % bound); }
  Vec3 vector(double size) {
    const double x = uniform(-size, size), y = uniform(-size, size), z = uniform(-size, size);
    return {x, y, z};
  }
  Vec3 direction();

 private:
  std::mt19937_64 engine_;
};

/// M(t) x, in floating point.
Vec3 moved(const verify::BodyMotion& motion, const Vec3& x, double t);

/// The least n·(M_B(t) x − M_A(t) y) / |n| over the corners of the entry's triangles at time t, in
/// floating point.
double gap_at(const verify::MotionProof& proof, const BodyCertificateEntry& entry, double t);

/// The bodies with orders that keep the triangles where they are, and no entries.
verify::MotionProof proof_about(verify::MotionBody a, verify::MotionBody b, double separation = 0,
                                double t_max = 1);

/// An entry for all triangles.
BodyCertificateEntry whole(const verify::MotionProof& proof, double t0, double t1, const Vec3& n);

}  // namespace firstcontact::test
