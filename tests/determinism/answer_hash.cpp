#include "answer_hash.h"

namespace firstcontact::test {

void Hash::add(const Vec3& x) { add(x[0], x[1], x[2]); }

void Hash::add(const Result& r) {
  add(static_cast<int>(r.status), r.checks, r.toi, r.toi_upper, r.u, r.v, r.distance, r.tolerance,
      r.point_a, r.point_b, r.normal);
  for (const CertificateSegment& s : r.certificate) add(s.t0, s.t1, s.n0, s.n1);
}

void Hash::add(const Impact& i) {
  add(static_cast<int>(i.pair.kind), i.pair.a, i.pair.b, i.starts_in_contact ? 1 : 0);
  add(i.toi, i.toi_upper, i.u, i.v, i.point_a, i.point_b, i.normal, i.distance);
}

void Hash::add(const StepResult& r) {
  add(static_cast<int>(r.status), r.toi, r.candidate_count());
  if (r.earliest) add(*r.earliest);
  for (const Impact& impact : r.impacts) add(impact);
}

void Hash::add(const BodyCertificate& c) {
  add(c.separation, c.t_max);
  for (const std::int32_t triangle : c.order_a) add(triangle);
  for (const std::int32_t triangle : c.order_b) add(triangle);
  for (const BodyCertificateEntry& e : c.entries)
    add(e.t0, e.t1, e.n, e.a_begin, e.a_end, e.b_begin, e.b_end);
}

void Hash::add(const BodyResult& r) {
  add(static_cast<int>(r.status), r.toi, r.triangle_a, r.triangle_b, r.point_a, r.point_b, r.normal,
      r.distance, r.tolerance, r.checks);
  add(r.certificate);
}

void Hash::add(const ScrewResult& r) {
  add(static_cast<int>(r.status), r.intersecting_at_start, r.tolerance, r.checks);
  add(r.screw.axis, r.screw.point, r.screw.angle, r.screw.travel);
  for (const Collision& c : r.collisions) {
    add(static_cast<int>(c.kind), c.a, c.b, c.time, c.time_upper, c.point, c.normal, c.proven);
    // The sign and the payload of "unknown" are nobody's promise.
    c.properness == c.properness ? add(c.properness) : add(0);
  }
  add(r.certificate);
}

void Hash::add(const ContactSide& s) {
  add(s.body, s.shape, s.triangle, static_cast<int>(s.feature.kind));
  add(s.feature.vertices[0], s.feature.vertices[1], s.feature.vertices[2]);
}

void Hash::add(const SceneResult& r) {
  add(static_cast<int>(r.status), r.toi, r.toi_upper, r.proven, r.a, r.b, r.point_a, r.point_b);
  add(r.normal, r.distance, r.tolerance, r.starts_in_contact);
  add(r.clearance, r.clearance_upper, r.clearance_time);
  add(r.counts.pairs, r.counts.after_spatial, r.counts.after_temporal, r.checks, r.counts.steps);
  for (const PairCertificate& pair : r.certificates) {
    add(pair.body_a, pair.shape_a, pair.body_b, pair.shape_b, pair.common_link);
    add(pair.certificate);
  }
}

}  // namespace firstcontact::test
