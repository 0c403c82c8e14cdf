"""Meshes at one instant, and the search for a step: what intersects, what is near, potentials on what is near,
and a line search that leaves room. The options that they share are explained in `firstcontact.meshes`.
"""
from __future__ import annotations

import dataclasses
import enum
from typing import Any, Callable, Dict, Optional, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native
from ._arrays import BoolArray, FloatArray, IntArray, callback, flag, integer, real, thread_count
from ._names import Kind, NormName, Status, member
from ._step_options import BroadPhaseName, step_options
from ._step_results import KINDS, Impact, arrays, only_impact
from .meshes import Mesh, Progress, native_mesh, positions, step_positions

__all__ = [
    "BarrierTerms", "FrictionPairs", "Intersection", "IntersectionKind", "Intersections", "LineSearchResult", "NearPairs",
    "PairWeights", "has_intersections", "intersections", "line_search", "near_pairs",
]

Energy = Callable[[float], float]


class IntersectionKind(str, enum.Enum):
    """Which sorts of elements intersect: faces, loose edges, loose points."""

    FACE_FACE = "face-face"
    EDGE_FACE = "edge-face"
    EDGE_EDGE = "edge-edge"
    POINT_FACE = "point-face"
    POINT_EDGE = "point-edge"
    POINT_POINT = "point-point"


class PairWeights(str, enum.Enum):
    """How much a pair of elements weighs in a potential: one, or by area at rest."""

    ONE = "one"
    AREA = "area"


INTERSECTION_KINDS = tuple(IntersectionKind)


@dataclasses.dataclass(frozen=True)
class Intersection:
    """Two elements that intersect, in the order of the kind's name."""

    kind: IntersectionKind
    a: int
    b: int
    neighbours: bool
    """True if they share a vertex and intersect beyond it."""


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Intersections:
    """What intersects at one instant: one entry a pair in each array, sorted by kind, a, b."""

    status: Status
    count: int
    """Number of all intersections, also of those that are not listed."""
    kind: NDArray[np.int8]
    """Numbers of kinds, in the order of `IntersectionKind`."""
    a: IntArray
    b: IntArray
    neighbours: BoolArray
    """True if both share a vertex and intersect beyond it."""

    @property
    def free(self) -> bool:
        """True only if it is proven that nothing intersects."""
        return self.status == Status.FREE

    def __len__(self) -> int:
        return len(self.kind)

    def __getitem__(self, index: int) -> Intersection:
        return Intersection(INTERSECTION_KINDS[self.kind[index]], int(self.a[index]), int(self.b[index]),
                            bool(self.neighbours[index]))

    def __repr__(self) -> str:
        return f"Intersections({self.status.name}, {self.count} found, {len(self)} listed)"


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class LineSearchResult:
    """What `line_search` answers. ``float(result)`` is `step`."""

    status: Status
    """FREE: nothing limits the step. CONTACT: `limiting` does."""
    step: float
    """The step to take, in [0, t_max]."""
    contact_step: float
    """The step that contacts allow. `step` is smaller if the energy asked for it."""
    ratio: float
    """The smallest ratio that was used for a pair."""
    kept_distance: float
    """After the step no two elements are nearer to contact than this, except pairs at rest."""
    limiting: Optional[Impact]
    """The pair that limits the step."""
    start_intersection: Optional[Intersection]
    """With check_start: the first two elements that intersect at t0."""
    energy: float
    """The energy of the step that was accepted; NaN if there is none."""
    energy_evaluations: int
    message: str

    def __float__(self) -> float:
        return self.step

    def __repr__(self) -> str:
        limiting = f", limiting={self.limiting!r}" if self.limiting is not None else ""
        return f"LineSearchResult({self.status.name}, step={self.step!r}{limiting})"


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class BarrierTerms:
    """A potential with its derivatives."""

    energy: float
    gradient: FloatArray
    """Shape (n, 3), one row a vertex."""
    vertices: IntArray
    """Shape (m, 4): the vertices of each block; -1 where a pair has fewer than four."""
    hessian: FloatArray
    """Shape (m, 12, 12): second derivatives; coordinate k of vertex i of the block is entry 3 i + k."""

    def triplets(self) -> Tuple[IntArray, IntArray, FloatArray]:
        """Rows, columns and values of the Hessian, for example for scipy.sparse.coo_matrix: entries of one place add up."""
        places = (3 * self.vertices[:, :, None] + np.arange(3, dtype=np.int32)).reshape(-1, 12)
        there = np.repeat(self.vertices >= 0, 3, axis=1)
        rows = np.broadcast_to(places[:, :, None], self.hessian.shape)
        columns = np.broadcast_to(places[:, None, :], self.hessian.shape)
        both = there[:, :, None] & there[:, None, :]
        return rows[both], columns[both], self.hessian[both]

    def __repr__(self) -> str:
        return f"BarrierTerms(energy={self.energy!r}, {len(self.hessian)} blocks)"


