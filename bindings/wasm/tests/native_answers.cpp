// Answers the questions of answer_data.h natively, for comparison with WebAssembly, bit for bit.
//
//   native_answers make QUESTIONS ROBOT SCENE [COUNT]  writes the questions
//   native_answers answer QUESTIONS ANSWERS            writes the answers
//   native_answers time QUESTIONS                      prints microseconds a query by options
//
// Answers are doubles in a fixed order, every text as a hash; same_answers.mjs has the same order.
#include <firstcontact/firstcontact.h>
#include <firstcontact/io.h>
#include <firstcontact/proof.h>

#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <stdexcept>

#include "answer_data.h"
#include "apps/firstcontact/inputs/scene_file.h"
#include "articulated/published/dynamic_boxes.h"
#include "baselines/method.h"
#include "bindings/wasm/src/flat_query.h"

namespace firstcontact::answers {
namespace {

using wasm::kOptionsRow;
using wasm::kQueryRow;

class Answers {
 public:
  std::vector<double> numbers;

  void add(double x) { numbers.push_back(x); }
  void add(const Vec3& v) {
    for (int k = 0; k < 3; ++k) add(v[k]);
  }
  /// FNV-1a, 32 bits.
  void add(const std::string& text) {
    std::uint32_t hash = 0x811c9dc5u;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x01000193u;
    add(static_cast<double>(hash));
  }
  void add(const Outcome& o) {
    add(static_cast<double>(o.status));
    add(o.toi);
    add(o.toi_upper);
    add(static_cast<double>(o.checks));
    add(o.starts_in_contact ? 1.0 : 0.0);
  }
  void add(const ContactPoints& p) {
    add(p.point_a);
    add(p.point_b);
    add(p.normal);
    add(p.distance);
  }
};

void answer_queries(Reader& in, Answers& out) {
  const std::size_t settings = in.count();
  const std::span<const double> rows = in.numbers(settings * kOptionsRow);
  const std::size_t count = in.count();
  for (std::size_t i = 0; i < count; ++i) {
    const Query query = wasm::to_query(in.numbers(kQueryRow).first<kQueryRow>());
    for (std::size_t k = 0; k < settings; ++k) {
      const Options options = wasm::to_options(rows.subspan(k * kOptionsRow).first<kOptionsRow>());
      const Result r = solve(query, options);
      out.add(static_cast<const Outcome&>(r));
      out.add(static_cast<const ContactPoints&>(r));
      for (const double x : {r.u, r.v, r.tolerance}) out.add(x);
      out.add(r.message);
      out.add(static_cast<double>(r.certificate.size()));
      for (const CertificateSegment& s : r.certificate) {
        out.add(s.t0);
        out.add(s.t1);
        out.add(s.n0);
        out.add(s.n1);
      }
      if (!r.certificate.empty()) {
        const proof::PairProof proof = proof::pair_proof(query, r, options);
        out.add(proof::verify(proof).proven ? 1.0 : 0.0);
        out.add(proof::to_line(proof));
      }
    }
    if (query.kind != Kind::VertexFace && query.kind != Kind::EdgeEdge) continue;
    if (solve(query).status == Status::InvalidInput) continue;
    for (const baselines::Method& method : baselines::methods()) {
      if (method.name == "irf" || method.name == "uirf") continue;
      baselines::Settings few;
      few.max_checks = 200;
      const baselines::Answer answer = method.solve(query, few);
      for (const double x : {answer.contact ? 1.0 : 0.0, answer.toi, answer.exhausted ? 1.0 : 0.0,
                             static_cast<double>(answer.checks)})
        out.add(x);
    }
  }
}

void add_impact(const Impact& impact, Answers& out) {
  for (const double x : {static_cast<double>(impact.pair.kind), static_cast<double>(impact.pair.a),
                         static_cast<double>(impact.pair.b), impact.toi, impact.toi_upper,
                         impact.starts_in_contact ? 1.0 : 0.0, impact.u, impact.v})
    out.add(x);
  out.add(static_cast<const ContactPoints&>(impact));
}

void add_step(const StepResult& result, Answers& out) {
  out.add(static_cast<const Outcome&>(result));
  out.add(result.message);
  for (const std::int64_t count : result.candidates) out.add(static_cast<double>(count));
  out.add(result.earliest ? 1.0 : 0.0);
  if (result.earliest) add_impact(*result.earliest, out);
  out.add(static_cast<double>(result.impacts.size()));
  for (const Impact& impact : result.impacts) add_impact(impact, out);
}

std::vector<Vec3> points(std::span<const double> numbers) {
  std::vector<Vec3> out(numbers.size() / 3);
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = {numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]};
  return out;
}

void answer_steps(Reader& in, Answers& out) {
  const std::size_t count = in.count();
  for (std::size_t i = 0; i < count; ++i) {
    MeshDescription mesh;
    mesh.vertex_count = in.count();
    const std::size_t faces = in.count(), edges = in.count();
    StepOptions options;
    options.min_separation = in.number();
    const double distance = in.number();
    for (std::size_t f = 0; f < faces; ++f) {
      const std::span<const double> corners = in.numbers(3);
      mesh.faces.push_back({static_cast<int>(corners[0]), static_cast<int>(corners[1]),
                            static_cast<int>(corners[2])});
    }
    in.numbers(2 * edges);
    const std::vector<Vec3> t0 = points(in.numbers(3 * mesh.vertex_count)),
                            t1 = points(in.numbers(3 * mesh.vertex_count));
    StepSolver solver{Mesh(mesh)};
    add_step(solver.decide_step(t0, t1, options), out);
    add_step(solver.collision_free_step_size(t0, t1, options), out);
    add_step(solver.impacts(t0, t1, options), out);
    add_step(solver.initial_contacts(t0, options), out);
    const IntersectionResult crossing = intersections(solver.mesh(), t1);
    out.add(static_cast<double>(crossing.status));
    for (const Intersection& x : crossing.intersections)
      for (const double y : {static_cast<double>(x.kind), static_cast<double>(x.a),
                             static_cast<double>(x.b), x.neighbours ? 1.0 : 0.0})
        out.add(y);
    NearPairOptions near_options;
    near_options.weights = PairWeights::Area;
    const NearPairs near = near_pairs(solver, t0, distance, near_options);
    out.add(near.smallest_distance);
    for (const NearPair& pair : near.pairs)
      for (const double y :
           {static_cast<double>(pair.kind), static_cast<double>(pair.vertices[0]), pair.distance,
            pair.weight, static_cast<double>(pair.count), pair.parallel_threshold})
        out.add(y);
    if (solver.decide_step(t0, t1, options).free()) {
      std::string text;
      proof::Writer writer([&](std::string_view line) { text += line; });
      writer.write_step(solver, t0, t1, options, 0, {static_cast<std::int32_t>(mesh.vertex_count)});
      writer.close();
      out.add(text);
    }
  }
}

Polyhedron body(Reader& in) {
  PolyhedronDescription out;
  out.vertices = points(in.numbers(3 * in.count()));
  const std::span<const double> numbers = in.numbers(in.count());
  for (std::size_t i = 0; i < numbers.size();) {
    std::vector<int>& face = out.faces.emplace_back();
    for (auto corners = static_cast<std::size_t>(numbers[i++]); corners > 0; --corners)
      face.push_back(static_cast<int>(numbers[i++]));
  }
  return Polyhedron(std::move(out));
}

Pose pose(Reader& in) {
  Pose out;
  const std::span<const double> numbers = in.numbers(12);
  for (std::size_t i = 0; i < 9; ++i)
    out.rotation(static_cast<int>(i / 3), static_cast<int>(i % 3)) = numbers[i];
  out.position = {numbers[9], numbers[10], numbers[11]};
  return out;
}

AffineMap map_of(const Pose& pose) { return {pose.rotation, pose.position}; }

void add_first_contact(Answers& out, const BodyResult& first) {
  out.add(static_cast<const Outcome&>(first));
  out.add(static_cast<const ContactPoints&>(first));
  for (const double x : {static_cast<double>(first.triangle_a),
                         static_cast<double>(first.triangle_b), first.tolerance})
    out.add(x);
}

void answer_screws(Reader& in, Answers& out) {
  const std::size_t count = in.count();
  for (std::size_t i = 0; i < count; ++i) {
    const Polyhedron a = body(in), b = body(in);
    PoseChange motion_a, motion_b;
    for (Pose* p : {&motion_a.from, &motion_a.to, &motion_b.from, &motion_b.to}) *p = pose(in);
    ScrewOptions options;
    options.mode = static_cast<ScrewMode>(in.count());
    options.certificate = options.mode == ScrewMode::Certified;
    const ScrewResult r = find_collisions(a, motion_a, b, motion_b, options);
    out.add(static_cast<const Outcome&>(r));
    out.add(r.screw.axis);
    out.add(r.screw.point);
    for (const double x : {r.screw.angle, r.screw.travel, r.tolerance}) out.add(x);
    for (const Collision& c : r.collisions) {
      for (const double x :
           {static_cast<double>(c.a), static_cast<double>(c.b), c.time, c.time_upper, c.properness})
        out.add(x);
      out.add(c.point);
      out.add(c.normal);
    }
    if (options.certificate && r.free())
      out.add(proof::to_line(proof::motion_proof(a, motion_a, b, motion_b, r)));
    const ScrewMotion moving = screw_motion(motion_b);
    add_first_contact(out, first_contact(a.body(), screw_motion(motion_a), b.body(), moving));
    // Other motions from the same numbers: a turn or a straight line, past a body at rest.
    const Rest rest(map_of(motion_a.from));
    const Vec3& way = motion_b.to.position;
    if (i % 2 == 0)
      add_first_contact(out, first_contact(a.body(), rest, b.body(),
                                           screw_motion(motion_b.from, way, motion_a.to.position,
                                                        way.x(), way.y())));
    else
      add_first_contact(out,
                        first_contact(a.body(), rest, b.body(),
                                      LinearMotion(map_of(motion_b.from), map_of(motion_b.to))));
  }
}

/// Boxes around the motion of every body: those of its shapes together.
void add_boxes(Answers& out, const articulated::SceneData& scene,
               std::span<const ArticulatedMotion> motions, articulated::BoxArithmetic arithmetic) {
  std::vector<articulated::WorldBox> of_body(scene.bodies.size());
  const auto boxes = articulated::dynamic_boxes(scene, motions, arithmetic, 1, 1);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Vec3 radius = Vec3::Constant(scene.shapes[i].radius);
    articulated::WorldBox box = boxes[i];
    box.low -= radius;
    box.high += radius;
    of_body[static_cast<std::size_t>(scene.shapes[i].body)].add(box);
  }
  for (const articulated::WorldBox& box : of_body) {
    out.add(box.low);
    out.add(box.high);
  }
}

