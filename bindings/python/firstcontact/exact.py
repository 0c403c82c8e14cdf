"""The exact oracle: decides a pair without any rounding, and encloses the first time of contact.

Coordinates are taken as the real numbers that they are. The time of contact is an algebraic number;
its enclosure is a pair of fractions, as narrow as asked.
"""
from __future__ import annotations

import dataclasses
from fractions import Fraction
from typing import Optional, Union

from numpy.typing import ArrayLike

from . import _native
from ._arrays import real, real_array
from ._names import Kind, KindName, Norm, NormName, member

__all__ = ["ContactTime", "first_contact_time", "touches"]

_MOST_BITS = 100_000


@dataclasses.dataclass(frozen=True)
class ContactTime:
    """The first time of contact lies in [lower, upper]; both are multiples of a power of two."""

    lower: Fraction
    upper: Fraction

    @property
    def is_exact(self) -> bool:
        """Both bounds are the first time of contact."""
        return self.lower == self.upper

    @property
    def width(self) -> Fraction:
        """How wide the enclosure is."""
        return self.upper - self.lower

    def __float__(self) -> float:
        """The largest double that is not later than the contact, as far as the enclosure tells."""
        value = float(self.lower)
        while Fraction(value) > self.lower:
            value = _before(value)
        return value


def _before(value: float) -> float:
    import math
    return math.nextafter(value, -math.inf)


def _width_bits(width: Union[Fraction, float, int]) -> int:
    try:
        wanted = Fraction(width)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"width: must be a positive number, not {type(width).__name__}") from error
    if wanted <= 0:
        raise ValueError("width: must be positive")
    if wanted >= 1:
        return 0
    # The smallest k with 2**-k <= wanted.
    bits = wanted.denominator.bit_length() - wanted.numerator.bit_length()
    while bits > 0 and wanted.numerator << (bits - 1) >= wanted.denominator:
        bits -= 1
    while wanted.numerator << bits < wanted.denominator:
        bits += 1
    if bits > _MOST_BITS:
        raise ValueError(f"width: must be at least 2**-{_MOST_BITS}")
    return bits


def first_contact_time(points: ArrayLike, kind: KindName = "vertex-face", *, width: Union[Fraction, float] = 2.0 ** -30,
                       min_separation: float = 0.0, norm: NormName = "l2", t_max: float = 1.0) -> Optional[ContactTime]:
    """The first time in [0, t_max] at which the pair touches, or None if it does not.

    The enclosure is at most `width` wide; it is a point if the time is a multiple of a power of two
    that is no smaller.

    >>> from fractions import Fraction
    >>> from firstcontact import exact
    >>> falling = [[0, 0, 1], [-1, -1, 0], [1, -1, 0], [0, 1, 0],
    ...            [0, 0, -1], [-1, -1, 0], [1, -1, 0], [0, 1, 0]]
    >>> exact.first_contact_time(falling)
    ContactTime(lower=Fraction(1, 2), upper=Fraction(1, 2))
    >>> falling[4][2] = -2  # now a third
    >>> time = exact.first_contact_time(falling, width=Fraction(1, 10**40))
    >>> time.lower < Fraction(1, 3) < time.upper, time.width < Fraction(1, 10**40)
    (True, True)

    A coordinate that is not finite is a ValueError. The call cannot be interrupted; one pair takes
    microseconds to milliseconds, more if `width` has tens of thousands of bits.
    """
    chosen = member(Kind, kind, "kind")
    answer = _native.exact_first_contact(
        chosen.value, real_array(points, "points", chosen.shape), real(min_separation, "min_separation"),
        member(Norm, norm, "norm").value, real(t_max, "t_max"), _width_bits(width))
    if not answer["contact"]:
        return None
    return ContactTime(_fraction(*answer["lower"]), _fraction(*answer["upper"]))


def touches(points: ArrayLike, kind: KindName = "vertex-face", *, min_separation: float = 0.0, norm: NormName = "l2",
            t_max: float = 1.0) -> bool:
    """Whether the pair touches in [0, t_max].

    >>> from firstcontact import exact
    >>> exact.touches([[0, 0, 1], [0, 0, 0], [0, 0, 2], [0, 0, 0]], "point-point")
    False
    """
    return first_contact_time(points, kind, width=1.0, min_separation=min_separation, norm=norm, t_max=t_max) is not None


def _fraction(mantissa: str, exponent: int) -> Fraction:
    number = int(mantissa, 16)
    return Fraction(number << exponent) if exponent >= 0 else Fraction(number, 1 << -exponent)
