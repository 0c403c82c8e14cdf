#pragma once
/// Proofs that motions are free, and that pairs touch: made from the solver's answers, written to
/// files, read back, and verified with exact arithmetic. Link firstcontact::proof.
///
///   Options options;
///   options.certificate = true;
///   const Result result = solve(query, options);             // result.free()
///   proof::Writer writer("free.jsonl.gz");
///   writer.write(proof::pair_proof(query, result, options));
///   writer.close();
///   proof::verify_file("free.jsonl.gz").valid();
///
/// A proof that is valid is true: the verifier shares no code with the solver and uses no
/// floating-point arithmetic. Files are JSON Lines; docs/formats/certificates.md describes them and
/// how they are verified, and proof_types.h holds their lines as structs.
///
/// What is wrong with a file is thrown as io::FileError (firstcontact/io_errors.h), a
/// std::runtime_error whose message starts with the file's name.
#include <firstcontact/export.h>
#include <firstcontact/io_errors.h>
#include <firstcontact/positions.h>
#include <firstcontact/proof_types.h>
#include <firstcontact/scene_contact.h>
#include <firstcontact/screw.h>
#include <firstcontact/step.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace firstcontact::proof {

// Making -----------------------------------------------------------------------------------------

/// The proof that a Free answer is or, with Options::exact, that a Contact is. `options` are those
/// that the query was solved with, with certificate = true. An answer without a proof, such as a
/// contact that is not exact, gives no segments and no contact: then there is nothing to verify.
FIRSTCONTACT_API PairProof pair_proof(const Query& query, const Result& result,
                                      const Options& options);

/// The proof that a Free answer about two moving bodies is (BodyOptions::certificate = true). The
/// motions must be those that the answer is about: Rest, LinearMotion and ScrewMotion have these
/// forms, a motion of your own has none.
FIRSTCONTACT_API MotionProof motion_proof(const TriangleBody& a, BodyMotion motion_a,
                                          const TriangleBody& b, BodyMotion motion_b,
                                          const BodyResult& result);

/// The proof that a Free answer of find_collisions is (ScrewOptions::certificate = true), seen from
/// a, so that a rests. The motions must be those that the answer is about.
FIRSTCONTACT_API MotionProof motion_proof(const Polyhedron& a, const PoseChange& motion_a,
                                          const Polyhedron& b, const PoseChange& motion_b,
                                          const ScrewResult& result);

/// The proof that a Free answer about a scene is (SceneOptions::certificate = true), with the
/// triangles of its shapes. Precondition: the scene and the motions have no fault, and `result` is
/// the Free answer for them, with certificates.
FIRSTCONTACT_API SceneProof scene_proof(const Scene& scene,
                                        std::span<const ArticulatedMotion> motions,
                                        const SceneResult& result);
/// The same for values of the joints that go linearly from q_t0 to q_t1.
FIRSTCONTACT_API SceneProof scene_proof(const Scene& scene, std::span<const double> q_t0,
                                        std::span<const double> q_t1, const SceneResult& result);

// Writing ----------------------------------------------------------------------------------------

/// One line of a file, its end included. Numbers are the shortest decimals that read back as the
/// same doubles. Precondition: all numbers are finite.
FIRSTCONTACT_API std::string to_line(const PairProof& proof);
FIRSTCONTACT_API std::string to_line(const StepClaim& claim);
FIRSTCONTACT_API std::string to_line(const StepPairProof& proof);
FIRSTCONTACT_API std::string to_line(const MotionProof& proof);
FIRSTCONTACT_API std::string to_line(const SceneTriangles& triangles);
FIRSTCONTACT_API std::string to_line(const SceneClaim& claim);
FIRSTCONTACT_API std::string to_line(const ScenePairProof& proof);

/// What Writer::write_step wrote about a step.
struct StepProofCount {
  std::int64_t written = 0, segments = 0;
  /// Candidates for which no proof was found. Then the step cannot be verified. 0 unless the search
  /// for a proof in exact arithmetic took too long.
  std::int64_t without = 0;
};

/// Writes proofs one after the other. Proofs of all kinds may be mixed.
class FIRSTCONTACT_API Writer {
 public:
  /// Writes a file, compressed if its name ends in ".gz". It appears at `close`, whole; without
  /// `close` it does not appear. Throws io::OutputError.
  explicit Writer(const std::string& path);
  /// Hands every line to `sink`.
  explicit Writer(std::function<void(std::string_view)> sink);
  /// `out` must outlive the writer.
  explicit Writer(std::ostream& out);
  ~Writer();
  Writer(Writer&&) noexcept;
  Writer& operator=(Writer&&) noexcept;