def _terms(answer: Tuple[float, object, object, object]) -> BarrierTerms:
    energy, gradient, vertices, hessian = answer
    return BarrierTerms(energy, np.asarray(gradient), np.asarray(vertices), np.asarray(hessian))


class FrictionPairs:
    """Contacts with friction: nearest points, normal forces and tangents of one instant."""

    def __init__(self, native: _native.FrictionPairs) -> None:
        self._native = native
        self.normal_force: FloatArray = np.asarray(native.normal_forces())

    def terms(self, start: ArrayLike, x: ArrayLike, *, coefficient: float, stick_distance: float = 1e-5) -> BarrierTerms:
        """Energy, gradient and Hessian of friction for the displacements from `start` to `x`."""
        return _terms(self._native.terms(positions(start, "start"), positions(x, "x"), {
            "coefficient": real(coefficient, "coefficient"), "stick_distance": real(stick_distance, "stick_distance")}))

    def __len__(self) -> int:
        return len(self.normal_force)

    def __repr__(self) -> str:
        return f"FrictionPairs({len(self)} contacts)"


class NearPairs:
    """Features (vertices, edges, faces) that are near each other, each pair once."""

    def __init__(self, native: _native.NearPairs) -> None:
        self._native = native
        fields = native.arrays()
        self.kind: NDArray[np.int8] = np.asarray(fields["kind"])
        """Numbers of kinds, in the order of `Kind`."""
        self.vertices: IntArray = np.asarray(fields["vertices"])
        """Shape (n, 4); -1 where a pair has fewer than four."""
        self.distance: FloatArray = np.asarray(fields["distance"])
        self.required_distance: FloatArray = np.asarray(fields["required_distance"])
        """min_separation plus thickness: at this distance the pair is in contact."""
        self.weight: FloatArray = np.asarray(fields["weight"])
        self.count: IntArray = np.asarray(fields["count"])
        """Number of pairs of elements that the pair stands for."""
        self.smallest_distance: float = fields["smallest_distance"]
        """Infinite if there is none."""
        self.starts_in_contact: bool = fields["starts_in_contact"]
        """True if a pair is in contact."""

    @property
    def kinds(self) -> Tuple[Kind, ...]:
        """The kind of each pair."""
        return tuple(KINDS[number] for number in self.kind.tolist())

    def barrier_energy(self, x: ArrayLike, *, activation_distance: float, stiffness: float = 1.0, threads: int = 0) -> float:
        """The barrier at these positions; infinite if a pair is in contact."""
        return self._native.barrier_energy(positions(x, "x"), _barrier(activation_distance, stiffness, threads))

    def barrier_terms(self, x: ArrayLike, *, activation_distance: float, stiffness: float = 1.0, project: bool = True,
                      threads: int = 0) -> BarrierTerms:
        """Energy, gradient and Hessian of the barrier at these positions.

        project: negative eigenvalues of each block are replaced by 0.
        """
        options = _barrier(activation_distance, stiffness, threads)
        options["project"] = flag(project, "project")
        return _terms(self._native.barrier_terms(positions(x, "x"), options))

    def lag_friction(self, x: ArrayLike, *, activation_distance: float, stiffness: float = 1.0) -> FrictionPairs:
        """The contacts that the barrier pushes apart, for friction."""
        return FrictionPairs(self._native.lag_friction(positions(x, "x"), _barrier(activation_distance, stiffness, 0)))

    def __len__(self) -> int:
        return len(self.kind)

    def __repr__(self) -> str:
        return f"NearPairs({len(self)} pairs, smallest distance {self.smallest_distance!r})"


