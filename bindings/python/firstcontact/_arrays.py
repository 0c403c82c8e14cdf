"""Turns what users give into arrays and plain values, and names the argument that cannot be used.

Functions of this package use these helpers for every argument, so that every refusal reads
"argument: what is wrong", as a ValueError.
"""
from __future__ import annotations

import operator
import os
from typing import Any, Iterable, Iterator, Optional, Sequence, Tuple, TypeVar, Union

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int32]
BoolArray = NDArray[np.bool_]
Shape = Tuple[Optional[int], ...]
_T = TypeVar("_T")


def _shape_text(shape: Sequence[Optional[int]]) -> str:
    sizes = ", ".join("n" if size is None else str(size) for size in shape)
    return f"({sizes},)" if len(shape) == 1 else f"({sizes})"


def _as_array(value: object, name: str) -> NDArray[Any]:
    """The value as an array of any type, without a copy if it has a buffer."""
    if isinstance(value, np.ma.MaskedArray):
        if np.any(value.mask):
            raise ValueError(f"{name}: has masked entries")
        value = value.data
    try:
        array = np.asarray(value)
    except MemoryError:
        raise
    except Exception as error:
        raise ValueError(f"{name}: cannot be read as an array ({error})") from error
    return array


def _check_shape(array: NDArray[Any], name: str, shape: Shape) -> None:
    fits = array.ndim == len(shape) and all(
        wanted is None or size == wanted for size, wanted in zip(array.shape, shape))
    if not fits:
        raise ValueError(f"{name}: must have shape {_shape_text(shape)}, not {_shape_text(array.shape)}")


def _native(array: NDArray[Any]) -> NDArray[Any]:
    """The same numbers in the byte order of the machine, at addresses that it can load from."""
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    size = array.dtype.itemsize
    odd = any(stride % size for stride, length in zip(array.strides, array.shape) if length > 1)
    return array.copy() if odd or not array.flags.aligned else array


def real_array(value: object, name: str, shape: Shape) -> NDArray[Any]:
    """An array of float64 or float32 of this shape (None: any size of an axis).

    Strides are kept, and nothing is copied unless the type has to change. Values are never rounded:
    an integer that no double holds is refused. NaN and infinity are not looked at.
    """
    array = _as_array(value, name)
    if array.size == 0 and array.dtype == np.float64 and array.ndim == 1 and len(shape) > 1 and shape[0] is None:
        array = array.reshape((0, *(size or 0 for size in shape[1:])))  # [] has no more axes than one
    _check_shape(array, name, shape)
    kind = array.dtype.kind
    if kind == "f" and array.dtype.itemsize in (4, 8):
        return _native(array)
    if kind == "f" or kind in "iu":
        with np.errstate(over="ignore"):
            doubles: NDArray[Any] = array.astype(np.float64)
        if array.dtype.itemsize >= 8 and not _same_numbers(array, doubles):
            raise ValueError(f"{name}: has a number of type {array.dtype} that no double holds")
        return doubles
    raise ValueError(f"{name}: must hold real numbers, not {array.dtype}")


def _same_numbers(array: NDArray[Any], doubles: NDArray[Any]) -> bool:
    if array.dtype.kind == "f":
        return bool(np.all((doubles == array) | (np.isnan(array) & np.isnan(doubles))))
    # All below 2**53 are doubles. Larger ones are compared as Python's integers.
    far = np.abs(doubles) >= 2.0 ** 53
    return all(int(a) == int(b) for a, b in zip(array[far].tolist(), doubles[far].tolist()))


def double_array(value: object, name: str, shape: Shape) -> FloatArray:
    """As real_array, but always float64 and in C order."""
    return np.ascontiguousarray(real_array(value, name, shape), dtype=np.float64)


def index_array(value: object, name: str, shape: Shape) -> IntArray:
    """An array of int32 of this shape, in C order. Numbers that are no int32 are refused."""
    array = _as_array(value, name)
    if array.size == 0 and array.ndim == 1 and len(shape) > 1 and shape[0] is None:
        array = array.reshape((0, *(size or 0 for size in shape[1:])))
    _check_shape(array, name, shape)
    if array.size == 0 and array.dtype.kind == "f":
        array = array.astype(np.int32)  # [] is an array of floats
    if array.dtype.kind not in "iu":
        raise ValueError(f"{name}: must hold integers, not {array.dtype}")
    if array.size and (array.max() > np.iinfo(np.int32).max or array.min() < np.iinfo(np.int32).min):
        raise ValueError(f"{name}: has a number that no 32-bit integer holds")
    return np.ascontiguousarray(array, dtype=np.int32)


def flag_array(value: object, name: str, shape: Shape) -> BoolArray:
    """An array of bool of this shape, in C order. Numbers are refused."""
    array = _as_array(value, name)
    if array.size == 0 and array.dtype.kind == "f":
        array = array.astype(np.bool_)
    _check_shape(array, name, shape)
    if array.dtype.kind != "b":
        raise ValueError(f"{name}: must hold True and False, not {array.dtype}")
    return np.ascontiguousarray(array)


def real(value: object, name: str) -> float:
    """A number. Whether it is in range is for the library to say."""
    if isinstance(value, (str, bytes)):
        raise ValueError(f"{name}: must be a number, not {value!r:.40}")
    try:
        return float(value)  # type: ignore[arg-type]
    except MemoryError:
        raise
    except Exception as error:
        raise ValueError(f"{name}: must be a number, not {_shown(value)}") from error


def integer(value: object, name: str, low: int = -(2 ** 63), high: int = 2 ** 63 - 1) -> int:
    """An integer in [low, high]."""
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except MemoryError:
        raise
    except Exception as error:
        raise ValueError(f"{name}: must be an integer, not {_shown(value)}") from error
    if not low <= number <= high:
        raise ValueError(f"{name}: must be in [{low}, {high}]")
    return number


def flag(value: object, name: str) -> bool:
    """True or False."""
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    raise ValueError(f"{name}: must be True or False, not {_shown(value)}")


def thread_count(value: object) -> int:
    """The argument `threads`: 0 (all cores) to 1024."""
    return integer(value, "threads", 0, 1024)


def callback(value: object, name: str = "progress") -> object:
    """A callable, or None."""
    if value is not None and not callable(value):
        raise ValueError(f"{name}: must be callable or None, not {_shown(value)}")
    return value


def path_text(value: Union[str, "os.PathLike[str]"], name: str = "path") -> str:
    """A path as text."""
    try:
        text = os.fspath(value)
    except TypeError as error:
        raise ValueError(f"{name}: must be a path, not {_shown(value)}") from error
    if not isinstance(text, str):
        raise ValueError(f"{name}: must be text, not {_shown(value)}")
    if "\0" in text:
        raise ValueError(f"{name}: has a zero character")
    try:
        os.fsencode(text)
    except UnicodeEncodeError as error:
        raise ValueError(f"{name}: is no name that a file can have") from error
    return text


def items(value: Iterable[_T], name: str) -> Iterator[_T]:
    """An iterator over a list or anything that can be iterated over."""
    try:
        return iter(value)
    except TypeError as error:
        raise ValueError(f"{name}: must be a list, not {_shown(value)}") from error


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    """The array itself, which can no longer be written to."""
    array.flags.writeable = False
    return array


def _shown(value: object) -> str:
    return type(value).__name__
