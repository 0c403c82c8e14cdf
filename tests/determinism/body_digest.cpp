// Answers about meshes that step, bodies that move, and screws.
#include <firstcontact/active_set.h>
#include <firstcontact/line_search.h>
#include <firstcontact/moving_bodies.h>
#include <firstcontact/screw.h>

#include "answer_digest.h"
#include "answer_hash.h"
#include "arith/float_environment.h"
#include "digest_inputs.h"

namespace firstcontact::test {
namespace {

std::vector<generate::Step> made_sheets(int count) {
  const arith::FloatEnvironmentGuard guard;
  return sheets(count);
}

std::vector<BodyCase> made_cases(int count, double reach, bool against_torus) {
  const arith::FloatEnvironmentGuard guard;
  return body_cases(count, reach, against_torus);
}

AffineMap affine(const Pose& pose) { return {pose.rotation, pose.position}; }

}  // namespace

ClassDigest digest_steps(int count, int threads) {
  ClassDigest digest{"steps"};
  Hash hash;
  for (const generate::Step& step : made_sheets(count)) {
    for (const Vec3& x : step.vertices_t1) hash.add(x);
    const int i = digest.queries++;
    MeshDescription description{.vertex_count = step.vertices_t0.size(), .faces = step.faces};
    if (i % 2 == 1) description.thickness.assign(description.vertex_count, 1e-4);
    StepSolver solver(Mesh(std::move(description)));
    LineSearchOptions options;
    options.step.threads = threads;
    options.step.norm = i % 3 == 0 ? Norm::Linf : Norm::L2;
    options.step.exact = i % 4 == 3;
    const Positions t0 = step.vertices_t0, t1 = step.vertices_t1;
    const StepResult impacts = solver.impacts(t0, t1, options.step);
    digest.positives += impacts.status == Status::Contact;
    hash.add(impacts);
    hash.add(solver.collision_free_step_size(t0, t1, options.step));
    const LineSearchResult line = line_search(solver, t0, t1, options);
    hash.add(static_cast<int>(line.status), line.step, line.contact_step, line.ratio,
             line.kept_distance);
    if (line.limiting) hash.add(*line.limiting);
    for (const ActiveConstraint& c :
         construct_active_set(solver, t0, t1, options.step).constraints) {
      hash.add(c.impact, c.gap_t1);
      for (const double weight : c.weights) hash.add(weight);
    }
  }
  digest.digest = hash.value;
  return digest;
}

ClassDigest digest_bodies(int count) {
  ClassDigest digest{"bodies"};
  Hash hash;
  for (const BodyCase& c : made_cases(count, 2.5, true)) {
    const int i = digest.queries++;
    BodyOptions options;
    options.certificate = true, options.min_separation = i % 3 == 0 ? 0.01 : 0,
    options.t_max = i % 4 == 0 ? 0.8 : 1;
    const LinearMotion straight(affine(c.move_b.from), affine(c.move_b.to));
    const BodyResult turning = first_contact(c.a.body(), c.screw_a, c.b.body(), straight, options);
    hash.add(turning);
    hash.add(
        first_contact(c.a.body(), Rest(affine(c.move_a.from)), c.b.body(), c.screw_b, options));
    digest.positives += turning.status == Status::Contact;
  }
  digest.digest = hash.value;
  return digest;
}

ClassDigest digest_screws(int count) {
  ClassDigest digest{"screws"};
  Hash hash;
  for (const BodyCase& c : made_cases(count, 1.5, false)) {
    for (const Polyhedron* body : {&c.a, &c.b})
      for (const Vec3& normal : body->normals()) hash.add(normal);
    for (const ScrewMode mode : {ScrewMode::Certified, ScrewMode::Analytic, ScrewMode::Pixels}) {
      ScrewOptions options;
      options.mode = mode;
      options.certificate = mode == ScrewMode::Certified;
      const ScrewResult result = find_collisions(c.a, c.move_a, c.b, c.move_b, options);
      digest.positives += result.status == Status::Contact, ++digest.queries;
      hash.add(result);
    }
    for (const Pose* pose : {&c.between, &c.back})
      for (int k = 0; k < 3; ++k) hash.add(Vec3(pose->rotation.col(k)), pose->position);
  }
  digest.digest = hash.value;
  return digest;
}

}  // namespace firstcontact::test
