#pragma once
/// What `solve` answers about a pair.
#include <firstcontact/answer.h>
#include <firstcontact/exact_proof.h>
#include <firstcontact/export.h>
#include <firstcontact/query.h>

#include <array>
#include <memory>
#include <vector>

namespace firstcontact {

/// One step of a proof that a pair is free: over [t0, t1] let n(t) go linearly from n0 to n1; then
/// n(t)·F_i(t) exceeds the separation times the dual norm of n for every corner F_i of the gap set,
/// because all Bernstein coefficients do. docs/formats/certificates.md explains it.
struct CertificateSegment {
  double t0 = 0, t1 = 0;
  Vec3 n0 = Vec3::Zero(), n1 = Vec3::Zero();
};

/// The points, the normal and the distance are those at `toi`: of the first primitive (a) and of the
/// second (b: face, edge b, point q). Free: they keep their defaults; with Options::describe_free they
/// are those at t_max, without a normal. If the pair touches at t = 0, the pair alone cannot tell the
/// side of the normal; `Impact` of step.h looks at the surface around it. Every field is set on every
/// exit.
struct Result : Answer, ContactPoints {
  /// Where the points lie on the primitives: see the structs in query.h. 0 where there is no such
  /// parameter.
  double u = 0, v = 0;
  /// The tolerance that was really reached; 0 for exact answers.
  double tolerance = 0;
  /// Free, with Options::certificate: segments that cover [0, t_max] without a gap. Empty if doubles
  /// cannot hold such directions, because the pair passes very close (about 1e-15 of its size) or
  /// turns for long beside a contact: then `exact_proof` has the proof.
  std::vector<CertificateSegment> certificate;
  /// With Options::certificate: the proof of a Free answer without `certificate`, and with
  /// Options::exact that of a Contact. Otherwise null.
  std::shared_ptr<const ExactProof> exact_proof;
};

/// Weights of the pair's points in (point on the first primitive) - (point on the second), at the
/// parameters u and v. They sum to 0; points that the kind does not have weigh 0.
FIRSTCONTACT_API std::array<double, 4> gap_weights(Kind kind, double u, double v);

}  // namespace firstcontact
