#pragma once
/// Checks proofs of freedom of a scene of articulated bodies (docs/formats/certificates.md). Shares
/// no code with the solver.
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "verify/verify.h"

namespace firstcontact::verify {

using proof::SceneClaim;
using proof::SceneFrame;
using proof::ScenePair;
using proof::ScenePairProof;
using proof::SceneShape;
using proof::SceneTriangles;

/// Triangles in integers, made once and used by any number of claims and threads.
class CheckedGeometry;
std::shared_ptr<const CheckedGeometry> checked(const SceneTriangles& geometry);
/// Empty, or what is wrong: no triangles, an index that does not exist, a number that is not
/// finite, an order that is not a permutation.
const std::string& fault(const CheckedGeometry& geometry);

/// Checks the proofs of a claim's pairs one by one. Thread-safe.
class SceneVerifier {
 public:
  SceneVerifier(SceneClaim claim, std::vector<std::shared_ptr<const CheckedGeometry>> geometries);
  ~SceneVerifier();

  /// Empty, or what is wrong with the claim: then nothing about it is proven.
  const std::string& fault() const { return fault_; }
  const SceneClaim& claim() const { return claim_; }
  /// "pair 3, names of both shapes"
  std::string pair_name(std::size_t pair) const;

  /// Proven if the doubles, taken as the real numbers they are, make a valid proof of the pair:
  /// over [t0, t1] of every entry a direction within 2^-60 of n keeps its triangles more than the
  /// separation apart, and the entries cover every pair of triangles over all of [0, t_max]. A
  /// proven claim is true. A true claim is not proven if its proof is bad, or if an entry leaves so
  /// little room that this check, which refines its bounds only so far and computes with some 60
  /// bits, cannot see it.
  ///
  /// Any values may be given: what is not finite, out of range or inconsistent is not proven.
  /// Entries count from 1 in reasons, everything else from 0. No floating-point arithmetic. Throws
  /// only if memory runs out.
  Verdict verify(std::size_t pair, std::span<const BodyCertificateEntry> entries) const;

 private:
  class Worker;
  std::string fault_of_form() const;

  SceneClaim claim_;
  std::vector<std::shared_ptr<const CheckedGeometry>> geometries_;
  std::string fault_;
  struct Motions;
  std::unique_ptr<const Motions> motions_;
  /// Scratch memory of threads, reused from pair to pair.
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<Worker>> idle_;
};

/// Proven if the claim has no fault and each of its pairs a valid proof.
Verdict verify(const SceneClaim& claim, std::span<const SceneTriangles> geometries,
               std::span<const ScenePairProof> proofs);

}  // namespace firstcontact::verify