void answer_edges(Reader& in, Answers& out) {
  const std::string urdf = in.text(), scene_text = in.text();
  const io::Robot robot = io::read_robot_text(urdf, "arm.urdf");
  SceneDescription description;
  description.models.push_back({robot.name, robot.model});
  apps::add_scene(scene_text, "scene.json", description);
  const Scene scene(std::move(description));
  if (!scene.fault().empty()) throw std::runtime_error(scene.fault());
  const std::size_t values = in.count(), count = in.count();
  for (std::size_t i = 0; i < count; ++i) {
    const Configuration q0 = robot.to_model(in.numbers(values)),
                        q1 = robot.to_model(in.numbers(values));
    SceneOptions options;
    options.method = in.number() != 0 ? SceneMethod::Advancement : SceneMethod::Certified;
    const bool more = in.number() != 0 && options.method == SceneMethod::Certified;
    options.clearance = options.certificate = more;
    const SceneResult r = first_contact(scene, q0, q1, options);
    out.add(static_cast<const Outcome&>(r));
    out.add(static_cast<const ContactPoints&>(r));
    for (const double x :
         {static_cast<double>(r.a.body), static_cast<double>(r.b.body),
          static_cast<double>(r.a.triangle), static_cast<double>(r.b.triangle), r.tolerance,
          r.clearance, r.clearance_upper, r.clearance_time, static_cast<double>(r.counts.steps)})
      out.add(x);
    if (more && r.free()) {
      std::string text;
      proof::Writer writer([&](std::string_view line) { text += line; });
      writer.write(proof::scene_proof(scene, q0, q1, r));
      writer.close();
      out.add(text);
    }
    for (const Pose& link : robot.model.poses(configuration_at(robot.model, q0, q1, 0.5)))
      out.add(link.position);
    const std::vector<ArticulatedMotion> motions = {
        joint_motion(robot.model, configuration_at(robot.model, q0, q1, 0),
                     configuration_at(robot.model, q0, q1, 1))};
    add_boxes(out, articulated::data_of(scene), motions,
              i % 2 == 0 ? articulated::BoxArithmetic::TaylorModels
                         : articulated::BoxArithmetic::Intervals);
  }
}

