"""What the functions of mesh steps answer: arrays, and single impacts made from them."""
from __future__ import annotations

import dataclasses
from typing import Any, Dict, Iterator, Mapping, Optional, Tuple

import numpy as np
from numpy.typing import NDArray

from ._arrays import BoolArray, FloatArray, IntArray
from ._names import Kind, NoTruthValue, Status

KINDS = tuple(Kind)
"""Arrays of kinds hold indices into this tuple."""


def arrays(fields: Mapping[str, Any]) -> Dict[str, Any]:
    """The same fields, with NumPy arrays in place of arrays of the library."""
    return {name: np.asarray(value) for name, value in fields.items()}


def candidate_counts(counts: object) -> Dict[Kind, int]:
    """Numbers of candidates by kind, without zeros."""
    return {kind: int(count) for kind, count in zip(KINDS, np.asarray(counts).tolist()) if count}


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class ElementPairs:
    """Pairs of elements of a mesh, one entry a pair in each array. Sorted by kind, a, b."""

    kind: NDArray[np.int8]
    """Numbers of kinds, in the order of `Kind`: 0 is vertex-face, 1 edge-edge, and so on."""
    a: IntArray
    """vertex-face: the vertex; edge-edge: a row of `Mesh.edges`; otherwise a vertex."""
    b: IntArray
    """vertex-face: the face; edge-edge, point-edge and point-segment-2d: a row of `Mesh.edges`; point-point: a vertex."""
    vertices: IntArray
    """Shape (n, 4): the vertices of the pair in the order of `Kind`; -1 where it has fewer than four."""

    @property
    def kinds(self) -> Tuple[Kind, ...]:
        """The kind of each pair."""
        return tuple(KINDS[number] for number in self.kind.tolist())

    def __len__(self) -> int:
        return len(self.kind)

    def _count_text(self) -> str:
        counts = np.bincount(self.kind, minlength=len(KINDS)).tolist()
        parts = [f"{count} {kind.value}" for kind, count in zip(KINDS, counts) if count]
        return ", ".join(parts) if parts else "none"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._count_text()})"


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Impact:
    """A pair of elements that touches. Points, normal and distance are those at `toi`."""

    kind: Kind
    a: int
    """As in `ElementPairs`."""
    b: int
    vertices: Tuple[int, ...]
    """The vertices of the pair in the order of `Kind`."""
    toi: float
    """No contact of this pair happens in [0, toi), and this is proven."""
    toi_upper: float
    """The contact begins no later than this."""
    starts_in_contact: bool
    u: float
    """Where the points lie on the elements: see `Kind`."""
    v: float
    weights: FloatArray
    """Shape (4,): (point on a) - (point on b) is the sum of the vertices with these weights."""
    point_a: FloatArray
    point_b: FloatArray
    normal: FloatArray
    """Unit vector from b to a; zero where there is no such direction."""
    distance: float

    def __repr__(self) -> str:
        return f"Impact({self.kind.value}, vertices={self.vertices}, toi={self.toi!r}, distance={self.distance!r})"


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Impacts(ElementPairs):
    """Pairs that touch, one entry a pair in each array. ``impacts[i]`` is one of them as an `Impact`.

    Sorted by time, then kind, a and b; those of `initial_contacts` by distance first.
    """

    toi: FloatArray
    """No contact of the pair happens in [0, toi), and this is proven."""
    toi_upper: FloatArray
    """The contact begins no later than this."""
    starts_in_contact: BoolArray
    u: FloatArray
    """Where the points lie on the elements: see `Kind`."""
    v: FloatArray
    weights: FloatArray
    """Shape (n, 4): (point on a) - (point on b) is the sum of the vertices with these weights."""
    point_a: FloatArray
    """Shape (n, 3), at `toi`; so are the next three."""
    point_b: FloatArray
    normal: FloatArray
    """Unit vectors from b to a; zero where there is no such direction."""
    distance: FloatArray
    status: Status = Status.FREE
    """Of the whole step."""
    candidates: Dict[Kind, int] = dataclasses.field(default_factory=dict)
    """Numbers of candidate pairs that were looked at."""
    message: str = ""
    """A hint about the cost of the search, or empty."""

    @property
    def free(self) -> bool:
        """True only if it is proven that nothing touches."""
        return self.status == Status.FREE

    def __getitem__(self, index: int) -> Impact:
        kind = KINDS[self.kind[index]]
        return Impact(
            kind=kind, a=int(self.a[index]), b=int(self.b[index]),
            vertices=tuple(self.vertices[index, :kind.points].tolist()), toi=float(self.toi[index]),
            toi_upper=float(self.toi_upper[index]), starts_in_contact=bool(self.starts_in_contact[index]),
            u=float(self.u[index]), v=float(self.v[index]), weights=self.weights[index], point_a=self.point_a[index],
            point_b=self.point_b[index], normal=self.normal[index], distance=float(self.distance[index]))

    def __iter__(self) -> Iterator[Impact]:
        return (self[i] for i in range(len(self)))

    def __repr__(self) -> str:
        first = f", first toi={self.toi[0]:.6g}" if len(self) else ""
        return f"Impacts({self.status.name}, {self._count_text()}{first})"


