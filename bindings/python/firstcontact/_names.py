"""The enumerations of the package. Each is accepted by its name on the command line, too."""
from __future__ import annotations

import enum
from typing import Type, TypeVar, Union


class Status(enum.IntEnum):
    """What is known about the motion over [0, t_max]. Arrays of statuses hold these numbers."""

    FREE = 0
    """There is no contact in [0, t_max]. This is proven."""
    CONTACT = 1
    """There is a contact, within the tolerance."""
    UNDECIDED = 2
    """The budget or the resolution of doubles ran out. [0, toi) is proven free."""
    CANCELLED = 3
    """The caller asked to stop. Nothing was decided."""
    INVALID_INPUT = 4
    """The input cannot be used, for example because a coordinate is NaN."""


class NoTruthValue:
    """The base of answers: ``if answer:`` could be read as "it is free" or as "it touches", so it is refused."""

    def __bool__(self) -> bool:
        raise TypeError(f"{type(self).__name__} is neither true nor false: ask for its .free")


class Kind(str, enum.Enum):
    """Which primitives a pair has."""

    VERTEX_FACE = "vertex-face"
    EDGE_EDGE = "edge-edge"
    POINT_EDGE = "point-edge"
    POINT_POINT = "point-point"
    POINT_SEGMENT_2D = "point-segment-2d"

    @property
    def points(self) -> int:
        """Number of points of one instant."""
        return {"vertex-face": 4, "edge-edge": 4, "point-point": 2}.get(self.value, 3)

    @property
    def coordinates(self) -> int:
        """Number of coordinates of a point."""
        return 2 if self is Kind.POINT_SEGMENT_2D else 3

    @property
    def shape(self) -> "tuple[int, int]":
        """Shape of one pair: the points at t0, then those at t1."""
        return (2 * self.points, self.coordinates)


class Method(str, enum.Enum):
    """How a pair is decided."""

    CERTIFIED = "certified"
    EXACT = "exact"
    TIGHT_INCLUSION = "tight-inclusion"
    TIGHT_INCLUSION_FAST = "tight-inclusion-fast"


class Norm(str, enum.Enum):
    """How a minimum separation is measured."""

    L2 = "l2"
    LINF = "linf"


KindName = Union[Kind, str]
MethodName = Union[Method, str]
NormName = Union[Norm, str]

_E = TypeVar("_E", bound=enum.Enum)


def member(names: Type[_E], value: object, argument: str) -> _E:
    """The member that a value is or names. Throws ValueError that names the argument."""
    if isinstance(value, names):
        return value
    if isinstance(value, str):
        for candidate in names:
            if candidate.value == value:
                return candidate
        shown = f"{str(value)!r:.60}"
    else:
        shown = type(value).__name__
    known = ", ".join(repr(candidate.value) for candidate in names)
    raise ValueError(f"{argument}: must be one of {known}, not {shown}")
