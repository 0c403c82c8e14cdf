"""Steps of meshes: every vertex moves on a straight line from its position at t0 to that at t1.

==============================  =====================================================================
`is_step_free`                  is the step free of contact?
`collision_free_step_size`      how far can it be followed?
`impacts`                       which pairs touch, and when?
`initial_contacts`              which pairs touch at the start?
`line_search`                   the largest step that leaves room for the next one
`safe_displacements`            how far each vertex may go on its own
`construct_active_set`          impacts as constraints for a solver
`candidates`                    pairs that may touch
==============================  =====================================================================

Options of all of them, by name:

min_separation: elements are in contact if their distance is at most this (plus thickness).
norm: how it is measured, "l2" or "linf".
tolerance: a length; pairs that come within min_separation + tolerance may be reported as touching.
    None: 1e-6 of each pair's own size. exact: only real contacts count.
t_max: only [0, t_max] is looked at.
toi_width: exact answers are narrowed down to this width.
broad_phase: "bvh", "sweep-and-prune", "spatial-hash" or "brute-force". Answers are the same.
threads: how many; 0 for all cores. Answers are the same bits.
within_objects, between_objects: whether pairs of one object, and of different ones, are tested.
left_out: True for vertices that take no part, shape (n,).
immobile: True for vertices that do not move; pairs of such vertices only are not tested.
patches: an integer for each vertex (default: its object). ignored: shape (m, 2), pairs of patches
    that are not tested against each other; (p, p) means no contact within patch p.
progress: is called as progress(done, total), about twenty times a second, and at the end.

Positions have shape (n, 3) or, in the plane, (n, 2). float64 and float32 are read in place, whatever
their strides; they must not change during the call. Python's other threads go on meanwhile, and
Ctrl-C ends the call. What cannot be used is a ValueError that says what is wrong.
"""
from __future__ import annotations

import os
from typing import Any, Callable, Dict, Optional, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native
from ._arrays import FloatArray, IntArray, callback, double_array, index_array, integer, path_text, real, real_array
from ._names import NormName, Status
from ._step_options import BroadPhase, BroadPhaseName, step_options
from ._step_results import (ActiveSet, ElementPairs, Impact, Impacts, SafeDisplacements, StepProof, StepResult, arrays,
                            candidate_counts, impacts_of, only_impact)

__all__ = [
    "ActiveSet", "BroadPhase", "ElementPairs", "Impact", "Impacts", "Mesh", "SafeDisplacements", "StepProof", "StepResult",
    "candidates", "collision_free_step_size", "construct_active_set", "decide_step", "impacts", "initial_contacts",
    "is_step_free", "safe_displacements", "write_step_proof",
]

Progress = Callable[[int, int], object]


class Mesh:
    """The topology of one or several meshes that share one list of vertices. It does not change.

    vertices: the positions of any instant, of which only the number counts, or that number.
    edges: rows of two vertices, besides the edges of the faces (hair, rods, planar outlines).
    faces: rows of three vertices.
    objects: an integer for each vertex: which object it belongs to. thickness: a radius around each.

    >>> import firstcontact
    >>> mesh = firstcontact.Mesh(4, faces=[[0, 1, 2]])
    >>> mesh
    Mesh(4 vertices, 3 edges, 1 face)
    >>> mesh.loose_points
    array([3], dtype=int32)
    """

    def __init__(self, vertices: Union[int, ArrayLike], edges: Optional[ArrayLike] = None,
                 faces: Optional[ArrayLike] = None, *, objects: Optional[ArrayLike] = None,
                 thickness: Optional[ArrayLike] = None) -> None:
        vertex_count, planar = _vertex_count(vertices)
        self._given = (
            vertex_count,
            np.empty((0, 2), np.int32) if edges is None else index_array(edges, "edges", (None, 2)),
            np.empty((0, 3), np.int32) if faces is None else index_array(faces, "faces", (None, 3)),
            None if objects is None else index_array(objects, "objects", (None,)),
            None if thickness is None else double_array(thickness, "thickness", (None,)))
        count, its_edges, its_faces, its_objects, its_thickness = self._given
        self._has_faces = len(its_faces) > 0
        if self._has_faces and planar:
            raise ValueError("vertices: are planar, but the mesh has faces")
        self._native = _native.Mesh(count, its_edges, its_faces, {"objects": its_objects, "thickness": its_thickness})

    @property
    def vertex_count(self) -> int:
        """Number of vertices."""
        return self._native.vertex_count()

    @property
    def faces(self) -> IntArray:
        """Shape (n, 3)."""
        return np.asarray(self._native.faces())

    @property
    def edges(self) -> IntArray:
        """Shape (n, 2): every edge once, its smaller index first, in ascending order."""
        return np.asarray(self._native.edges())

    @property
    def loose_edges(self) -> IntArray:
        """Rows of `edges` that belong to no face."""
        return np.asarray(self._native.loose_edges())

    @property
    def loose_points(self) -> IntArray:
        """Vertices that belong to no edge."""
        return np.asarray(self._native.loose_points())

    def __reduce__(self) -> Tuple[Any, ...]:
        return _mesh_again, self._given

    def __repr__(self) -> str:
        parts = [("vertex", "vertices", self.vertex_count), ("edge", "edges", len(self.edges)),
                 ("face", "faces", len(self.faces))]
        return "Mesh(" + ", ".join(f"{count} {one if count == 1 else many}" for one, many, count in parts) + ")"