def impacts_of(answer: Mapping[str, Any]) -> Impacts:
    """The impacts of an answer of the library."""
    return Impacts(**arrays(answer["impacts"]), status=Status(answer["status"]),
                   candidates=candidate_counts(answer.get("candidates", ())), message=answer["message"])


def only_impact(fields: Mapping[str, Any]) -> Optional[Impact]:
    """The impact of a list of none or one."""
    impacts = Impacts(**arrays(fields))
    return impacts[0] if len(impacts) else None


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class StepResult(NoTruthValue):
    """The answer about a whole step. ``float(result)`` is `toi`."""

    status: Status
    toi: float
    """The part [0, toi) of the step is proven free. Free: t_max."""
    toi_upper: float
    """Contact: it begins no later than this."""
    checks: int
    """Candidate pairs that were looked at."""
    starts_in_contact: bool
    message: str
    """A hint about the cost of the search, or empty."""
    candidates: Dict[Kind, int]
    """Numbers of candidate pairs that were looked at, by kind."""
    earliest: Optional[Impact] = None
    """The pair that ends the free part, if the function looks for it."""

    @property
    def free(self) -> bool:
        """True only if it is proven that nothing touches."""
        return self.status == Status.FREE

    def __float__(self) -> float:
        return self.toi

    def __repr__(self) -> str:
        earliest = f", earliest={self.earliest!r}" if self.earliest is not None else ""
        return f"StepResult({self.status.name}, toi={self.toi!r}{earliest})"


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class ActiveSet:
    """Impacts as linear constraints: normal · sum_k weights[k] x(vertices[k]) >= 0."""

    impacts: Impacts
    weights: FloatArray
    """Shape (n, 4). The gradient of a constraint with respect to its vertex k is weights[k] * normal."""
    gap_t1: FloatArray
    """How far the full step would be on the right side; negative if it passes through."""

    def __len__(self) -> int:
        return len(self.impacts)

    def __repr__(self) -> str:
        passing = int(np.count_nonzero(self.gap_t1 < 0))
        return f"ActiveSet({len(self)} constraints, {passing} of them violated at t1)"


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class SafeDisplacements:
    """How far each vertex may go on its own, in any combination."""

    status: Status
    steps: FloatArray
    """One for each vertex, in [0, t_max]."""
    kept_distance: float
    """After any combination of steps no two elements are nearer to contact than this, except pairs at rest."""
    limited: int
    """Number of vertices whose step is below t_max."""
    starts_in_contact: bool
    message: str

    def __repr__(self) -> str:
        return (f"SafeDisplacements({self.status.name}, {self.limited} of {len(self.steps)} vertices limited, "
                f"kept_distance={self.kept_distance!r})")


@dataclasses.dataclass(frozen=True)
class StepProof(NoTruthValue):
    """What was written about a step. Nothing is, unless the step is free."""

    status: Status
    written: int
    """Pairs with a proof."""
    segments: int
    without: int
    """Pairs for which no proof was found; then the step cannot be verified."""

    @property
    def free(self) -> bool:
        """True only if the step is proven free, and its proof was written."""
        return self.status == Status.FREE and self.without == 0
