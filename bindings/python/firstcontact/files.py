"""Query files and mesh files, as arrays. The formats are those of the command line."""
from __future__ import annotations

import dataclasses
import os
from typing import List, Optional, Sequence, Union

import numpy as np
from numpy.typing import ArrayLike

from . import _native
from ._arrays import BoolArray, FloatArray, IntArray, double_array, flag_array, index_array, items, path_text
from ._names import Kind, KindName, member

__all__ = ["MeshData", "QuerySet", "QuerySource", "find_query_files", "read_mesh", "read_queries", "write_mesh",
           "write_queries"]

Path = Union[str, "os.PathLike[str]"]


@dataclasses.dataclass(frozen=True)
class QuerySource:
    """A file of queries, and what its name says about them."""

    path: str
    scene: str
    """Name of the folder that holds the kind folder."""
    kind: Kind


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class QuerySet:
    """Pairs of one kind, and whether they really touch in [0, 1]. ``len`` is their number."""

    kind: Kind
    points: FloatArray
    """Shape (n, *kind.shape): what `solve_batch` takes."""
    truth: BoolArray
    """Whether each pair really touches."""
    toi: FloatArray
    """The exact first time of contact lies in [toi, toi_upper]. Free: both are 1. Unknown: 0 and 1."""
    toi_upper: FloatArray

    def __len__(self) -> int:
        return len(self.points)

    def __repr__(self) -> str:
        return f"QuerySet({self.kind.value}, {len(self)} pairs, {int(np.count_nonzero(self.truth))} touch)"


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class MeshData:
    """The mesh of a file. Indices count vertices from 0."""

    vertices: FloatArray
    """Shape (n, 3)."""
    faces: IntArray
    """Triangles, shape (m, 3). A polygon of the file became a fan of triangles."""
    edges: IntArray
    """Only edges that the file gives on their own, shape (k, 2)."""

    def __repr__(self) -> str:
        return f"MeshData({len(self.vertices)} vertices, {len(self.faces)} faces, {len(self.edges)} edges)"


def query_set(kind: Kind, arrays: "dict[str, _native.NativeArray]") -> QuerySet:
    """The arrays of the native module as a QuerySet, without a copy."""
    return QuerySet(kind, np.asarray(arrays["points"]), np.asarray(arrays["truth"]).view(np.bool_),
                    np.asarray(arrays["toi"]), np.asarray(arrays["toi_upper"]))


def find_query_files(paths: Union[Path, Sequence[Path]]) -> List[QuerySource]:
    """The query files (\\*.csv, \\*.fcq, either with .gz) below some folders, sorted by path.

    The kind of a file is that of the nearest folder above it with a kind's name.
    """
    if isinstance(paths, (str, os.PathLike)):
        paths = [paths]
    texts = [path_text(path, "paths") for path in items(paths, "paths")]
    return [QuerySource(path, scene, Kind(kind)) for path, scene, kind in _native.find_query_files(texts)]


def read_queries(path: Path, kind: Optional[KindName] = None) -> QuerySet:
    """All queries of a file. The kind is that of its folder, unless it is given.

    Every value is exactly the double that the file says. Throws InputError, a ValueError, that
    names the file, the line and the field.
    """
    text = path_text(path)
    chosen = member(Kind, kind, "kind") if kind is not None else find_query_files(text)[0].kind
    return query_set(chosen, _native.read_queries(text, chosen.value))


def write_queries(path: Path, points: ArrayLike, truth: ArrayLike, kind: KindName = "vertex-face") -> None:
    """Writes pairs of one kind as CSV, compressed if the name ends in ".gz".

    The file appears whole or not at all. Throws OutputError, a ValueError, for a coordinate that is
    not finite and for no pair at all.

    >>> import os, tempfile
    >>> from firstcontact import files
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "pairs.csv")
    ...     files.write_queries(path, [[[0, 0, 1], [0, 0, 0], [0, 0, -1], [0, 0, 0]]], [True], "point-point")
    ...     files.read_queries(path, "point-point")
    QuerySet(point-point, 1 pairs, 1 touch)
    """
    chosen = member(Kind, kind, "kind")
    array = double_array(points, "points", (None, *chosen.shape))
    _native.write_queries(path_text(path), chosen.value, array, flag_array(truth, "truth", (len(array),)))


def read_mesh(path: Path) -> MeshData:
    """The mesh of an OBJ, PLY, STL or OFF file, unpacked first when its name ends in ".gz".

    Throws InputError, a ValueError, that names the file and the place in it.
    """
    arrays = _native.read_mesh(path_text(path))
    return MeshData(np.asarray(arrays["vertices"]), np.asarray(arrays["faces"]), np.asarray(arrays["edges"]))


def write_mesh(path: Path, vertices: ArrayLike, faces: ArrayLike = (), edges: ArrayLike = (), *,
               encoding: Optional[str] = None) -> None:
    """Writes a mesh: OBJ or binary PLY by the name, or `encoding` ("obj", "ply-ascii", "ply-binary").

    The file appears whole or not at all, and gives back the same mesh to the last bit.

    >>> import os, tempfile
    >>> from firstcontact import files
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "triangle.obj")
    ...     files.write_mesh(path, [[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    ...     files.read_mesh(path)
    MeshData(3 vertices, 1 faces, 0 edges)
    """
    if encoding is not None and encoding not in ("obj", "ply-ascii", "ply-binary"):
        raise ValueError("encoding: must be one of 'obj', 'ply-ascii', 'ply-binary' or None")
    _native.write_mesh(path_text(path), double_array(vertices, "vertices", (None, 3)),
                       index_array(faces, "faces", (None, 3)), index_array(edges, "edges", (None, 2)), encoding or "")
