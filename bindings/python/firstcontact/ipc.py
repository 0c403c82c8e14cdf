"""The names that users of the IPC Toolkit know, with its arguments, defaults and meanings.

Nothing of that library is needed. As there, and unlike the rest of this package, times leave room: a
pair counts as colliding when only a share of its initial distance is left. So a solver may take the
whole step that it is given, and no distance becomes zero. Answers are proven, and no iteration limit
is needed: `max_iterations` is accepted and not used.

>>> import numpy
>>> from firstcontact import ipc
>>> x0 = numpy.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0.25, 0.25, 1]])
>>> x1 = x0 - [[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 2]]
>>> mesh = ipc.CollisionMesh(x0, [], [[0, 1, 2]])
>>> ipc.is_step_collision_free(mesh, x0, x1)
False
>>> round(ipc.compute_collision_free_stepsize(mesh, x0, x1), 3)  # the contact is at 0.5
0.5
>>> hit, toi = ipc.point_triangle_ccd(x0[3], *x0[:3], x1[3], *x1[:3])
>>> hit, toi < 0.5
(True, True)
"""
from __future__ import annotations

import dataclasses
from typing import Any, Dict, Optional, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native
from ._arrays import FloatArray, IntArray, double_array, index_array, integer, read_only, real, real_array
from ._step_options import BroadPhase, BroadPhaseName, step_options
from ._step_results import ElementPairs
from .meshes import Mesh, candidates, native_mesh, positions
from .near import has_intersections as _has_intersections

__all__ = [
    "AdditiveCCD", "BroadPhase", "Candidates", "CollisionMesh", "TightInclusionCCD", "VertexPatchesCanCollide",
    "compute_collision_free_stepsize", "edge_edge_ccd", "edges", "has_intersections", "is_step_collision_free", "point_edge_ccd",
    "point_point_ccd", "point_triangle_ccd",
]

_ANY_NUMBER = -1


class VertexPatchesCanCollide:
    """Vertices of different patches can collide, those of one patch cannot."""

    def __init__(self, vertex_patches: ArrayLike) -> None:
        self.patches: IntArray = read_only(index_array(vertex_patches, "vertex_patches", (None,)).copy())

    def __call__(self, i: int, j: int) -> bool:
        return bool(self.patches[i] != self.patches[j])

    def __repr__(self) -> str:
        return f"VertexPatchesCanCollide({len(np.unique(self.patches))} patches)"


def edges(faces: ArrayLike) -> IntArray:
    """The edges of triangles, each once: shape (n, 2). `CollisionMesh` finds them without being given.

    >>> from firstcontact import ipc
    >>> ipc.edges([[0, 1, 2], [2, 1, 3]]).tolist()
    [[0, 1], [0, 2], [1, 2], [1, 3], [2, 3]]
    """
    corners = index_array(faces, "faces", (None, 3))
    return Mesh(int(corners.max(initial=-1)) + 1, faces=corners).edges


class CollisionMesh:
    """Rest positions, edges and faces. Edges of faces are found without being given.

    can_collide: None, or a `VertexPatchesCanCollide`: two elements are tested if any vertex of the one
    can collide with any of the other.
    """

    def __init__(self, rest_positions: ArrayLike, edges: Optional[ArrayLike] = None,
                 faces: Optional[ArrayLike] = None) -> None:
        rest = real_array(rest_positions, "rest_positions", (None, None))
        if rest.shape[1] not in (2, 3):
            raise ValueError(f"rest_positions: must have shape (n, 3) or (n, 2), not {rest.shape}")
        self.rest_positions: NDArray[Any] = read_only(rest.copy())
        self.mesh = Mesh(len(rest), edges, faces)
        self.can_collide: Optional[VertexPatchesCanCollide] = None

    @property
    def num_vertices(self) -> int:
        """Number of vertices."""
        return self.mesh.vertex_count

    @property
    def num_edges(self) -> int:
        """Number of edges, those of faces included."""
        return len(self.mesh.edges)

    @property
    def num_faces(self) -> int:
        """Number of faces."""
        return len(self.mesh.faces)

    @property
    def dim(self) -> int:
        """2 or 3."""
        return int(self.rest_positions.shape[1])

    @property
    def edges(self) -> IntArray:
        """Shape (n, 2)."""
        return self.mesh.edges

    @property
    def faces(self) -> IntArray:
        """Shape (n, 3)."""
        return self.mesh.faces

    def __repr__(self) -> str:
        return f"CollisionMesh({self.num_vertices} vertices, {self.num_edges} edges, {self.num_faces} faces)"