  /// Writes one proof and returns the length of its line in bytes. Throws io::OutputError.
  std::size_t write(const PairProof& proof);
  /// Writes one proof. Throws io::OutputError.
  void write(const MotionProof& proof);
  void write(const SceneProof& proof);
  /// As write(scene_proof(scene, motions, result)), but triangles that several scenes share are
  /// written once.
  void write(const Scene& scene, std::span<const ArticulatedMotion> motions,
             const SceneResult& result);
  /// Writes the claim that step `number` of the solver's mesh is free, and a proof for every
  /// candidate, sorted: the same bytes for any number of threads and any broad phase. `objects` are
  /// the numbers of vertices of the mesh's objects. Memory holds eight bytes a candidate.
  /// Precondition: the step was found free with these options. Throws std::invalid_argument for a
  /// mesh with thickness or in the plane, for `objects` that are not those of the mesh (if pairs
  /// within objects are left out), and for options with a filter or without pairs between
  /// objects: a claim cannot say so.
  StepProofCount write_step(StepSolver& solver, const Positions& t0, const Positions& t1,
                            const StepOptions& options, std::size_t number,
                            const std::vector<std::int32_t>& objects);
  /// Makes the file appear. Throws io::OutputError. Nothing is written after it.
  void close();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Reading ----------------------------------------------------------------------------------------

/// What a line says. Throws io::InputError ("name:number: field: what") for anything but one object
/// with exactly the fields of its kind, of the right types and lengths. Whether the proof holds is
/// for `verify`.
FIRSTCONTACT_API Line parse_line(std::string_view text, const std::string& name,
                                 std::size_t number);

/// The lines of a file, unpacked if its name ends in ".gz". Memory holds the longest line.
class FIRSTCONTACT_API Reader {
 public:
  /// Throws io::InputError if the file cannot be opened.
  explicit Reader(const std::string& path);
  ~Reader();
  Reader(Reader&&) noexcept;
  Reader& operator=(Reader&&) noexcept;

  /// The next line, or nothing at the end of the file. Throws as parse_line.
  std::optional<Line> next();
  /// Number, from 1, of the line that `next` gave last.
  std::size_t number() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Verifying --------------------------------------------------------------------------------------

/// Proven if the doubles, taken as the real numbers they are, make a valid proof. A proven claim is
/// true; a true claim whose proof is bad is not proven. Any values may be given. Thread-safe.
FIRSTCONTACT_API Verdict verify(const PairProof& proof);
FIRSTCONTACT_API Verdict verify(const MotionProof& proof);
FIRSTCONTACT_API Verdict verify(const SceneProof& proof);

/// Proven if every pair of elements of the mesh that comes near another one has a valid proof
/// among `pairs`, which must be about these positions and in the order of a file. All other pairs
/// are apart because the boxes around their motions are, which is checked here too. Throws
/// std::invalid_argument if the positions do not fit the mesh or are not finite. Thickness is not
/// looked at.
FIRSTCONTACT_API Verdict verify(const MeshDescription& mesh, std::span<const Vec3> t0,
                                std::span<const Vec3> t1, const StepClaim& claim,
                                std::span<const StepPairProof> pairs);

/// A line of a file that was not proven.
struct Failure {
  std::size_t line = 0;  ///< from 1
  std::string reason;
};

/// What `verify_file` says about a file.
struct FileVerdict {
  std::int64_t proofs = 0;    ///< that were checked; a scene and a step count as one more each
  std::int64_t segments = 0;  ///< segments and entries of all of them
  std::vector<Failure> failures;
  /// Why the file could not be read to its end; empty if it could.
  std::string error;

  /// True if there were proofs and all of them hold.
  bool valid() const { return proofs > 0 && failures.empty() && error.empty(); }
};

/// Verifies every line of a file on some threads (0: all); the verdict is the same for any number.
/// A step is proven when all pairs that it counts are; whether these are all that could touch needs
/// the mesh: the `verify` above. Throws io::InputError for a file that cannot be opened.
FIRSTCONTACT_API FileVerdict verify_file(const std::string& path, int threads = 0);

}  // namespace firstcontact::proof
