"""Rigid bodies: the first contact of two moving triangle meshes, and all collisions of two polyhedra.

A pose is None (where the body was given), a matrix of shape (4, 4), or (position, quaternion) with the
quaternion in the order w, x, y, z. Motions are made by `rest`, `linear_motion`, `screw_motion` and
`turn`; times go from 0 to 1.
"""
from __future__ import annotations

import dataclasses
import enum
import gzip
import os
import threading
from typing import Any, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native
from ._arrays import BoolArray, FloatArray, IntArray, double_array, flag, index_array, integer, path_text, real, real_array
from ._names import NoTruthValue, Status, member
from ._step_results import arrays

__all__ = [
    "BodyResult", "CollisionKind", "Collisions", "Motion", "Polyhedron", "Screw", "ScrewMode", "TriangleBody",
    "find_collisions", "first_contact", "linear_motion", "relative_screw", "rest", "screw_motion", "turn",
]

PoseLike = Union[None, ArrayLike, Tuple[ArrayLike, ArrayLike]]
PoseChange = Tuple[PoseLike, PoseLike]


def pose_matrix(pose: PoseLike, name: str) -> FloatArray:
    """A pose as a matrix of shape (4, 4)."""
    if pose is None:
        return np.eye(4)
    if isinstance(pose, (tuple, list)) and len(pose) == 2:
        position = double_array(pose[0], f"{name}: position", (3,))
        w, x, y, z = double_array(pose[1], f"{name}: quaternion", (4,)).tolist()
        length = float(np.sqrt(w * w + x * x + y * y + z * z))
        if not 0 < length < float("inf"):
            raise ValueError(f"{name}: quaternion: must have a length")
        w, x, y, z = w / length, x / length, y / length, z / length
        matrix = np.eye(4)
        matrix[:3, :3] = [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                          [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                          [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]
        matrix[:3, 3] = position
        return matrix
    try:
        return double_array(pose, name, (4, 4))
    except ValueError as error:
        raise ValueError(f"{error} (a pose is None, a matrix, or position and quaternion)") from None


def write_lines(proof: Optional[bytes], path: Union[str, "os.PathLike[str]"]) -> None:
    """Writes the lines of a proof to a file, compressed if its name ends in ".gz": all of it, or nothing."""
    if proof is None:
        raise ValueError("proof: there is none; ask with certificate=True, and about a motion that is free")
    name = path_text(path)
    data = gzip.compress(proof, mtime=0) if name.endswith(".gz") else proof
    whole = f"{name}.new-{os.getpid()}-{threading.get_ident()}"
    try:
        with open(whole, "xb") as file:
            file.write(data)
        os.replace(whole, name)
    except BaseException:
        if os.path.exists(whole):
            os.remove(whole)
        raise


class TriangleBody:
    """The triangles of a rigid body with a hierarchy over them. It does not change; any thread may use it.

    >>> import firstcontact
    >>> corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
    >>> firstcontact.TriangleBody(corners, [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    TriangleBody(4 triangles, solid)
    """

    def __init__(self, vertices: ArrayLike, triangles: ArrayLike) -> None:
        self._native = _native.TriangleBody(real_array(vertices, "vertices", (None, 3)),
                                            index_array(triangles, "triangles", (None, 3)))

    @property
    def triangle_count(self) -> int:
        """Number of triangles."""
        return self._native.triangle_count()

    @property
    def closedness(self) -> str:
        """"surface", "partly solid" or "solid": whether the inside counts."""
        return self._native.closedness()

    def __repr__(self) -> str:
        return f"TriangleBody({self.triangle_count} triangles, {self.closedness})"


class Motion:
    """The motion of a body over t in [0, 1]: see `rest`, `linear_motion`, `screw_motion` and `turn`."""

    def __init__(self, native: _native.BodyMotion, name: str) -> None:
        self._native = native
        self._name = name

    def pose_at(self, t: float) -> FloatArray:
        """The pose at t as a matrix of shape (4, 4), rounded."""
        return np.asarray(self._native.pose_at(real(t, "t")))

    def __repr__(self) -> str:
        return f"Motion({self._name})"


def rest(pose: PoseLike = None) -> Motion:
    """A body at rest."""
    return Motion(_native.rest_at(pose_matrix(pose, "pose")), "rest")


def linear_motion(pose_t0: PoseLike, pose_t1: PoseLike) -> Motion:
    """Every point moves on a straight line. If both poses differ by a rotation, the body is not rigid in between."""
    return Motion(_native.linear_motion(pose_matrix(pose_t0, "pose_t0"), pose_matrix(pose_t1, "pose_t1")), "linear")


def screw_motion(pose_t0: PoseLike, pose_t1: PoseLike) -> Motion:
    """The screw from one pose to the other, the shorter way round."""
    return Motion(_native.screw_between(pose_matrix(pose_t0, "pose_t0"), pose_matrix(pose_t1, "pose_t1")), "screw")


def turn(pose_t0: PoseLike, axis: ArrayLike, angle: float, *, point: ArrayLike = (0.0, 0.0, 0.0),
         travel: float = 0.0) -> Motion:
    """A turn by `angle` radians (any sense, up to 1000) about the axis through `point`, with a travel along it.

    >>> import math, firstcontact
    >>> motion = firstcontact.turn(None, axis=[0, 0, 1], angle=math.pi / 2, point=[1, 0, 0])
    >>> motion.pose_at(1)[:3, 3].round(12)
    array([ 1., -1.,  0.])
    """
    return Motion(_native.screw_about(
        pose_matrix(pose_t0, "pose_t0"), double_array(axis, "axis", (3,)), double_array(point, "point", (3,)),
        {"angle": real(angle, "angle"), "travel": real(travel, "travel")}), "turn")


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class BodyResult(NoTruthValue):
    """What `first_contact` answers. Points, normal and distance are those of the two triangles at `toi`."""

    status: Status
    toi: float
    """No contact happens in [0, toi), and this is proven. Free: t_max."""
    toi_upper: float
    checks: int
    """Work done, in the unit of `max_checks`."""
    starts_in_contact: bool
    message: str
    point_a: FloatArray
    point_b: FloatArray
    normal: FloatArray
    """Unit vector from b to a; zero where there is no such direction."""
    distance: float
    triangle_a: int
    """Indices of the triangles that touch; -1 if none do."""
    triangle_b: int
    tolerance: float
    """The tolerance that was used."""
    starts_inside: bool
    """One body, or a part of it, starts inside the other one."""
    proof: Optional[bytes]
    """Free, with certificate=True: a line of a proof file."""

    @property
    def free(self) -> bool:
        """True only if it is proven that the bodies do not touch."""
        return self.status == Status.FREE

    def write_proof(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the proof to a file that `firstcontact.proofs.verify_file` and ``firstcontact verify`` read."""
        write_lines(self.proof, path)

    def __repr__(self) -> str:
        touching = f", triangles {self.triangle_a} and {self.triangle_b}" if self.status == Status.CONTACT else ""
        return f"BodyResult({self.status.name}, toi={self.toi!r}{touching}{', with proof' if self.proof else ''})"


def _checked(value: object, wanted: type, name: str) -> Any:
    if not isinstance(value, wanted):
        raise ValueError(f"{name}: must be a {wanted.__name__}, not {type(value).__name__}")
    return value._native  # type: ignore[attr-defined]


def first_contact(body_a: TriangleBody, body_b: TriangleBody, motion_a: Motion, motion_b: Motion, *,
                  min_separation: float = 0.0, tolerance: Optional[float] = None, t_max: float = 1.0,
                  max_checks: int = 100_000_000, certificate: bool = False, insides: bool = True) -> BodyResult:
    """The first contact of two moving bodies, or the proof that there is none.

    min_separation: bodies are in contact if their distance is at most this length.
    tolerance: bodies that come within min_separation + tolerance may be reported as touching. None: 1e-6 of their size.
    insides: a body that starts wholly inside a closed one is in contact with it.

    >>> import firstcontact
    >>> corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
    >>> body = firstcontact.TriangleBody(corners, [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    >>> falling = firstcontact.linear_motion(([0, 0, 2], [1, 0, 0, 0]), ([0, 0, -2], [1, 0, 0, 0]))
    >>> result = firstcontact.first_contact(body, body, firstcontact.rest(), falling)
    >>> result.free, round(result.toi, 5)  # the lower corner of the one meets the upper corner of the other
    (False, 0.25)
    """
    return _body_result(_native.first_contact(
        _checked(body_a, TriangleBody, "body_a"), _checked(body_b, TriangleBody, "body_b"),
        _checked(motion_a, Motion, "motion_a"), _checked(motion_b, Motion, "motion_b"),
        {"min_separation": real(min_separation, "min_separation"), "t_max": real(t_max, "t_max"),
         "tolerance": None if tolerance is None else real(tolerance, "tolerance"),
         "max_checks": integer(max_checks, "max_checks"), "certificate": flag(certificate, "certificate"),
         "insides": flag(insides, "insides")}))


def _body_result(answer: "dict[str, Any]") -> BodyResult:
    answer["status"] = Status(answer["status"])
    for name in ("point_a", "point_b", "normal"):
        answer[name] = np.asarray(answer[name])
    return BodyResult(**answer)


class Polyhedron:
    """The polygons that bound a rigid body. faces: rows of an array, or lists of three or more corners each,
    counter-clockwise seen from outside."""

    def __init__(self, vertices: ArrayLike, faces: Union[ArrayLike, Sequence[Sequence[int]]]) -> None:
        if not isinstance(faces, (np.ndarray, list, tuple)):
            faces = index_array(faces, "faces", (None, None))
        rows = [index_array(face, "faces", (None,)) for face in faces]
        corners = np.concatenate([*rows, np.empty(0, np.int32)]).astype(np.int32)
        sizes = np.array([len(row) for row in rows], np.int32)
        self._native = _native.Polyhedron(real_array(vertices, "vertices", (None, 3)), corners, sizes)

    @property
    def closed(self) -> bool:
        """Every edge has one face on its left and one on its right."""
        return self._native.closed()

    @property
    def adjacency_report(self) -> str:
        """What keeps it from being closed; empty if it is."""
        return self._native.adjacency_report()

    def __repr__(self) -> str:
        native = self._native
        return (f"Polyhedron({native.vertex_count()} vertices, {native.edge_count()} edges, {native.face_count()} faces, "
                f"{'closed' if self.closed else 'open'})")


class ScrewMode(str, enum.Enum):
    """How the collisions of two polyhedra are found. Only CERTIFIED misses none."""

    CERTIFIED = "certified"
    ANALYTIC = "analytic"
    PIXELS = "pixels"


class CollisionKind(str, enum.Enum):
    """Features of A and of B. EF and FE only at time 0: the bodies intersect, or one is in the other."""

    VERTEX_FACE = "VF"
    FACE_VERTEX = "FV"
    EDGE_EDGE = "EE"
    EDGE_FACE = "EF"
    FACE_EDGE = "FE"


COLLISION_KINDS = tuple(CollisionKind)


@dataclasses.dataclass(frozen=True, eq=False)
class Screw:
    """The motion of B seen from A: a turn about an axis with a travel along it."""

    axis: FloatArray
    point: FloatArray
    """On the axis, nearest to A's origin."""
    angle: float
    """In [0, pi]."""
    travel: float


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Collisions:
    """What `find_collisions` answers: one entry a collision in each array, sorted by time."""

    status: Status
    toi: float
    toi_upper: float
    message: str
    kind: NDArray[np.int8]
    """Numbers of kinds, in the order of `CollisionKind`."""
    a: IntArray
    """Vertex, edge or face of A, and of B."""
    b: IntArray
    time: FloatArray
    """Certified: the features touch at some time in [time, time_upper]."""
    time_upper: FloatArray
    point: FloatArray
    normal: FloatArray
    properness: FloatArray
    proven: BoolArray
    """Certified: the features really touch; False if they only come within the tolerance."""
    screw: Screw
    intersecting_at_start: bool
    tolerance: float
    proof: Optional[bytes]
    """Free, with certificate=True: a line of a proof file."""

    @property
    def free(self) -> bool:
        """True only if the status is FREE; proven in the certified mode."""
        return self.status == Status.FREE

    @property
    def kinds(self) -> Tuple[CollisionKind, ...]:
        """The kind of each collision."""
        return tuple(COLLISION_KINDS[number] for number in self.kind.tolist())

    def write_proof(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the proof to a file that `firstcontact.proofs.verify_file` and ``firstcontact verify`` read."""
        write_lines(self.proof, path)

    def __len__(self) -> int:
        return len(self.time)

    def __repr__(self) -> str:
        first = f", first at {float(self.time[0])!r}" if len(self) else ""
        return f"Collisions({self.status.name}, {len(self)} collisions{first})"


def _change(motion: PoseChange, name: str) -> Tuple[FloatArray, FloatArray]:
    if not isinstance(motion, (tuple, list)) or len(motion) != 2:
        raise ValueError(f"{name}: must be two poses, at t = 0 and at t = 1")
    return pose_matrix(motion[0], name), pose_matrix(motion[1], name)


def find_collisions(body_a: Polyhedron, body_b: Polyhedron, motion_a: PoseChange, motion_b: PoseChange, *,
                    mode: Union[ScrewMode, str] = "certified", first_only: bool = False,
                    min_properness: Optional[float] = None, resolution: Optional[float] = None,
                    pixel_time_resolution: Optional[float] = None, robust: bool = False,
                    cull_facing: Optional[bool] = None, tolerance: Optional[float] = None,
                    time_resolution: float = 2.0 ** -40, max_checks: int = 100_000_000,
                    certificate: bool = False) -> Collisions:
    """All collisions of two polyhedra that go from one pose to another; their relative motion is a screw.

    motion_a, motion_b: two poses each, at t = 0 and at t = 1.

    >>> import firstcontact
    >>> corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
    >>> body = firstcontact.Polyhedron(corners, [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    >>> here, above, below = None, ([0.1, 0.1, 2], [1, 0, 0, 0]), ([0.1, 0.1, -2], [1, 0, 0, 0])
    >>> found = firstcontact.find_collisions(body, body, (here, here), (above, below), first_only=True)
    >>> found.kinds[0].value, round(found.time[0], 6)  # a face of A and a corner of B, at height 0.8
    ('FV', 0.3)
    """
    a_t0, a_t1 = _change(motion_a, "motion_a")
    b_t0, b_t1 = _change(motion_b, "motion_b")
    numbers = {"min_properness": min_properness, "resolution": resolution, "pixel_time_resolution": pixel_time_resolution,
               "tolerance": tolerance, "time_resolution": time_resolution}
    options: "dict[str, Any]" = {name: None if value is None else real(value, name) for name, value in numbers.items()}
    options.update(mode=member(ScrewMode, mode, "mode").value, first_only=flag(first_only, "first_only"),
                   robust=flag(robust, "robust"), cull_facing=None if cull_facing is None else flag(cull_facing, "cull_facing"),
                   max_checks=integer(max_checks, "max_checks"), certificate=flag(certificate, "certificate"))
    answer = _native.find_collisions(_checked(body_a, Polyhedron, "body_a"), a_t0, a_t1,
                                     _checked(body_b, Polyhedron, "body_b"), b_t0, b_t1, options)
    return Collisions(status=Status(answer["status"]), toi=answer["toi"], toi_upper=answer["toi_upper"],
                      message=answer["message"], **arrays(answer["collisions"]), screw=_screw(answer["screw"]),
                      intersecting_at_start=answer["intersecting_at_start"], tolerance=answer["tolerance"],
                      proof=answer["proof"])


def _screw(fields: "dict[str, Any]") -> Screw:
    return Screw(np.asarray(fields["axis"]), np.asarray(fields["point"]), fields["angle"], fields["travel"])


def relative_screw(motion_a: PoseChange, motion_b: PoseChange) -> Screw:
    """The screw that takes B from its first to its last pose as A sees it."""
    return _screw(_native.relative_screw(*_change(motion_a, "motion_a"), *_change(motion_b, "motion_b")))