def _vertex_count(vertices: Union[int, ArrayLike]) -> Tuple[int, bool]:
    """The number of vertices, and whether they are known to lie in the plane."""
    if isinstance(vertices, (int, np.integer)) and not isinstance(vertices, bool):
        return integer(vertices, "vertices", 0, 2 ** 31 - 1), False
    array = real_array(vertices, "vertices", (None, None))
    if array.shape[1] not in (2, 3) and len(array) != 0:
        raise ValueError(f"vertices: must have shape (n, 3) or (n, 2), not {array.shape}")
    return len(array), array.shape[1] == 2


def _mesh_again(count: int, edges: IntArray, faces: IntArray, objects: Optional[IntArray],
                thickness: Optional[FloatArray]) -> Mesh:
    return Mesh(count, edges, faces, objects=objects, thickness=thickness)


def native_mesh(mesh: Mesh) -> _native.Mesh:
    """The mesh as the library takes it."""
    if not isinstance(mesh, Mesh):
        raise ValueError(f"mesh: must be a Mesh, not {type(mesh).__name__}")
    return mesh._native


def positions(x: ArrayLike, name: str, mesh: Optional[Mesh] = None) -> NDArray[Any]:
    """Positions as the library takes them; of this mesh, if given."""
    array = real_array(x, name, (None, None))
    if array.shape[1] not in (2, 3):
        raise ValueError(f"{name}: must have shape (n, 3) or, in the plane, (n, 2), not {array.shape}")
    if mesh is not None:
        if len(array) != mesh.vertex_count:
            raise ValueError(f"{name}: has {len(array)} vertices, but the mesh has {mesh.vertex_count}")
        if array.shape[1] == 2 and mesh._has_faces:
            raise ValueError(f"{name}: is planar, but the mesh has faces")
    return array


def step_positions(mesh: Mesh, x0: ArrayLike, x1: ArrayLike) -> Tuple[NDArray[Any], NDArray[Any]]:
    """The positions of both ends of a step."""
    native_mesh(mesh)
    start, end = positions(x0, "x0", mesh), positions(x1, "x1", mesh)
    if start.shape[1] != end.shape[1]:
        raise ValueError("x0 and x1: must have the same number of coordinates")
    return start, end


def step_result(answer: Dict[str, Any]) -> StepResult:
    """A StepResult from the fields of the library."""
    answer["status"] = Status(answer["status"])
    answer["candidates"] = candidate_counts(answer["candidates"])
    return StepResult(**answer)


def is_step_free(mesh: Mesh, x0: ArrayLike, x1: ArrayLike, *, min_separation: float = 0.0, norm: NormName = "l2",
                 tolerance: Optional[float] = None, t_max: float = 1.0, exact: bool = False,
                 toi_width: float = 2.0 ** -30, broad_phase: BroadPhaseName = "bvh", threads: int = 0,
                 within_objects: bool = True, between_objects: bool = True, left_out: Optional[ArrayLike] = None,
                 immobile: Optional[ArrayLike] = None, patches: Optional[ArrayLike] = None,
                 ignored: Optional[ArrayLike] = None, progress: Optional[Progress] = None) -> bool:
    """Tells whether the whole step is proven free of contact. It stops at the first contact that it finds.

    A point falls through a triangle, or only halfway to it:

    >>> import numpy, firstcontact
    >>> x0 = numpy.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0.25, 0.25, 1]])
    >>> x1 = x0 - [[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 2]]
    >>> mesh = firstcontact.Mesh(x0, faces=[[0, 1, 2]])
    >>> firstcontact.is_step_free(mesh, x0, x1)
    False
    >>> firstcontact.is_step_free(mesh, x0, x1, t_max=0.4)
    True

    The options are explained in `firstcontact.meshes`.
    """
    options = step_options(min_separation=min_separation, norm=norm, tolerance=tolerance, t_max=t_max, exact=exact,
                           toi_width=toi_width, broad_phase=broad_phase, threads=threads, within_objects=within_objects,
                           between_objects=between_objects, left_out=left_out, immobile=immobile, patches=patches,
                           ignored=ignored)
    callback(progress)
    answer = _native.decide_step(native_mesh(mesh), *step_positions(mesh, x0, x1), options, progress)
    return bool(answer["status"] == Status.FREE)


