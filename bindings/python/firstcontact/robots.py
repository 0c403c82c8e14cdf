"""Robots from URDF files in scenes of obstacles: is a motion of the joints free, and if not, when and where is the
first contact.

Configurations are arrays of the values of all joints that are neither fixed nor mimic another one, in the order of
`Robot.joint_names`: angles in radians, travels in the unit of the file.
"""
from __future__ import annotations

import dataclasses
import enum
import os
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native
from ._arrays import BoolArray, FloatArray, IntArray, callback, double_array, flag, index_array, integer, path_text, real, thread_count
from ._names import NoTruthValue, Status, member
from .bodies import PoseLike, pose_matrix, write_lines

__all__ = [
    "Attachment", "Box", "Capsule", "Cylinder", "EdgeResult", "EdgesResult", "MeshShape", "PathResult", "Robot", "Scene",
    "SceneMethod", "Sphere",
]

Path = Union[str, "os.PathLike[str]"]
Progress = Callable[[int, int], object]


class SceneMethod(str, enum.Enum):
    """How the motion of a scene is decided."""

    CERTIFIED = "certified"
    ADVANCEMENT = "advancement"


@dataclasses.dataclass(frozen=True, eq=False)
class Box:
    """A box around the origin of its pose. size: the lengths along x, y and z."""

    size: ArrayLike
    pose: PoseLike = None
    name: Optional[str] = None


@dataclasses.dataclass(frozen=True, eq=False)
class Sphere:
    """A ball around the origin of its pose."""

    radius: float
    pose: PoseLike = None
    name: Optional[str] = None


@dataclasses.dataclass(frozen=True, eq=False)
class Cylinder:
    """A cylinder along z around the origin of its pose (a prism of 64 sides that contains it)."""

    radius: float
    length: float
    pose: PoseLike = None
    name: Optional[str] = None


@dataclasses.dataclass(frozen=True, eq=False)
class Capsule:
    """All points within `radius` of a segment along z of this length, around the origin of its pose."""

    radius: float
    length: float
    pose: PoseLike = None
    name: Optional[str] = None


@dataclasses.dataclass(frozen=True, eq=False)
class MeshShape:
    """Triangles. If they are closed, their inside counts."""

    vertices: ArrayLike
    triangles: ArrayLike
    pose: PoseLike = None
    name: Optional[str] = None


Shape = Union[Box, Sphere, Cylinder, Capsule, MeshShape]


@dataclasses.dataclass(frozen=True, eq=False)
class Attachment:
    """A thing that a link carries; the shape's pose is in the link's frame. It is not checked against that link and
    `touch_links`."""

    shape: Shape
    link: str
    touch_links: Sequence[str] = ()


def _shape(shape: Shape, name: str) -> Tuple[str, List[float], object, object]:
    """The shape as the library takes it."""
    if isinstance(shape, Box):
        return "box", double_array(shape.size, f"{name}: size", (3,)).tolist(), None, None
    if isinstance(shape, Sphere):
        return "sphere", [real(shape.radius, f"{name}: radius")], None, None
    if isinstance(shape, (Cylinder, Capsule)):
        kind = "cylinder" if isinstance(shape, Cylinder) else "capsule"
        return kind, [real(shape.radius, f"{name}: radius"), real(shape.length, f"{name}: length")], None, None
    if isinstance(shape, MeshShape):
        return ("mesh", [], double_array(shape.vertices, f"{name}: vertices", (None, 3)),
                index_array(shape.triangles, f"{name}: triangles", (None, 3)))
    raise ValueError(f"{name}: must be a Box, Sphere, Cylinder, Capsule or MeshShape, not {type(shape).__name__}")


def _list(values: Iterable[Any], name: str) -> List[Any]:
    if isinstance(values, (str, bytes)):
        raise ValueError(f"{name}: must be a list, not {type(values).__name__}")
    try:
        return list(values)
    except TypeError as error:
        raise ValueError(f"{name}: must be a list, not {type(values).__name__}") from error


