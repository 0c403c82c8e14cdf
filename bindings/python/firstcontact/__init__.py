"""Continuous collision detection that never misses a contact.

>>> import firstcontact
>>> falling = [[0, 0, 1], [-1, -1, 0], [1, -1, 0], [0, 1, 0],     # p, v0, v1, v2 at t0
...            [0, 0, -1], [-1, -1, 0], [1, -1, 0], [0, 1, 0]]    # the same at t1
>>> firstcontact.solve(falling, kind="vertex-face", method="exact")
PairResult(CONTACT, toi=0.5, toi_upper=0.5, distance=0.0)

Pairs are in `firstcontact.pairs`, the exact oracle in `firstcontact.exact`, proofs in
`firstcontact.proofs`, files in `firstcontact.files`, generated queries in `firstcontact.generate`.
"""
try:
    import numpy as _numpy
except ImportError as _error:
    raise ImportError("firstcontact needs NumPy 1.21 or later (Debian: python3-numpy, pip: firstcontact[numpy])") from _error

from . import exact, files, generate, pairs, proofs
from ._names import Kind, Method, Norm, Status
from ._native import FileError, InputError, OutputError, PairProof, __version__
from .pairs import BatchResult, CertificateSegment, PairResult, solve, solve_batch

__all__ = [
    "BatchResult", "CertificateSegment", "FileError", "InputError", "Kind", "Method", "Norm", "OutputError", "PairProof",
    "PairResult", "Status", "__version__", "exact", "files", "generate", "pairs", "proofs", "solve", "solve_batch",
]