def decide_step(mesh: Mesh, x0: ArrayLike, x1: ArrayLike, *, min_separation: float = 0.0, norm: NormName = "l2",
                tolerance: Optional[float] = None, t_max: float = 1.0, exact: bool = False,
                toi_width: float = 2.0 ** -30, broad_phase: BroadPhaseName = "bvh", threads: int = 0,
                within_objects: bool = True, between_objects: bool = True, left_out: Optional[ArrayLike] = None,
                immobile: Optional[ArrayLike] = None, patches: Optional[ArrayLike] = None,
                ignored: Optional[ArrayLike] = None, progress: Optional[Progress] = None) -> StepResult:
    """As `is_step_free`, with the whole answer: status, and numbers of candidates. A contact that it finds
    need not be the earliest one.

    The options are explained in `firstcontact.meshes`.
    """
    options = step_options(min_separation=min_separation, norm=norm, tolerance=tolerance, t_max=t_max, exact=exact,
                           toi_width=toi_width, broad_phase=broad_phase, threads=threads, within_objects=within_objects,
                           between_objects=between_objects, left_out=left_out, immobile=immobile, patches=patches,
                           ignored=ignored)
    callback(progress)
    return step_result(_native.decide_step(native_mesh(mesh), *step_positions(mesh, x0, x1), options, progress))


def collision_free_step_size(mesh: Mesh, x0: ArrayLike, x1: ArrayLike, *, min_separation: float = 0.0,
                             norm: NormName = "l2", tolerance: Optional[float] = None, t_max: float = 1.0,
                             exact: bool = False, toi_width: float = 2.0 ** -30, broad_phase: BroadPhaseName = "bvh",
                             threads: int = 0, within_objects: bool = True, between_objects: bool = True,
                             left_out: Optional[ArrayLike] = None, immobile: Optional[ArrayLike] = None,
                             patches: Optional[ArrayLike] = None, ignored: Optional[ArrayLike] = None,
                             progress: Optional[Progress] = None) -> StepResult:
    """The largest step that is proven free, `toi`, and the pair that ends it, `earliest`.

    >>> import numpy, firstcontact
    >>> x0 = numpy.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0.25, 0.25, 1]])
    >>> x1 = x0 - [[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 2]]
    >>> mesh = firstcontact.Mesh(x0, faces=[[0, 1, 2]])
    >>> step = firstcontact.collision_free_step_size(mesh, x0, x1, exact=True)
    >>> round(step.toi, 6), step.earliest.vertices
    (0.5, (3, 0, 1, 2))
    >>> x = x0 + float(step) * (x1 - x0)

    This step ends at the contact itself. `line_search` leaves room for the next one.

    The options are explained in `firstcontact.meshes`.
    """
    options = step_options(min_separation=min_separation, norm=norm, tolerance=tolerance, t_max=t_max, exact=exact,
                           toi_width=toi_width, broad_phase=broad_phase, threads=threads, within_objects=within_objects,
                           between_objects=between_objects, left_out=left_out, immobile=immobile, patches=patches,
                           ignored=ignored)
    callback(progress)
    answer = _native.collision_free_step_size(native_mesh(mesh), *step_positions(mesh, x0, x1), options,
                                              progress)
    answer["earliest"] = only_impact(answer["earliest"])
    return step_result(answer)


