"""The simulators: elastic bodies and cloth with contact, by the name of a built-in scene or from a scene file."""
from __future__ import annotations

import dataclasses
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Tuple

import numpy as np

from . import _native
from ._arrays import BoolArray, FloatArray, IntArray, callback, integer, path_text, real, thread_count

__all__ = ["Frame", "SceneParameter", "SceneSummary", "Simulation", "SimulationResult", "built_in_scenes", "simulate"]

Progress = Callable[[int, int], object]


@dataclasses.dataclass(frozen=True)
class SceneParameter:
    """A number that a scene lets users change."""

    name: str
    value: float
    unit: str
    about: str


@dataclasses.dataclass(frozen=True)
class SceneSummary:
    """A scene that can be simulated."""

    name: str
    about: str
    size: int
    """About how many elements it has."""
    parameters: Tuple[SceneParameter, ...]


def built_in_scenes() -> List[SceneSummary]:
    """The scenes that can be simulated by name.

    >>> import firstcontact
    >>> [scene.name for scene in firstcontact.built_in_scenes()][:3]
    ['chain', 'cliff', 'cloth-on-ball']
    """
    return [SceneSummary(scene["name"], scene["about"], scene["size"],
                         tuple(SceneParameter(*parameter) for parameter in scene["parameters"]))
            for scene in _native.built_in_scenes()]


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Frame:
    """The state after a step, and what the step cost. Energies are in joules."""

    step: int
    time: float
    """In seconds."""
    positions: FloatArray
    """Shape (n, 3): the surface of all bodies."""
    newton_iterations: int
    converged: bool
    kinetic_energy: float
    elastic_energy: float
    gravity_energy: float
    contact_energy: float
    momentum: FloatArray
    smallest_distance: float
    """Smallest distance of two features; infinite if nothing is near."""
    contacts: int
    candidates: int
    questions: int
    """Questions to collision detection."""
    seconds: float
    ccd_seconds: float
    stopped: str
    """Not empty: the simulation cannot go on, and why."""

    @property
    def total_energy(self) -> float:
        """Kinetic, elastic, of gravity and of contact."""
        return self.kinetic_energy + self.elastic_energy + self.gravity_energy + self.contact_energy

    def __repr__(self) -> str:
        return f"Frame(step={self.step}, time={self.time:.6g}, {len(self.positions)} vertices, {self.contacts} contacts)"


class Simulation:
    """A scene that is simulated step by step. Iterating yields a `Frame` for each further step.

    >>> import firstcontact
    >>> simulation = firstcontact.Simulation("cloth-on-ball", size=60, steps=3)
    >>> [frame.step for frame in simulation]
    [1, 2, 3]
    """

    def __init__(self, scene: str, *, steps: Optional[int] = None, time_step: Optional[float] = None,
                 size: Optional[int] = None, response: Optional[str] = None, tolerance: Optional[float] = None,
                 parameters: Optional[Mapping[str, float]] = None, threads: int = 0) -> None:
        if parameters is not None and not isinstance(parameters, Mapping):
            raise ValueError(f"parameters: must be a mapping of names to numbers, not {type(parameters).__name__}")
        changed: Dict[str, float] = {}
        for name, value in ({} if parameters is None else parameters).items():
            if not isinstance(name, str):
                raise ValueError("parameters: must have names")
            changed[name] = real(value, f"parameters: {name}")
            if not np.isfinite(changed[name]):
                raise ValueError(f"parameters: {name}: must be finite")
        if response is not None and response not in ("line-search", "active-set"):
            raise ValueError("response: must be 'line-search' or 'active-set'")
        if time_step is not None and not 0 < real(time_step, "time_step") < float("inf"):
            raise ValueError("time_step: must be greater than 0")
        options = {
            "steps": None if steps is None else integer(steps, "steps", 0, 10 ** 9),
            "time_step": None if time_step is None else real(time_step, "time_step"),
            "size": None if size is None else integer(size, "size", 1, 10 ** 6),
            "response": response, "tolerance": None if tolerance is None else real(tolerance, "tolerance"),
            "parameters": changed, "threads": thread_count(threads)}
        self._native = _native.Simulation(path_text(scene, "scene"), options)
        self.faces: IntArray = np.asarray(self._native.faces())
        """Shape (m, 3): the triangles of the surface."""
        self.bodies: IntArray = np.asarray(self._native.bodies())
        """Index into `body_names` for each vertex of the surface."""
        self.frame: Frame = _frame(self._native.frame(False))
        """The last frame; before the first step the start."""

    @property
    def name(self) -> str:
        """The scene's name."""
        return self._native.name()

    @property
    def about(self) -> str:
        """What the scene shows."""
        return self._native.about()

    @property
    def steps(self) -> int:
        """Number of steps after which iteration ends."""
        return self._native.steps()

    @property
    def body_names(self) -> List[str]:
        """The names of the bodies."""
        return self._native.body_names()

    def advance(self) -> Frame:
        """Goes on by one time step. If the simulation cannot, `Frame.stopped` says why, and the state stays."""
        self.frame = _frame(self._native.frame(True))
        return self.frame

    def __iter__(self) -> Iterator[Frame]:
        while self.frame.step < self.steps and not self.frame.stopped:
            yield self.advance()

    def __repr__(self) -> str:
        return f"Simulation({self.name!r}, step {self.frame.step} of {self.steps}, {len(self.bodies)} vertices)"