std::vector<double> read_numbers(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (!file) throw std::runtime_error(path + ": cannot be read");
  std::vector<double> out(bytes.size() / sizeof(double));
  std::memcpy(out.data(), bytes.data(), out.size() * sizeof(double));
  return out;
}

void write_numbers(const std::string& path, const std::vector<double>& numbers) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(numbers.data()),
             static_cast<std::streamsize>(numbers.size() * sizeof(double)));
  file.close();
  if (!file) throw std::runtime_error(path + ": cannot be written");
}

std::string read_text(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + ": cannot be read");
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// Prints the mean time of a `solve` for each row of options: the best of several rounds.
void time_queries(Reader& in) {
  const std::size_t settings = in.count();
  const std::span<const double> rows = in.numbers(settings * kOptionsRow);
  std::vector<Query> queries;
  for (std::size_t left = in.count(); left > 0; --left)
    queries.push_back(wasm::to_query(in.numbers(kQueryRow).first<kQueryRow>()));
  for (std::size_t k = 0; k < settings; ++k) {
    const Options options = wasm::to_options(rows.subspan(k * kOptionsRow).first<kOptionsRow>());
    double best = std::numeric_limits<double>::infinity(), sum = 0;
    for (int round = 0; round < 3; ++round) {
      const auto start = std::chrono::steady_clock::now();
      for (const Query& query : queries) sum += solve(query, options).toi;
      const std::chrono::duration<double, std::micro> time =
          std::chrono::steady_clock::now() - start;
      best = std::min(best, time.count() / static_cast<double>(queries.size()));
    }
    std::printf("%.6g %.17g\n", best, sum);
  }
}

int run(int count, char** words) {
  const std::string verb = count > 1 ? words[1] : "";
  if (verb == "make" && count >= 5) {
    const std::size_t queries = count > 5 ? std::stoul(words[5]) : 10'000;
    write_numbers(words[2], make_questions(queries, read_text(words[3]), read_text(words[4])));
    return 0;
  }
  if ((verb != "answer" || count != 4) && (verb != "time" || count != 3)) {
    std::fprintf(stderr, "native_answers make|answer|time …: see the head of its source\n");
    return 2;
  }
  const std::vector<double> questions = read_numbers(words[2]);
  Reader in(questions);
  if (in.number() != kMagic) throw std::runtime_error("these are no questions");
  if (verb == "time") {
    time_queries(in);
    return 0;
  }
  Answers out;
  answer_queries(in, out);
  answer_steps(in, out);
  answer_screws(in, out);
  answer_edges(in, out);
  write_numbers(words[3], out.numbers);
  return 0;
}

}  // namespace
}  // namespace firstcontact::answers

int main(int count, char** words) {
  try {
    return firstcontact::answers::run(count, words);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
