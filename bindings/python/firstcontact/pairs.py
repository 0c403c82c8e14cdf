"""Pairs of moving primitives: a vertex against a triangle, an edge against an edge, and so on.

Every point moves on a straight line from its place at t0 to its place at t1. A pair is an array of
its points at t0, then of those at t1:

==================  =========  ===========================================
kind                shape      points of one instant
==================  =========  ===========================================
vertex-face         (8, 3)     p, v0, v1, v2
edge-edge           (8, 3)     ea0, ea1, eb0, eb1
point-edge          (6, 3)     p, e0, e1
point-point         (4, 3)     p, q
point-segment-2d    (6, 2)     p, s0, s1
==================  =========  ===========================================

Options of `solve` and `solve_batch`, by name:

method: "certified", "exact", "tight-inclusion" or "tight-inclusion-fast".
exact: only real contacts count. Implied by the method "exact"; refused with tight inclusion.
tolerance: a length; pairs that come within min_separation + tolerance may be reported as touching,
    unless the answer is exact. None: 1e-6 of the pair's size. It is no safety margin.
min_separation: the pair is in contact if its distance is at most this.
norm: how it is measured, "l2" or "linf".
t_max: only [0, t_max] is looked at.
max_checks: the budget of elementary checks. If it runs out, the answer is ``Status.UNDECIDED``.
decide_only: only whether the pair touches is asked, not when, which is faster.
describe_free: a free answer of `solve` has points and distance too, those at t_max.
certificate: the answer of `solve` carries its proof if it is free or, with exact, a contact.
toi_width: exact answers are narrowed down to this width.
scene_extent: for tight inclusion, the largest absolute coordinate of a scene along x, y and z.
"""
from __future__ import annotations

import dataclasses
from typing import Callable, Optional, Tuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native
from ._arrays import (BoolArray, FloatArray, callback, double_array, flag, integer, read_only, real, real_array,
                      thread_count)
from ._names import Kind, KindName, Method, MethodName, NoTruthValue, Norm, NormName, Status, member

__all__ = ["BatchResult", "CertificateSegment", "PairResult", "solve", "solve_batch"]

Progress = Callable[[int, int], object]


def native_options(*, method: MethodName = "certified", tolerance: Optional[float] = None, min_separation: float = 0.0,
                   norm: NormName = "l2", t_max: float = 1.0, max_checks: int = 1_000_000, exact: bool = False,
                   decide_only: bool = False, describe_free: bool = False, certificate: bool = False,
                   toi_width: float = 2.0 ** -30, scene_extent: Optional[ArrayLike] = None) -> _native.Options:
    """The options as the library takes them. Throws ValueError with the library's message."""
    extent = None
    if scene_extent is not None:
        x, y, z = double_array(scene_extent, "scene_extent", (3,)).tolist()
        extent = (x, y, z)
    return _native.Options(
        method=member(Method, method, "method").value,
        tolerance=None if tolerance is None else real(tolerance, "tolerance"),
        min_separation=real(min_separation, "min_separation"), norm=member(Norm, norm, "norm").value,
        t_max=real(t_max, "t_max"), max_checks=integer(max_checks, "max_checks"), exact=flag(exact, "exact"),
        decide_only=flag(decide_only, "decide_only"), describe_free=flag(describe_free, "describe_free"),
        certificate=flag(certificate, "certificate"), toi_width=real(toi_width, "toi_width"), scene_extent=extent)


@dataclasses.dataclass(frozen=True)
class CertificateSegment:
    """One step of a proof: over [t0, t1] the direction that goes linearly from n0 to n1 separates."""

    t0: float
    t1: float
    n0: Tuple[float, float, float]
    n1: Tuple[float, float, float]


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class PairResult(NoTruthValue):
    """What `solve` answers about a pair. Times are fractions of the motion."""

    status: Status
    toi: float
    """No contact happens in [0, toi), and this is proven. Free: t_max."""
    toi_upper: float
    """Contact: it begins no later than this. Exact answers enclose the first time of contact."""
    checks: int
    """Work done, in the unit of `max_checks`."""
    starts_in_contact: bool
    """The contact exists at t = 0 already."""
    message: str
    """What is wrong with the input; otherwise empty, or a hint about the cost of the search."""
    point_a: FloatArray
    """Nearest point of the first primitive at `toi`; zero if the pair is free, unless `describe_free`."""
    point_b: FloatArray
    """Nearest point of the second primitive."""
    normal: FloatArray
    """Unit vector from b to a; zero where there is no such direction."""
    distance: float
    """Euclidean distance at `toi`, rounded; infinite if the pair is free, unless `describe_free`."""
    u: float
    """Where the points lie on the primitives; 0 where there is no such parameter."""
    v: float
    tolerance: float
    """The tolerance that was really reached; 0 for exact answers."""
    proof: Optional[_native.PairProof]
    """With `certificate`: the proof of the answer, if it has one."""

    @property
    def free(self) -> bool:
        """True only if it is proven that the pair does not touch."""
        return self.status == Status.FREE

    @property
    def certificate(self) -> Tuple[CertificateSegment, ...]:
        """The steps of the proof that the pair is free, where doubles hold them."""
        return () if self.proof is None else tuple(CertificateSegment(*s) for s in self.proof.segments)

    def __repr__(self) -> str:
        text = f"PairResult({self.status.name}, toi={self.toi!r}, toi_upper={self.toi_upper!r}"
        if self.status == Status.CONTACT:
            text += f", distance={self.distance!r}"
        if self.message:
            text += f", message={self.message!r}"
        return text + (", with proof)" if self.proof is not None else ")")


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class BatchResult(NoTruthValue):
    """What `solve_batch` answers: one entry a pair in each array. ``len`` is the number of pairs."""

    status: NDArray[np.int8]
    """Numbers of `Status`."""
    toi: FloatArray
    """No contact happens in [0, toi), and this is proven. Free: t_max."""
    toi_upper: FloatArray
    """Contact: it begins no later than this. Exact answers enclose the first time of contact."""
    checks: NDArray[np.int64]
    """Work done, in the unit of `max_checks`."""
    starts_in_contact: BoolArray
    """The contact exists at t = 0 already."""

    @property
    def free(self) -> BoolArray:
        """True only where it is proven that the pair does not touch."""
        return np.equal(self.status, int(Status.FREE))

    @property
    def all_free(self) -> bool:
        """True if every pair is proven not to touch."""
        return not self.status.any()

    def __len__(self) -> int:
        return len(self.status)

    def __repr__(self) -> str:
        counts = np.bincount(self.status, minlength=len(Status))
        parts = [f"{count} {status.name}" for status, count in zip(Status, counts.tolist()) if count]
        return f"BatchResult({len(self)} pairs" + "".join(f", {part}" for part in parts) + ")"