@dataclasses.dataclass(frozen=True)
class TightInclusionCCD:
    """How pairs are decided: by the numbers of the class of this name, with proven answers."""

    tolerance: float = 1e-6
    max_iterations: int = 10_000_000
    """Not used: no answer needs a limit."""
    conservative_rescaling: float = 0.8

    def point_point_ccd(self, p0_t0: ArrayLike, p1_t0: ArrayLike, p0_t1: ArrayLike, p1_t1: ArrayLike,
                        min_distance: float = 0.0, tmax: float = 1.0) -> Tuple[bool, float]:
        """Whether two points collide in [0, tmax], and when."""
        return _pair("point-point", (p0_t0, p1_t0), (p0_t1, p1_t1), min_distance, tmax, self)

    def point_edge_ccd(self, p_t0: ArrayLike, e0_t0: ArrayLike, e1_t0: ArrayLike, p_t1: ArrayLike, e0_t1: ArrayLike,
                       e1_t1: ArrayLike, min_distance: float = 0.0, tmax: float = 1.0) -> Tuple[bool, float]:
        """Whether a point and an edge collide in [0, tmax], and when. In space or in the plane."""
        return _pair("point-edge", (p_t0, e0_t0, e1_t0), (p_t1, e0_t1, e1_t1), min_distance, tmax, self)

    def edge_edge_ccd(self, ea0_t0: ArrayLike, ea1_t0: ArrayLike, eb0_t0: ArrayLike, eb1_t0: ArrayLike, ea0_t1: ArrayLike,
                      ea1_t1: ArrayLike, eb0_t1: ArrayLike, eb1_t1: ArrayLike, min_distance: float = 0.0,
                      tmax: float = 1.0) -> Tuple[bool, float]:
        """Whether two edges collide in [0, tmax], and when."""
        return _pair("edge-edge", (ea0_t0, ea1_t0, eb0_t0, eb1_t0), (ea0_t1, ea1_t1, eb0_t1, eb1_t1), min_distance, tmax,
                     self)

    def point_triangle_ccd(self, p_t0: ArrayLike, t0_t0: ArrayLike, t1_t0: ArrayLike, t2_t0: ArrayLike, p_t1: ArrayLike,
                           t0_t1: ArrayLike, t1_t1: ArrayLike, t2_t1: ArrayLike, min_distance: float = 0.0,
                           tmax: float = 1.0) -> Tuple[bool, float]:
        """Whether a point and a triangle collide in [0, tmax], and when."""
        return _pair("point-triangle", (p_t0, t0_t0, t1_t0, t2_t0), (p_t1, t0_t1, t1_t1, t2_t1), min_distance, tmax, self)


@dataclasses.dataclass(frozen=True)
class AdditiveCCD(TightInclusionCCD):
    """Always leaves the whole share 1 - conservative_rescaling of the distance. For pairs only."""

    max_iterations: int = _ANY_NUMBER
    """Not used: no answer needs a limit."""
    conservative_rescaling: float = 0.9


def _narrow_options(narrow_phase_ccd: TightInclusionCCD) -> Dict[str, Any]:
    if not isinstance(narrow_phase_ccd, TightInclusionCCD):
        raise ValueError(f"narrow_phase_ccd: must be a TightInclusionCCD, not {type(narrow_phase_ccd).__name__}")
    return {"tolerance": real(narrow_phase_ccd.tolerance, "tolerance"),
            "conservative_rescaling": real(narrow_phase_ccd.conservative_rescaling, "conservative_rescaling")}


def _points(points: Tuple[ArrayLike, ...], name: str) -> FloatArray:
    """The points as rows of an array; all of them have two coordinates, or all have three."""
    rows = [double_array(point, name, (None,)) for point in points]
    if any(len(row) != len(rows[0]) or len(row) not in (2, 3) for row in rows):
        raise ValueError(f"{name}: all points must have 3 coordinates or, in the plane, 2")
    return np.array(rows)


def _pair(kind: str, t0: Tuple[ArrayLike, ...], t1: Tuple[ArrayLike, ...], min_distance: float, tmax: float,
          ccd: TightInclusionCCD) -> Tuple[bool, float]:
    at_t0, at_t1 = _points(t0, "points at t0"), _points(t1, "points at t1")
    if at_t0.shape != at_t1.shape:
        raise ValueError("points at t1: must have as many coordinates as those at t0")
    for points, name in ((at_t0, "points at t0"), (at_t1, "points at t1")):
        if not np.isfinite(points).all():
            raise ValueError(f"{name}: has a coordinate that is not finite")
    if at_t0.shape[1] == 2:
        if kind in ("edge-edge", "point-triangle"):
            raise ValueError(f"points at t0: a pair {kind} has 3 coordinates")
        kind = "point-edge-2d" if kind == "point-edge" else kind
        at_t0, at_t1 = (np.hstack([points, np.zeros((len(points), 1))]) for points in (at_t0, at_t1))
    options = {**_narrow_options(ccd), "min_distance": real(min_distance, "min_distance"), "tmax": real(tmax, "tmax"),
               "additive": isinstance(ccd, AdditiveCCD)}
    return _native.ipc_pair(kind, at_t0, at_t1, options)