def _frame(fields: Dict[str, Any]) -> Frame:
    fields["positions"] = np.asarray(fields["positions"])
    fields["momentum"] = np.asarray(fields["momentum"])
    return Frame(**fields)


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class SimulationResult:
    """All frames of a simulation, the start first."""

    name: str
    faces: IntArray
    """Shape (m, 3)."""
    bodies: IntArray
    """Index into `body_names` for each vertex."""
    body_names: Tuple[str, ...]
    frames: FloatArray
    """Shape (steps + 1, n, 3): positions of the surface."""
    time: FloatArray
    """Shape (steps + 1,), as all below."""
    total_energy: FloatArray
    newton_iterations: IntArray
    contacts: IntArray
    smallest_distance: FloatArray
    converged: BoolArray
    seconds: FloatArray
    ccd_seconds: FloatArray
    stopped: str
    """Why the simulation could not go on; empty if it did."""

    def __len__(self) -> int:
        return len(self.frames)

    def __repr__(self) -> str:
        stopped = f", stopped: {self.stopped}" if self.stopped else ""
        return f"SimulationResult({self.name!r}, {len(self)} frames of {len(self.bodies)} vertices{stopped})"


def simulate(scene: str, *, steps: Optional[int] = None, time_step: Optional[float] = None, size: Optional[int] = None,
             response: Optional[str] = None, tolerance: Optional[float] = None,
             parameters: Optional[Mapping[str, float]] = None, threads: int = 0,
             progress: Optional[Progress] = None) -> SimulationResult:
    """Simulates a scene and returns all frames.

    scene: the name of a built-in scene, or a scene file. parameters: new values of its parameters, by name.
    size: about how many elements. response: "line-search" (barriers) or "active-set" (constraints).
    What is None is as the scene says. Ctrl-C ends it after the step that runs. progress(done, total) is
    called after every step.

    >>> import firstcontact
    >>> result = firstcontact.simulate("cloth-on-ball", size=60, steps=2)
    >>> result.frames.shape == (3, len(result.bodies), 3)
    True
    """
    callback(progress)
    simulation = Simulation(scene, steps=steps, time_step=time_step, size=size, response=response, tolerance=tolerance,
                            parameters=parameters, threads=threads)
    frames = [simulation.frame]
    stopped = ""
    for frame in simulation:
        if frame.stopped:
            stopped = frame.stopped
            break
        frames.append(frame)
        if progress is not None:
            progress(frame.step, simulation.steps)
    return SimulationResult(
        name=simulation.name, faces=simulation.faces, bodies=simulation.bodies, body_names=tuple(simulation.body_names),
        frames=np.stack([frame.positions for frame in frames]), time=np.array([frame.time for frame in frames]),
        total_energy=np.array([frame.total_energy for frame in frames]),
        newton_iterations=np.array([frame.newton_iterations for frame in frames], np.int32),
        contacts=np.array([frame.contacts for frame in frames], np.int32),
        smallest_distance=np.array([frame.smallest_distance for frame in frames]),
        converged=np.array([frame.converged for frame in frames], np.bool_),
        seconds=np.array([frame.seconds for frame in frames]),
        ccd_seconds=np.array([frame.ccd_seconds for frame in frames]), stopped=stopped)
