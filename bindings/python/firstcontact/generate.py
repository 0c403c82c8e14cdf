"""Queries that are hard for continuous collision detection, by class, from a seed, with their truth."""
from __future__ import annotations

import dataclasses
from typing import Callable, Optional, Tuple, Union

from . import _native
from ._arrays import callback, flag, integer, thread_count
from ._names import Kind, KindName, member
from .files import QuerySet, query_set

__all__ = ["QueryClass", "make_queries", "query_classes"]

_MOST = 2 ** 40  # more than fits into memory


@dataclasses.dataclass(frozen=True)
class QueryClass:
    """A class of generated queries."""

    name: str
    description: str
    kinds: Tuple[Kind, ...]
    """The kinds of pairs that it makes."""


def query_classes() -> Tuple[QueryClass, ...]:
    """All classes, in a fixed order.

    >>> from firstcontact import generate
    >>> [c.name for c in generate.query_classes()][:2]
    ['point-point', 'near-collision']
    """
    kinds = (Kind.VERTEX_FACE, Kind.EDGE_EDGE)
    return tuple(QueryClass(name, description, tuple(kind for kind, made in zip(kinds, makes) if made))
                 for name, description, *makes in _native.query_classes())


def make_queries(query_class: Union[QueryClass, str], count: int, kind: KindName = "vertex-face", *, seed: int = 1,
                 start: int = 0, truth: bool = True, threads: int = 0,
                 progress: Optional[Callable[[int, int], object]] = None) -> QuerySet:
    """Queries number `start`, `start` + 1, … of a class and kind, from a seed.

    The bits are the same on every machine and for any number of threads. The exact oracle finds the
    truth and the times, unless `truth` is False; then the truth is False and the times are 0 and 1.

    >>> from firstcontact import generate
    >>> generate.make_queries("near-collision", 100, "edge-edge", seed=7)
    QuerySet(edge-edge, 100 pairs, 48 touch)
    """
    name = query_class.name if isinstance(query_class, QueryClass) else query_class
    if not isinstance(name, str):
        raise ValueError(f"query_class: must be a name, not {type(name).__name__}")
    chosen = member(Kind, kind, "kind")
    arrays = _native.make_queries(name, chosen.value, integer(seed, "seed", 0, 2 ** 64 - 1),
                                  integer(start, "start", 0, 2 ** 63), integer(count, "count", 0, _MOST),
                                  flag(truth, "truth"), thread_count(threads), callback(progress))
    return query_set(chosen, arrays)