def impacts(mesh: Mesh, x0: ArrayLike, x1: ArrayLike, *, min_separation: float = 0.0, norm: NormName = "l2",
            tolerance: Optional[float] = None, t_max: float = 1.0, exact: bool = False, toi_width: float = 2.0 ** -30,
            broad_phase: BroadPhaseName = "bvh", threads: int = 0, within_objects: bool = True,
            between_objects: bool = True, left_out: Optional[ArrayLike] = None, immobile: Optional[ArrayLike] = None,
            patches: Optional[ArrayLike] = None, ignored: Optional[ArrayLike] = None,
            progress: Optional[Progress] = None) -> Impacts:
    """All pairs that touch in [0, t_max], each with its own first time of impact, sorted by time.

    >>> import numpy, firstcontact
    >>> x0 = numpy.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0.25, 0.25, 1]])
    >>> x1 = x0 - [[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 2]]
    >>> found = firstcontact.impacts(firstcontact.Mesh(x0, faces=[[0, 1, 2]]), x0, x1, exact=True)
    >>> found
    Impacts(CONTACT, 1 vertex-face, first toi=0.5)
    >>> found.normal
    array([[0., 0., 1.]])

    The options are explained in `firstcontact.meshes`.
    """
    options = step_options(min_separation=min_separation, norm=norm, tolerance=tolerance, t_max=t_max, exact=exact,
                           toi_width=toi_width, broad_phase=broad_phase, threads=threads, within_objects=within_objects,
                           between_objects=between_objects, left_out=left_out, immobile=immobile, patches=patches,
                           ignored=ignored)
    callback(progress)
    return impacts_of(_native.impacts(native_mesh(mesh), *step_positions(mesh, x0, x1), options, progress))


def initial_contacts(mesh: Mesh, x0: ArrayLike, *, min_separation: float = 0.0, norm: NormName = "l2",
                     tolerance: Optional[float] = None, exact: bool = False, broad_phase: BroadPhaseName = "bvh",
                     threads: int = 0, within_objects: bool = True, between_objects: bool = True,
                     left_out: Optional[ArrayLike] = None, immobile: Optional[ArrayLike] = None,
                     patches: Optional[ArrayLike] = None, ignored: Optional[ArrayLike] = None,
                     progress: Optional[Progress] = None) -> Impacts:
    """All pairs whose distance at t0 is at most min_separation plus thickness (plus tolerance, unless exact), nearest
    first, as impacts with toi = 0. To list what is near rather than in contact, ask with a larger separation.

    The options are explained in `firstcontact.meshes`.
    """
    options = step_options(min_separation=min_separation, norm=norm, tolerance=tolerance, exact=exact,
                           broad_phase=broad_phase, threads=threads, within_objects=within_objects,
                           between_objects=between_objects, left_out=left_out, immobile=immobile, patches=patches,
                           ignored=ignored)
    callback(progress)
    return impacts_of(_native.initial_contacts(native_mesh(mesh), positions(x0, "x0", mesh), options, progress))


def candidates(mesh: Mesh, x0: ArrayLike, x1: ArrayLike, *, min_separation: float = 0.0, t_max: float = 1.0,
               broad_phase: BroadPhaseName = "bvh", threads: int = 0, within_objects: bool = True,
               between_objects: bool = True, left_out: Optional[ArrayLike] = None, immobile: Optional[ArrayLike] = None,
               patches: Optional[ArrayLike] = None, ignored: Optional[ArrayLike] = None,
               progress: Optional[Progress] = None) -> ElementPairs:
    """All pairs whose swept boxes touch in [0, t_max]. Nothing is decided: a candidate need not touch, and every pair that
    touches is a candidate.

    The options are explained in `firstcontact.meshes`.
    """
    options = step_options(min_separation=min_separation, t_max=t_max, broad_phase=broad_phase, threads=threads,
                           within_objects=within_objects, between_objects=between_objects, left_out=left_out,
                           immobile=immobile, patches=patches, ignored=ignored)
    callback(progress)
    answer = _native.candidates(native_mesh(mesh), *step_positions(mesh, x0, x1), options, progress)
    return ElementPairs(**arrays(answer["pairs"]))