def _chosen(tolerance: float, max_iterations: int, conservative_rescaling: float) -> TightInclusionCCD:
    return TightInclusionCCD(tolerance, integer(max_iterations, "max_iterations"), conservative_rescaling)


def point_point_ccd(p0_t0: ArrayLike, p1_t0: ArrayLike, p0_t1: ArrayLike, p1_t1: ArrayLike, min_distance: float = 0.0,
                    tmax: float = 1.0, tolerance: float = 1e-6, max_iterations: int = 10_000_000,
                    conservative_rescaling: float = 0.8) -> Tuple[bool, float]:
    """Whether two points collide in [0, tmax], and when (infinite if they do not)."""
    ccd = _chosen(tolerance, max_iterations, conservative_rescaling)
    return ccd.point_point_ccd(p0_t0, p1_t0, p0_t1, p1_t1, min_distance, tmax)


def point_edge_ccd(p_t0: ArrayLike, e0_t0: ArrayLike, e1_t0: ArrayLike, p_t1: ArrayLike, e0_t1: ArrayLike,
                   e1_t1: ArrayLike, min_distance: float = 0.0, tmax: float = 1.0, tolerance: float = 1e-6,
                   max_iterations: int = 10_000_000, conservative_rescaling: float = 0.8) -> Tuple[bool, float]:
    """Whether a point and an edge collide in [0, tmax], and when. In space or in the plane."""
    ccd = _chosen(tolerance, max_iterations, conservative_rescaling)
    return ccd.point_edge_ccd(p_t0, e0_t0, e1_t0, p_t1, e0_t1, e1_t1, min_distance, tmax)


def edge_edge_ccd(ea0_t0: ArrayLike, ea1_t0: ArrayLike, eb0_t0: ArrayLike, eb1_t0: ArrayLike, ea0_t1: ArrayLike,
                  ea1_t1: ArrayLike, eb0_t1: ArrayLike, eb1_t1: ArrayLike, min_distance: float = 0.0, tmax: float = 1.0,
                  tolerance: float = 1e-6, max_iterations: int = 10_000_000,
                  conservative_rescaling: float = 0.8) -> Tuple[bool, float]:
    """Whether two edges collide in [0, tmax], and when (infinite if they do not)."""
    ccd = _chosen(tolerance, max_iterations, conservative_rescaling)
    return ccd.edge_edge_ccd(ea0_t0, ea1_t0, eb0_t0, eb1_t0, ea0_t1, ea1_t1, eb0_t1, eb1_t1, min_distance, tmax)


def point_triangle_ccd(p_t0: ArrayLike, t0_t0: ArrayLike, t1_t0: ArrayLike, t2_t0: ArrayLike, p_t1: ArrayLike,
                       t0_t1: ArrayLike, t1_t1: ArrayLike, t2_t1: ArrayLike, min_distance: float = 0.0, tmax: float = 1.0,
                       tolerance: float = 1e-6, max_iterations: int = 10_000_000,
                       conservative_rescaling: float = 0.8) -> Tuple[bool, float]:
    """Whether a point and a triangle collide in [0, tmax], and when (infinite if they do not)."""
    ccd = _chosen(tolerance, max_iterations, conservative_rescaling)
    return ccd.point_triangle_ccd(p_t0, t0_t0, t1_t0, t2_t0, p_t1, t0_t1, t1_t1, t2_t1, min_distance, tmax)


def _native_of(mesh: CollisionMesh) -> _native.Mesh:
    if not isinstance(mesh, CollisionMesh):
        raise ValueError(f"mesh: must be a CollisionMesh, not {type(mesh).__name__}")
    return native_mesh(mesh.mesh)


def _patches(mesh: CollisionMesh) -> Optional[IntArray]:
    """The patches of can_collide, one for each vertex; None: all vertices can collide."""
    if mesh.can_collide is None:
        return None
    if not isinstance(mesh.can_collide, VertexPatchesCanCollide):
        raise ValueError("mesh.can_collide: must be None or a VertexPatchesCanCollide")
    if len(mesh.can_collide.patches) != mesh.num_vertices:
        raise ValueError("mesh.can_collide: must have one patch for each vertex of the mesh")
    return mesh.can_collide.patches