def _barrier(activation_distance: float, stiffness: float, threads: int) -> Dict[str, Any]:
    return {"activation_distance": real(activation_distance, "activation_distance"),
            "stiffness": real(stiffness, "stiffness"), "threads": thread_count(threads)}


def intersections(mesh: Mesh, x: ArrayLike, *, max_listed: Optional[int] = None, only_whether: bool = False,
                  broad_phase: BroadPhaseName = "bvh", threads: int = 0, within_objects: bool = True,
                  between_objects: bool = True, left_out: Optional[ArrayLike] = None,
                  immobile: Optional[ArrayLike] = None, patches: Optional[ArrayLike] = None,
                  ignored: Optional[ArrayLike] = None, progress: Optional[Progress] = None) -> Intersections:
    """Everything that intersects at these positions, decided exactly. Touching counts; thickness plays no part.

    max_listed: at most this many are listed; all are counted. only_whether: stops at the first one.

    >>> import firstcontact
    >>> x = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0.2, 0.2, -1], [0.2, 0.2, 1], [2, 2, 1]]
    >>> mesh = firstcontact.Mesh(x, faces=[[0, 1, 2], [3, 4, 5]])
    >>> firstcontact.intersections(mesh, x)[0].kind.value
    'face-face'

    The options are explained in `firstcontact.meshes`.
    """
    options = step_options(broad_phase=broad_phase, threads=threads, within_objects=within_objects,
                           between_objects=between_objects, left_out=left_out, immobile=immobile, patches=patches,
                           ignored=ignored)
    callback(progress)
    options["max_listed"] = None if max_listed is None else integer(max_listed, "max_listed", 0)
    options["only_whether"] = flag(only_whether, "only_whether")
    answer = _native.intersections(native_mesh(mesh), positions(x, "x", mesh), options, progress)
    lists = arrays({name: answer[name] for name in ("kind", "a", "b", "neighbours")})
    return Intersections(status=Status(answer["status"]), count=answer["count"], **lists)


def has_intersections(mesh: Mesh, x: ArrayLike, *, broad_phase: BroadPhaseName = "bvh", threads: int = 0,
                      within_objects: bool = True, between_objects: bool = True, left_out: Optional[ArrayLike] = None,
                      immobile: Optional[ArrayLike] = None, patches: Optional[ArrayLike] = None,
                      ignored: Optional[ArrayLike] = None, progress: Optional[Progress] = None) -> bool:
    """Tells whether anything intersects at these positions.

    The options are explained in `firstcontact.meshes`.
    """
    options = step_options(broad_phase=broad_phase, threads=threads, within_objects=within_objects,
                           between_objects=between_objects, left_out=left_out, immobile=immobile, patches=patches,
                           ignored=ignored)
    callback(progress)
    options["only_whether"] = True
    answer = _native.intersections(native_mesh(mesh), positions(x, "x", mesh), options, progress)
    return bool(answer["status"] != Status.FREE)


def near_pairs(mesh: Mesh, x: ArrayLike, distance: float, *, weights: Union[PairWeights, str] = "one",
               rest: Optional[ArrayLike] = None, min_separation: float = 0.0, broad_phase: BroadPhaseName = "bvh",
               threads: int = 0, within_objects: bool = True, between_objects: bool = True,
               left_out: Optional[ArrayLike] = None, immobile: Optional[ArrayLike] = None,
               patches: Optional[ArrayLike] = None, ignored: Optional[ArrayLike] = None,
               progress: Optional[Progress] = None) -> NearPairs:
    """All pairs of features nearer than `distance` (beyond min_separation and thickness), each once, with the weights of
    all the pairs of elements that it stands for.

    weights: "one", or "area" at rest. rest: positions at rest, for areas and for telling parallel edges; give them in
    a simulation.

    >>> import firstcontact
    >>> x = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0.25, 0.25, 0.5]]
    >>> near = firstcontact.near_pairs(firstcontact.Mesh(x, faces=[[0, 1, 2]]), x, 1.0)
    >>> near
    NearPairs(1 pairs, smallest distance 0.5)
    >>> near.barrier_energy(x, activation_distance=1.0)  # -(0.5 - 1)^2 ln 0.5
    0.17328679513998632

    The options are explained in `firstcontact.meshes`.
    """
    options = step_options(min_separation=min_separation, broad_phase=broad_phase, threads=threads,
                           within_objects=within_objects, between_objects=between_objects, left_out=left_out,
                           immobile=immobile, patches=patches, ignored=ignored)
    callback(progress)
    native_mesh(mesh)
    options["weights"] = member(PairWeights, weights, "weights").value
    options["rest"] = None if rest is None else positions(rest, "rest", mesh)
    return NearPairs(_native.near_pairs(native_mesh(mesh), positions(x, "x", mesh),
                                        real(distance, "distance"), options, progress))