def _text(value: object, name: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{name}: must be text, not {type(value).__name__}")
    return value


class Robot:
    """A robot that was read from a URDF file, with its collision geometry."""

    def __init__(self, native: _native.Robot) -> None:
        """Called by `from_urdf`, which reads robots."""
        if not isinstance(native, _native.Robot):
            raise ValueError("a robot is read by Robot.from_urdf(path)")
        self._native = native
        self.name: str = native.name()
        self.joint_names: Tuple[str, ...] = tuple(native.value_names())
        """Names of the values of a configuration: "joint", or "joint.x" and so on for joints of several values."""
        lower, upper = native.limits()
        self.lower: FloatArray = np.asarray(lower)
        """Limits of the values; infinite where there are none."""
        self.upper: FloatArray = np.asarray(upper)
        self.neutral: FloatArray = np.asarray(native.neutral())
        """All values 0, or the nearest ones within the limits."""
        self.link_names: Tuple[str, ...] = tuple(native.link_names())
        self.notes: Tuple[str, ...] = tuple(native.notes())
        """What the readers left out although the files may mean it."""

    @classmethod
    def from_urdf(cls, path: Path, srdf: Optional[Path] = None, *, package_paths: Iterable[Path] = (),
                  meshes: bool = True) -> Robot:
        """Reads a URDF file and, if given, the SRDF file about it (pairs of links that need no check, named states).

        package_paths: folders that hold the packages of package:// names. meshes: False leaves meshes out.
        Throws InputError, a ValueError, that names the file, the line and the element.
        """
        return cls(_native.Robot(path_text(path), None if srdf is None else path_text(srdf, "srdf"),
                                 [path_text(folder, "package_paths") for folder in _list(package_paths, "package_paths")],
                                 flag(meshes, "meshes")))

    def configuration(self, values: Mapping[str, float]) -> FloatArray:
        """The neutral configuration with some values changed, by the names of joints."""
        q = self.neutral.copy()
        if not isinstance(values, Mapping):
            raise ValueError(f"values: must be a mapping of names to numbers, not {type(values).__name__}")
        for name, value in values.items():
            if name not in self.joint_names:
                raise ValueError(f"values: the robot has no joint {name!r}; its joints are {', '.join(self.joint_names)}")
            q[self.joint_names.index(name)] = real(value, f"values: {name}")
        return q

    def state(self, name: str, group: Optional[str] = None) -> FloatArray:
        """The neutral configuration with the values of a named state of the SRDF file."""
        for its_group, its_name, values in self._native.states():
            if its_name == name and group in (None, its_group):
                return self.configuration(values)
        raise ValueError(f"name: the SRDF file has no state {name!r}")

    @property
    def states(self) -> Tuple[Tuple[str, str], ...]:
        """Groups and names of the states of the SRDF file."""
        return tuple((group, name) for group, name, _ in self._native.states())

    @property
    def disabled_pairs(self) -> Tuple[Tuple[str, str], ...]:
        """Pairs of links that the SRDF file leaves out."""
        return tuple(self._native.disabled())

    def poses(self, q: ArrayLike) -> FloatArray:
        """Shape (links, 4, 4): the pose of every link in the world, in the order of `link_names`."""
        return np.asarray(self._native.poses(double_array(q, "q", (None,))))

    def between(self, q0: ArrayLike, q1: ArrayLike, t: float) -> FloatArray:
        """The configuration at t of the motion from q0 to q1."""
        return np.asarray(self._native.values_between(double_array(q0, "q0", (None,)), double_array(q1, "q1", (None,)),
                                                      real(t, "t")))

    def __repr__(self) -> str:
        return f"Robot({self.name!r}, {len(self.link_names)} links, {len(self.joint_names)} joint values)"


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class EdgeResult(NoTruthValue):
    """The answer about one motion. Points, normal and distance are those in the world at `toi`."""

    status: Status
    toi: float
    """No contact happens in [0, toi), and this is proven. Free: t_max."""
    toi_upper: float
    checks: int
    """Work done, in the unit of `max_checks`."""
    starts_in_contact: bool
    message: str
    body_a: str
    """Names of what touches, or with `clearance` of what is nearest; empty if there is none."""
    body_b: str
    point_a: FloatArray
    point_b: FloatArray
    normal: FloatArray
    distance: float
    proven: bool
    """Contact: the surfaces certainly meet in [toi, toi_upper]; False if they only come within the tolerance."""
    starts_inside: bool
    tolerance: float
    clearance: float
    """Free, with clearance=True: the smallest distance of any pair lies in [clearance, clearance_upper]."""
    clearance_upper: float
    clearance_time: float
    proof: Optional[bytes]
    """Free, with certificate=True: the lines of a proof file."""

    @property
    def free(self) -> bool:
        """True only if it is proven that nothing touches."""
        return self.status == Status.FREE

    def write_proof(self, path: Path) -> None:
        """Writes the proof to a file that `firstcontact.proofs.verify_file` and ``firstcontact verify`` read."""
        write_lines(self.proof, path)

    def __repr__(self) -> str:
        bodies = f", {self.body_a!r} and {self.body_b!r}" if self.body_a else ""
        return (f"{type(self).__name__}({self.status.name}, toi={self.toi!r}{bodies}"
                f"{', with proof' if self.proof else ''})")


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class PathResult(EdgeResult):
    """The answer about a path. Times are those of the whole path."""

    segment: int = -1
    """The segment, from 0, that the answer speaks of if it is not free; -1 if it is."""
    segment_toi: float = 0.0
    """Times within that segment."""
    segment_toi_upper: float = 0.0


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class EdgesResult(NoTruthValue):
    """The answers about many motions: one entry a motion in each array."""

    status: NDArray[np.int8]
    """Numbers of `Status`."""
    toi: FloatArray
    toi_upper: FloatArray
    clearance: FloatArray
    checks: NDArray[np.int64]
    body_a: IntArray
    """Indices into `Scene.body_names` of what touches; -1 where there is none."""
    body_b: IntArray

    @property
    def free(self) -> BoolArray:
        """True only where it is proven that nothing touches."""
        return np.equal(self.status, int(Status.FREE))

    def __len__(self) -> int:
        return len(self.status)

    def __repr__(self) -> str:
        counts = np.bincount(self.status, minlength=len(Status))
        parts = [f"{count} {status.name}" for status, count in zip(Status, counts.tolist()) if count]
        return f"EdgesResult({len(self)} edges" + "".join(f", {part}" for part in parts) + ")"


def _fields(answer: Dict[str, Any]) -> Dict[str, Any]:
    answer["status"] = Status(answer["status"])
    for name in ("point_a", "point_b", "normal"):
        answer[name] = np.asarray(answer[name])
    return answer


class Scene:
    """A robot among obstacles, and which pairs must be kept apart. It does not change; any thread may use it.

    obstacles: shapes at rest in the world. files: meshes that stand still, or scenes in JSON (docs/guide/robot.md).
    attached: things that links carry. allowed: pairs of names that are never checked ("*" as the second: any), besides
    those of the SRDF file. min_separation: a pair is in contact if its distance is at most this; pair_separations:
    (a, b, separation) for single pairs.

    Options of its questions: tolerance (bodies within separation + tolerance may be reported as touching; None: 1e-6 of
    their size), t_max, max_checks (the budget), decide_only (only whether, not when), clearance (how near the nearest
    pair comes), certificate (free answers carry proofs), method ("certified" or "advancement"), and limits: False
    accepts values outside the joints' limits.
    """

    def __init__(self, robot: Robot, obstacles: Iterable[Shape] = (), *, files: Iterable[Path] = (),
                 attached: Iterable[Attachment] = (), allowed: Iterable[Tuple[str, str]] = (),
                 min_separation: float = 0.0, pair_separations: Iterable[Tuple[str, str, float]] = ()) -> None:
        if not isinstance(robot, Robot):
            raise ValueError(f"robot: must be a Robot, not {type(robot).__name__}")
        things: List[Tuple[str, object, object]] = []
        for i, shape in enumerate(_list(obstacles, "obstacles")):
            where = f"obstacles[{i}]"
            native = _shape(shape, where)
            name = f"obstacle {i}" if shape.name is None else _text(shape.name, f"{where}: name")
            things.append((name, native, None if shape.pose is None else pose_matrix(shape.pose, where)))
        carried: List[Tuple[str, str, object, object, List[str]]] = []
        for i, thing in enumerate(_list(attached, "attached")):
            where = f"attached[{i}]"
            if not isinstance(thing, Attachment):
                raise ValueError(f"{where}: must be an Attachment, not {type(thing).__name__}")
            native = _shape(thing.shape, where)
            name = f"attached {i}" if thing.shape.name is None else _text(thing.shape.name, f"{where}: name")
            pose = None if thing.shape.pose is None else pose_matrix(thing.shape.pose, where)
            carried.append((name, _text(thing.link, f"{where}: link"), native, pose,
                            [_text(link, f"{where}: touch_links") for link in _list(thing.touch_links, f"{where}: touch_links")]))
        options = {
            "min_separation": real(min_separation, "min_separation"),
            "allowed": [_names(pair, "allowed") for pair in _list(allowed, "allowed")],
            "pair_separations": [_separation(entry) for entry in _list(pair_separations, "pair_separations")]}
        self.robot = robot
        self._native = _native.Scene(robot._native, things, carried, [path_text(file, "files") for file in _list(files, "files")],
                                     options)
        self.body_names: Tuple[str, ...] = tuple(self._native.bodies())
        """Links with shapes, then what they carry, then obstacles."""

    @property
    def pairs(self) -> Tuple[Tuple[str, str, float], ...]:
        """The pairs of bodies that are checked, with their separations."""
        return tuple(self._native.pairs())

    def edge(self, q0: ArrayLike, q1: ArrayLike, *, clearance: bool = False, certificate: bool = False,
             decide_only: bool = False, tolerance: Optional[float] = None, t_max: float = 1.0,
             max_checks: int = 100_000_000, method: Union[SceneMethod, str] = "certified",
             limits: bool = True) -> EdgeResult:
        """Decides the motion in which every joint goes linearly from q0 to q1."""
        options = _options(clearance, certificate, decide_only, tolerance, t_max, max_checks, method)
        return EdgeResult(**_fields(self._native.edge(double_array(q0, "q0", (None,)), double_array(q1, "q1", (None,)),
                                                      flag(limits, "limits"), options)))

    def edges(self, q0: ArrayLike, q1: ArrayLike, *, threads: int = 0, clearance: bool = False, decide_only: bool = False,
              tolerance: Optional[float] = None, t_max: float = 1.0, max_checks: int = 100_000_000,
              method: Union[SceneMethod, str] = "certified", limits: bool = True,
              progress: Optional[Progress] = None) -> EdgesResult:
        """Decides many motions, one a row of q0 and q1. The same bits as `edge` for any number of threads (0: all cores).

        A row that cannot be used (a NaN, a value outside its limits) has the status INVALID_INPUT.
        """
        callback(progress)
        values = len(self.robot.joint_names)
        options = _options(clearance, False, decide_only, tolerance, t_max, max_checks, method)
        answer = self._native.edges(double_array(q0, "q0", (None, values)), double_array(q1, "q1", (None, values)),
                                    flag(limits, "limits"), options, thread_count(threads), progress)
        return EdgesResult(**{name: np.asarray(value) for name, value in answer.items()})

    def path(self, path: ArrayLike, *, times: Optional[ArrayLike] = None, threads: int = 1,
             budget_per_segment: bool = False, clearance: bool = False, certificate: bool = False,
             tolerance: Optional[float] = None, max_checks: int = 100_000_000,
             method: Union[SceneMethod, str] = "certified", limits: bool = True,
             progress: Optional[Progress] = None) -> PathResult:
        """The first contact along a path of configurations, one a row.

        times: those of the configurations, ascending from 0 to 1; None: all segments take equally long.
        """
        callback(progress)
        options = _options(clearance, certificate, False, tolerance, 1.0, max_checks, method)
        options["threads"] = thread_count(threads)
        options["budget_per_segment"] = flag(budget_per_segment, "budget_per_segment")
        rows = double_array(path, "path", (None, len(self.robot.joint_names)))
        return PathResult(**_fields(self._native.path(rows, None if times is None else double_array(times, "times", (None,)),
                                                      flag(limits, "limits"), options, progress)))

    def is_valid(self, q: ArrayLike, *, tolerance: Optional[float] = None, max_checks: int = 100_000_000) -> bool:
        """True if a configuration is within the joints' limits and proven free of contact."""
        options = _options(False, False, False, tolerance, 1.0, max_checks, "certified")
        return self._native.is_valid(double_array(q, "q", (None,)), options)

    def __repr__(self) -> str:
        return f"Scene({self.robot.name!r}, {len(self.body_names)} bodies, {len(self.pairs)} pairs)"


def _names(pair: Sequence[object], name: str) -> Tuple[str, str]:
    if isinstance(pair, str) or not isinstance(pair, Sequence) or len(pair) != 2:
        raise ValueError(f"{name}: must hold pairs of names")
    return _text(pair[0], name), _text(pair[1], name)


def _separation(entry: Sequence[Any]) -> Tuple[str, str, float]:
    if isinstance(entry, str) or not isinstance(entry, Sequence) or len(entry) != 3:
        raise ValueError("pair_separations: must hold two names and a length each")
    return (*_names(entry[:2], "pair_separations"), real(entry[2], "pair_separations"))


def _options(clearance: bool, certificate: bool, decide_only: bool, tolerance: Optional[float], t_max: float,
             max_checks: int, method: Union[SceneMethod, str]) -> Dict[str, Any]:
    return {"clearance": flag(clearance, "clearance"), "certificate": flag(certificate, "certificate"),
            "decide_only": flag(decide_only, "decide_only"),
            "tolerance": None if tolerance is None else real(tolerance, "tolerance"), "t_max": real(t_max, "t_max"),
            "max_checks": integer(max_checks, "max_checks"), "method": member(SceneMethod, method, "method").value}