def construct_active_set(mesh: Mesh, x0: ArrayLike, x1: ArrayLike, *, min_separation: float = 0.0,
                         norm: NormName = "l2", tolerance: Optional[float] = None, t_max: float = 1.0,
                         exact: bool = False, toi_width: float = 2.0 ** -30, broad_phase: BroadPhaseName = "bvh",
                         threads: int = 0, within_objects: bool = True, between_objects: bool = True,
                         left_out: Optional[ArrayLike] = None, immobile: Optional[ArrayLike] = None,
                         patches: Optional[ArrayLike] = None, ignored: Optional[ArrayLike] = None,
                         progress: Optional[Progress] = None) -> ActiveSet:
    """All pairs that touch during the step, each as a linear constraint. To activate constraints early, while pairs are
    still apart, give the distance as min_separation.

    The options are explained in `firstcontact.meshes`.
    """
    options = step_options(min_separation=min_separation, norm=norm, tolerance=tolerance, t_max=t_max, exact=exact,
                           toi_width=toi_width, broad_phase=broad_phase, threads=threads, within_objects=within_objects,
                           between_objects=between_objects, left_out=left_out, immobile=immobile, patches=patches,
                           ignored=ignored)
    callback(progress)
    answer = _native.construct_active_set(native_mesh(mesh), *step_positions(mesh, x0, x1), options, progress)
    return ActiveSet(impacts=impacts_of(answer), weights=np.asarray(answer["weights"]), gap_t1=np.asarray(answer["gap_t1"]))


def safe_displacements(mesh: Mesh, x0: ArrayLike, x1: ArrayLike, *, ratio: float = 0.2,
                       distance_cap: Optional[float] = None, min_separation: float = 0.0, norm: NormName = "l2",
                       t_max: float = 1.0, broad_phase: BroadPhaseName = "bvh", threads: int = 0,
                       within_objects: bool = True, between_objects: bool = True, left_out: Optional[ArrayLike] = None,
                       immobile: Optional[ArrayLike] = None, patches: Optional[ArrayLike] = None,
                       ignored: Optional[ArrayLike] = None, progress: Optional[Progress] = None) -> SafeDisplacements:
    """How far each vertex may go towards x1 on its own: any combination of steps up to these is proven free.

    ratio: every pair keeps at least ratio * min(its distance at t0, distance_cap), as far as arithmetic can.
    distance_cap: None for a tenth of the median edge length.

    The options are explained in `firstcontact.meshes`.
    """
    options = step_options(min_separation=min_separation, norm=norm, t_max=t_max, broad_phase=broad_phase,
                           threads=threads, within_objects=within_objects, between_objects=between_objects,
                           left_out=left_out, immobile=immobile, patches=patches, ignored=ignored)
    callback(progress)
    options["ratio"] = real(ratio, "ratio")
    options["distance_cap"] = None if distance_cap is None else real(distance_cap, "distance_cap")
    answer = _native.safe_displacements(native_mesh(mesh), *step_positions(mesh, x0, x1), options, progress)
    return SafeDisplacements(status=Status(answer["status"]), steps=np.asarray(answer["steps"]),
                             kept_distance=answer["kept_distance"], limited=answer["limited"],
                             starts_in_contact=answer["starts_in_contact"], message=answer["message"])


def write_step_proof(path: Union[str, "os.PathLike[str]"], mesh: Mesh, x0: ArrayLike, x1: ArrayLike, *, number: int = 0,
                     min_separation: float = 0.0, norm: NormName = "l2", tolerance: Optional[float] = None,
                     t_max: float = 1.0, exact: bool = False, threads: int = 0, within_objects: bool = True,
                     progress: Optional[Progress] = None) -> StepProof:
    """Decides a step and, if it is free, writes the proof of every candidate to a file.

    `firstcontact.proofs.verify_file` checks the pairs; ``firstcontact verify FILE --meshes A B`` also that none is
    missing. number: that of the step in its sequence of frames. A mesh with thickness or in the plane is refused,
    and so are objects that do not follow one after the other.
    """
    options = step_options(min_separation=min_separation, norm=norm, tolerance=tolerance, t_max=t_max, exact=exact,
                           threads=threads, within_objects=within_objects)
    callback(progress)
    native = native_mesh(mesh)
    objects = mesh._given[3]
    if objects is None or len(objects) == 0:
        sizes = np.array([mesh.vertex_count])
    else:
        ends = np.flatnonzero(np.diff(objects)) + 1
        sizes = np.diff(np.concatenate([[0], ends, [len(objects)]]))
    options["object_sizes"] = sizes.astype(np.int32)
    answer = _native.write_step_proof(native, *step_positions(mesh, x0, x1), options, path_text(path),
                                      integer(number, "number", 0, 2 ** 31 - 1), progress)
    return StepProof(status=Status(answer["status"]), written=answer["written"], segments=answer["segments"],
                     without=answer["without"])