def line_search(mesh: Mesh, x0: ArrayLike, x1: ArrayLike, *, ratio: float = 0.2, distance_cap: Optional[float] = None,
                check_start: bool = False, energy: Optional[Energy] = None, slope: Optional[float] = None,
                armijo: float = 1e-4, energy_at_start: Optional[float] = None, min_step: float = 1e-12,
                min_separation: float = 0.0, norm: NormName = "l2", tolerance: Optional[float] = None,
                t_max: float = 1.0, exact: bool = False, broad_phase: BroadPhaseName = "bvh", threads: int = 0,
                within_objects: bool = True, between_objects: bool = True, left_out: Optional[ArrayLike] = None,
                immobile: Optional[ArrayLike] = None, patches: Optional[ArrayLike] = None,
                ignored: Optional[ArrayLike] = None, progress: Optional[Progress] = None) -> LineSearchResult:
    """The largest step from x0 towards x1 that is proven free and leaves every pair room for the next step.

    ratio: every pair keeps at least ratio * min(its distance at t0, distance_cap).
    distance_cap: None for a tenth of the median edge length.
    check_start: also checks that nothing intersects at x0.
    energy: if given, the step is halved until energy(step) does not exceed energy(0) (with `slope`: until it fell by
        the share `armijo` of what the slope promises). energy_at_start: energy(0), if it is known.
    min_step: halving gives up below it.

    >>> import numpy, firstcontact
    >>> x0 = numpy.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0.25, 0.25, 1]])
    >>> x1 = x0 - [[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 2]]
    >>> mesh = firstcontact.Mesh(x0, faces=[[0, 1, 2]])
    >>> found = firstcontact.line_search(mesh, x0, x1, ratio=0.2, distance_cap=1.0)
    >>> round(found.step, 3)  # 0.8 of the way to the contact at 0.5
    0.4

    The options are explained in `firstcontact.meshes`.
    """
    options = step_options(min_separation=min_separation, norm=norm, tolerance=tolerance, t_max=t_max, exact=exact,
                           broad_phase=broad_phase, threads=threads, within_objects=within_objects,
                           between_objects=between_objects, left_out=left_out, immobile=immobile, patches=patches,
                           ignored=ignored)
    callback(progress)
    callback(energy, "energy")
    options.update(
        ratio=real(ratio, "ratio"), distance_cap=None if distance_cap is None else real(distance_cap, "distance_cap"),
        check_start=flag(check_start, "check_start"), slope=None if slope is None else real(slope, "slope"),
        armijo=real(armijo, "armijo"), min_step=real(min_step, "min_step"),
        energy_at_start=None if energy_at_start is None else real(energy_at_start, "energy_at_start"))
    answer = _native.line_search(native_mesh(mesh), *step_positions(mesh, x0, x1), options, energy, progress)
    crossing = answer["start_intersection"]
    return LineSearchResult(
        status=Status(answer["status"]), step=answer["step"], contact_step=answer["contact_step"], ratio=answer["ratio"],
        kept_distance=answer["kept_distance"], limiting=only_impact(answer["limiting"]),
        start_intersection=None if crossing is None else Intersection(INTERSECTION_KINDS[crossing[0]], *crossing[1:]),
        energy=answer["energy"], energy_evaluations=answer["energy_evaluations"], message=answer["message"])