def solve(points: ArrayLike, kind: KindName = "vertex-face", *, exact: bool = False, tolerance: Optional[float] = None,
          min_separation: float = 0.0, norm: NormName = "l2", t_max: float = 1.0, max_checks: int = 1_000_000,
          method: MethodName = "certified", decide_only: bool = False, describe_free: bool = False,
          certificate: bool = False, toi_width: float = 2.0 ** -30,
          scene_extent: Optional[ArrayLike] = None) -> PairResult:
    """Decides one pair: does it touch in [0, t_max], when first, and where.

    A point falls through a triangle:

    >>> import firstcontact
    >>> falling = [[0, 0, 1], [-1, -1, 0], [1, -1, 0], [0, 1, 0],
    ...            [0, 0, -1], [-1, -1, 0], [1, -1, 0], [0, 1, 0]]
    >>> result = firstcontact.solve(falling, method="exact")
    >>> result.free, result.toi
    (False, 0.5)
    >>> result.normal
    array([0., 0., 1.])

    A coordinate that is not finite gives ``Status.INVALID_INPUT``; another shape, type or option
    that cannot be used is a ValueError.
    The options are explained in `firstcontact.pairs`.
    """
    chosen = member(Kind, kind, "kind")
    options = native_options(
        method=method, tolerance=tolerance, min_separation=min_separation, norm=norm, t_max=t_max, max_checks=max_checks,
        exact=exact, decide_only=decide_only, describe_free=describe_free, certificate=certificate, toi_width=toi_width,
        scene_extent=scene_extent)
    answer = _native.solve_pair(chosen.value, real_array(points, "points", chosen.shape), options)
    answer["status"] = Status(answer["status"])
    for name in ("point_a", "point_b", "normal"):
        answer[name] = read_only(np.array(answer[name]))
    return PairResult(**answer)


def solve_batch(points: ArrayLike, kind: KindName = "vertex-face", *, exact: bool = False,
                tolerance: Optional[float] = None, min_separation: float = 0.0, norm: NormName = "l2", t_max: float = 1.0,
                max_checks: int = 1_000_000, method: MethodName = "certified", decide_only: bool = False,
                toi_width: float = 2.0 ** -30, scene_extent: Optional[ArrayLike] = None, threads: int = 1,
                progress: Optional[Progress] = None) -> BatchResult:
    """Decides many pairs of one kind: the same answers as `solve`, bit for bit, for any `threads`.

    `points` has the shape of a pair behind one more axis, for example (n, 8, 3). Arrays of float64
    and float32 are read in place, whatever their strides. They must not change during the call.

    >>> import numpy, firstcontact
    >>> falling = [[0, 0, 1], [-1, -1, 0], [1, -1, 0], [0, 1, 0],
    ...            [0, 0, -1], [-1, -1, 0], [1, -1, 0], [0, 1, 0]]
    >>> pairs = numpy.array([falling, falling], dtype=numpy.float32)
    >>> pairs[1, :, 0] += numpy.array([5, 0, 0, 0] * 2)  # the second point falls beside the triangle
    >>> answers = firstcontact.solve_batch(pairs)
    >>> answers
    BatchResult(2 pairs, 1 FREE, 1 CONTACT)
    >>> answers.free
    array([False,  True])

    threads: how many; 0 for all cores. Python's other threads go on meanwhile.
    progress: is called as progress(done, total), about twenty times a second, and at the end. The other options are
    explained in `firstcontact.pairs`.
    """
    chosen = member(Kind, kind, "kind")
    options = native_options(
        method=method, tolerance=tolerance, min_separation=min_separation, norm=norm, t_max=t_max, max_checks=max_checks,
        exact=exact, decide_only=decide_only, toi_width=toi_width, scene_extent=scene_extent)
    count_of_threads = thread_count(threads)
    callback(progress)
    array = real_array(points, "points", (None, *chosen.shape))
    n = len(array)
    result = BatchResult(np.empty(n, np.int8), np.empty(n), np.empty(n), np.empty(n, np.int64), np.empty(n, np.bool_))
    _native.solve_pairs(chosen.value, array, options, count_of_threads, progress, result.status, result.toi,
                        result.toi_upper, result.checks, result.starts_in_contact)
    return result
