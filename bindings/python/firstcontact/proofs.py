"""Proofs that answers are right, as objects and as files, and their independent verifier.

`solve(…, certificate=True)` makes them: of every free answer and, with ``exact=True``, of every
contact. The file format is that of the command line (``firstcontact verify`` reads it).
"""
from __future__ import annotations

import dataclasses
import os
from typing import Iterable, Iterator, Tuple, Union

from . import _native
from ._arrays import items, path_text, thread_count
from ._native import PairProof

__all__ = ["Failure", "FileVerdict", "PairProof", "Verdict", "read_proofs", "verify", "verify_file", "write_proofs"]

Path = Union[str, "os.PathLike[str]"]


@dataclasses.dataclass(frozen=True)
class Verdict:
    """What the verifier says about a proof. It is true where the proof is valid."""

    proven: bool
    reason: str
    """Why the proof is not valid; empty if it is."""

    def __bool__(self) -> bool:
        return self.proven


@dataclasses.dataclass(frozen=True)
class Failure:
    """A line of a file that was not proven. Lines count from 1."""

    line: int
    reason: str


@dataclasses.dataclass(frozen=True)
class FileVerdict:
    """What the verifier says about a file. It is true where the file is valid."""

    proofs: int
    """How many were checked; a scene and a step count as one more each."""
    segments: int
    """Segments and entries of all of them."""
    failures: Tuple[Failure, ...]
    error: str
    """Why the file could not be read to its end; empty if it could."""

    @property
    def valid(self) -> bool:
        """There were proofs, and all of them hold."""
        return self.proofs > 0 and not self.failures and not self.error

    def __bool__(self) -> bool:
        return self.valid


def verify(proof: PairProof) -> Verdict:
    """Checks a proof with code that shares nothing with the solver.

    >>> import firstcontact
    >>> from firstcontact import proofs
    >>> rising = [[0, 0, 1], [-1, -1, 0], [1, -1, 0], [0, 1, 0],
    ...           [0, 0, 2], [-1, -1, 0], [1, -1, 0], [0, 1, 0]]
    >>> proof = firstcontact.solve(rising, certificate=True).proof
    >>> proof
    PairProof(vertex-face, free, 1 segment)
    >>> proofs.verify(proof)
    Verdict(proven=True, reason='')
    """
    if not isinstance(proof, PairProof):
        raise ValueError(f"proof: must be a PairProof, not {type(proof).__name__}")
    return Verdict(*_native.verify_pair(proof))


def verify_file(path: Path, *, threads: int = 0) -> FileVerdict:
    """Checks every line of a proof file, of any kind, on some threads (0: all cores).

    A step is proven when all pairs that it counts are. Throws InputError, a ValueError, if the file
    cannot be opened.
    """
    answer = _native.verify_file(path_text(path), thread_count(threads))
    failures = tuple(Failure(line, reason) for line, reason in answer["failures"])
    return FileVerdict(answer["proofs"], answer["segments"], failures, answer["error"])


def write_proofs(path: Path, proofs: Iterable[PairProof]) -> int:
    """Writes proofs of pairs to a file, compressed if its name ends in ".gz", and returns their number.

    The file appears whole at the end; if anything goes wrong, it does not appear.

    >>> import firstcontact, os, tempfile
    >>> from firstcontact import proofs
    >>> apart = [[0, 0, 1], [0, 0, 0], [0, 0, 2], [0, 0, 0]]
    >>> proof = firstcontact.solve(apart, "point-point", certificate=True).proof
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "proofs.jsonl")
    ...     written = proofs.write_proofs(path, [proof, proof])
    ...     written, proofs.verify_file(path).valid, list(proofs.read_proofs(path)) == [proof, proof]
    (2, True, True)
    """
    given = items(proofs, "proofs")
    writer = _native.ProofWriter(path_text(path))
    count = 0
    for proof in given:
        if not isinstance(proof, PairProof):
            raise ValueError(f"proofs: must hold PairProof only, not {type(proof).__name__}")
        writer.write(proof)
        count += 1
    writer.close()
    return count


def read_proofs(path: Path) -> Iterator[PairProof]:
    """The proofs of pairs of a file, one after the other. Throws ValueError for any other line."""
    return iter(_native.PairProofReader(path_text(path)))
