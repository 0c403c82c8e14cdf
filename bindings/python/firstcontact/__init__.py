"""Continuous collision detection that never misses a contact.

>>> import firstcontact
>>> falling = [[0, 0, 1], [-1, -1, 0], [1, -1, 0], [0, 1, 0],     # p, v0, v1, v2 at t0
...            [0, 0, -1], [-1, -1, 0], [1, -1, 0], [0, 1, 0]]    # the same at t1
>>> firstcontact.solve(falling, kind="vertex-face", method="exact")
PairResult(CONTACT, toi=0.5, toi_upper=0.5, distance=0.0)

Pairs are in `firstcontact.pairs`, the exact oracle in `firstcontact.exact`, proofs in
`firstcontact.proofs`, files in `firstcontact.files`, generated queries in `firstcontact.generate`.
Steps of meshes are in `firstcontact.meshes` and `firstcontact.near`, rigid bodies in
`firstcontact.bodies`, robots in `firstcontact.robots`, simulators in `firstcontact.simulations`, and
the names of the IPC Toolkit in `firstcontact.ipc`.
"""
try:
    import numpy as _numpy
except ImportError as _error:
    raise ImportError("firstcontact needs NumPy 1.21 or later (Debian: python3-numpy; elsewhere: pip install numpy)") from _error

from . import bodies, exact, files, generate, ipc, meshes, near, pairs, proofs, robots, simulations
from ._names import Kind, Method, Norm, Status
from ._native import FileError, InputError, OutputError, PairProof, __version__
from .bodies import (BodyResult, Collisions, Motion, Polyhedron, Screw, TriangleBody, find_collisions, first_contact,
                     linear_motion, relative_screw, rest, screw_motion, turn)
from .meshes import (ActiveSet, ElementPairs, Impact, Impacts, Mesh, SafeDisplacements, StepResult, candidates,
                     collision_free_step_size, construct_active_set, decide_step, impacts, initial_contacts, is_step_free,
                     safe_displacements, write_step_proof)
from .near import (BarrierTerms, FrictionPairs, Intersections, LineSearchResult, NearPairs, has_intersections,
                   intersections, line_search, near_pairs)
from .pairs import BatchResult, CertificateSegment, PairResult, solve, solve_batch
from .robots import (Attachment, Box, Capsule, Cylinder, EdgeResult, EdgesResult, MeshShape, PathResult, Robot, Scene,
                     Sphere)
from .simulations import Frame, Simulation, SimulationResult, built_in_scenes, simulate

__all__ = [
    "ActiveSet", "Attachment", "BarrierTerms", "BatchResult", "BodyResult", "Box", "Capsule", "CertificateSegment",
    "Collisions", "Cylinder", "EdgeResult", "EdgesResult", "ElementPairs", "FileError", "Frame", "FrictionPairs",
    "Impact", "Impacts", "InputError", "Intersections", "Kind", "LineSearchResult", "Mesh", "MeshShape", "Method",
    "Motion", "NearPairs", "Norm", "OutputError", "PairProof", "PairResult", "PathResult", "Polyhedron", "Robot",
    "SafeDisplacements", "Scene", "Screw", "Simulation", "SimulationResult", "Sphere", "Status", "StepResult",
    "TriangleBody", "__version__", "bodies", "built_in_scenes", "candidates", "collision_free_step_size",
    "construct_active_set", "decide_step", "exact", "files", "find_collisions", "first_contact", "generate",
    "has_intersections", "impacts", "initial_contacts", "intersections", "ipc", "is_step_free", "line_search",
    "linear_motion", "meshes", "near", "near_pairs", "pairs", "proofs", "relative_screw", "rest", "robots",
    "safe_displacements", "screw_motion", "simulate", "simulations", "solve", "solve_batch", "turn", "write_step_proof",
]