def _step_positions(mesh: CollisionMesh, vertices_t0: ArrayLike,
                    vertices_t1: ArrayLike) -> Tuple[NDArray[Any], NDArray[Any]]:
    start, end = (positions(x, name, mesh.mesh)
                  for x, name in ((vertices_t0, "vertices_t0"), (vertices_t1, "vertices_t1")))
    if start.shape[1] != end.shape[1]:
        raise ValueError("vertices_t0 and vertices_t1: must have the same number of coordinates")
    return start, end


def _step_arguments(mesh: CollisionMesh, min_distance: float, broad_phase: BroadPhaseName,
                    narrow_phase_ccd: TightInclusionCCD) -> Dict[str, Any]:
    if isinstance(narrow_phase_ccd, AdditiveCCD):
        raise ValueError("narrow_phase_ccd: AdditiveCCD is for pairs only")
    options: Dict[str, Any] = {**step_options(broad_phase=broad_phase), **_narrow_options(narrow_phase_ccd),
               "min_distance": real(min_distance, "min_distance")}
    options["patches"] = _patches(mesh)
    return options


def is_step_collision_free(mesh: CollisionMesh, vertices_t0: ArrayLike, vertices_t1: ArrayLike,
                           min_distance: float = 0.0, broad_phase: BroadPhaseName = "bvh",
                           narrow_phase_ccd: TightInclusionCCD = TightInclusionCCD()) -> bool:
    """True if no pair collides in the whole step, in the meaning above: also False where it only comes near to contact."""
    native = _native_of(mesh)
    return _native.ipc_is_step_collision_free(
        native, *_step_positions(mesh, vertices_t0, vertices_t1),
        _step_arguments(mesh, min_distance, broad_phase, narrow_phase_ccd))


def compute_collision_free_stepsize(mesh: CollisionMesh, vertices_t0: ArrayLike, vertices_t1: ArrayLike,
                                    min_distance: float = 0.0, broad_phase: BroadPhaseName = "bvh",
                                    narrow_phase_ccd: TightInclusionCCD = TightInclusionCCD()) -> float:
    """The largest step in [0, 1] that is free of collisions in the meaning above."""
    native = _native_of(mesh)
    return _native.ipc_compute_collision_free_stepsize(
        native, *_step_positions(mesh, vertices_t0, vertices_t1),
        _step_arguments(mesh, min_distance, broad_phase, narrow_phase_ccd))


def has_intersections(mesh: CollisionMesh, vertices: ArrayLike, broad_phase: BroadPhaseName = "bvh") -> bool:
    """Whether anything intersects at these positions, decided exactly."""
    _native_of(mesh)
    return _has_intersections(mesh.mesh, vertices, broad_phase=broad_phase)


class Candidates:
    """Pairs that may touch during a step.

    The step functions look at the whole mesh, so that their answers never depend on which candidates were built.
    """

    def __init__(self) -> None:
        self.pairs: Optional[ElementPairs] = None
        """The candidates of the last `build`."""

    def build(self, mesh: CollisionMesh, vertices_t0: ArrayLike, vertices_t1: Union[ArrayLike, None] = None,
              inflation_radius: float = 0.0, broad_phase: BroadPhaseName = "bvh") -> None:
        """Finds all pairs whose boxes touch during the step (or at t0, without vertices_t1)."""
        _native_of(mesh)
        end = vertices_t0 if vertices_t1 is None else vertices_t1
        patches = _patches(mesh)
        ignored = None if patches is None else [[patch, patch] for patch in np.unique(patches).tolist()]
        self.pairs = candidates(mesh.mesh, vertices_t0, end, min_separation=2 * real(inflation_radius, "inflation_radius"),
                                broad_phase=broad_phase, patches=patches, ignored=ignored)

    def is_step_collision_free(self, mesh: CollisionMesh, vertices_t0: ArrayLike, vertices_t1: ArrayLike,
                               min_distance: float = 0.0,
                               narrow_phase_ccd: TightInclusionCCD = TightInclusionCCD()) -> bool:
        """As the function of this name."""
        return is_step_collision_free(mesh, vertices_t0, vertices_t1, min_distance, narrow_phase_ccd=narrow_phase_ccd)

    def compute_collision_free_stepsize(self, mesh: CollisionMesh, vertices_t0: ArrayLike, vertices_t1: ArrayLike,
                                        min_distance: float = 0.0,
                                        narrow_phase_ccd: TightInclusionCCD = TightInclusionCCD()) -> float:
        """As the function of this name."""
        return compute_collision_free_stepsize(mesh, vertices_t0, vertices_t1, min_distance,
                                               narrow_phase_ccd=narrow_phase_ccd)

    def __len__(self) -> int:
        return 0 if self.pairs is None else len(self.pairs)

    def empty(self) -> bool:
        """True if there is none."""
        return len(self) == 0

    def __repr__(self) -> str:
        return f"Candidates({len(self)} pairs)"
