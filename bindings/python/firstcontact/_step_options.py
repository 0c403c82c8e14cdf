"""The options that the functions of mesh steps share, as the library takes them."""
from __future__ import annotations

import enum
from typing import Any, Dict, Optional, Union

from numpy.typing import ArrayLike

from ._arrays import flag, flag_array, index_array, real, thread_count
from ._names import Norm, NormName, member


class BroadPhase(str, enum.Enum):
    """How candidates are found. All broad phases give the same answers."""

    BVH = "bvh"
    SWEEP_AND_PRUNE = "sweep-and-prune"
    SPATIAL_HASH = "spatial-hash"
    BRUTE_FORCE = "brute-force"


BroadPhaseName = Union[BroadPhase, str]


def step_options(*, min_separation: float = 0.0, norm: NormName = "l2", tolerance: Optional[float] = None,
                 t_max: float = 1.0, exact: bool = False, toi_width: float = 2.0 ** -30,
                 broad_phase: BroadPhaseName = "bvh", threads: int = 0, within_objects: bool = True,
                 between_objects: bool = True, left_out: Optional[ArrayLike] = None, immobile: Optional[ArrayLike] = None,
                 patches: Optional[ArrayLike] = None, ignored: Optional[ArrayLike] = None) -> Dict[str, Any]:
    """Checks the types of the options. What the numbers may be is for the library to say.

    An empty table of `left_out`, `immobile`, `patches` or `ignored` excludes nothing.
    """
    return {
        "min_separation": real(min_separation, "min_separation"),
        "norm": member(Norm, norm, "norm").value,
        "tolerance": None if tolerance is None else real(tolerance, "tolerance"),
        "t_max": real(t_max, "t_max"),
        "exact": flag(exact, "exact"),
        "toi_width": real(toi_width, "toi_width"),
        "broad_phase": member(BroadPhase, broad_phase, "broad_phase").value,
        "threads": thread_count(threads),
        "within_objects": flag(within_objects, "within_objects"),
        "between_objects": flag(between_objects, "between_objects"),
        "left_out": None if left_out is None else flag_array(left_out, "left_out", (None,)),
        "immobile": None if immobile is None else flag_array(immobile, "immobile", (None,)),
        "patches": None if patches is None else index_array(patches, "patches", (None,)),
        "ignored": None if ignored is None else index_array(ignored, "ignored", (None, 2)),
    }
