#!/usr/bin/env python3
"""A planner's question: may this robot arm go straight from one configuration to another?

The arm has three joints and is written as a URDF file first. Between its start and its goal stands a
wall. An edge through the wall is refused, with the first contact and the last valid configuration. A
path that lifts the arm is proven free at every time, not only at samples, and the proof is verified.
"""
import os
import sys
import tempfile

import numpy as np

import firstcontact
from firstcontact import proofs


def urdf():
    """A turning base, then two links of 0.5 m that fold about y. Boxes of 6 cm are what collides."""
    def link(name, size, centre):
        return (f'<link name="{name}"><collision><origin xyz="{centre}"/><geometry>'
                f'<box size="{size}"/></geometry></collision></link>')

    def joint(name, parent, child, axis, place):
        return (f'<joint name="{name}" type="revolute"><parent link="{parent}"/><child link="{child}"/>'
                f'<origin xyz="{place}"/><axis xyz="{axis}"/>'
                '<limit lower="-3" upper="3" effort="1" velocity="1"/></joint>')

    return "\n".join([
        '<robot name="arm">', link("base", "0.2 0.2 0.1", "0 0 0.05"),
        link("turret", "0.1 0.1 0.1", "0 0 0.05"), link("upper", "0.5 0.06 0.06", "0.25 0 0"),
        link("lower", "0.44 0.06 0.06", "0.28 0 0"),
        joint("turn", "base", "turret", "0 0 1", "0 0 0.11"),
        joint("shoulder", "turret", "upper", "0 1 0", "0.1 0 0.12"),
        joint("elbow", "upper", "lower", "0 1 0", "0.52 0 0"), "</robot>"])


def sampled(scene, start, goal, count):
    """What a check of some configurations of the edge says."""
    return all(scene.is_valid(scene.robot.between(start, goal, t)) for t in np.linspace(0, 1, count))


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "arm.urdf")
        with open(path, "w", encoding="utf-8") as file:
            file.write(urdf())
        robot = firstcontact.Robot.from_urdf(path)

        # A wall of 2 cm in front of the arm, 0.6 m high.
        wall = firstcontact.Box([0.7, 0.02, 0.6], ([0.75, 0, 0.3], [1, 0, 0, 0]), "wall")
        scene = firstcontact.Scene(robot, [wall])
        print(robot, scene)

        start = robot.configuration({"turn": -1.2})
        goal = robot.configuration({"turn": 1.2})
        print(f"ends valid: {scene.is_valid(start)}, {scene.is_valid(goal)}; "
              f"4 samples valid: {sampled(scene, start, goal, 4)}")

        # Straight through the wall.
        edge = scene.edge(start, goal)
        print(f"through the wall: {edge.status.name}, {edge.body_a} meets {edge.body_b} "
              f"at t = {edge.toi:.4f}, at {edge.point_a.round(3)} m")
        last = robot.between(start, goal, 0.999 * edge.toi)
        print(f"last valid: turn = {last[0]:.3f} rad, valid: {scene.is_valid(last)}")

        # Lift, turn, lower: the whole path is proven free, and how near anything comes.
        up = {"shoulder": -1.4}
        path = np.array([start, robot.configuration({"turn": -1.2, **up}),
                         robot.configuration({"turn": 1.2, **up}), goal])
        lifted = scene.path(path, clearance=True, certificate=True)
        print(f"lifted: {lifted.status.name}, never nearer than {lifted.clearance:.3f} m "
              f"({lifted.body_a}, {lifted.body_b})")
        proof = os.path.join(folder, "proof.jsonl")
        lifted.write_proof(proof)
        verdict = proofs.verify_file(proof)
        print(f"the proof has {verdict.segments} parts, and holds: {verdict.valid}")

        # Many edges at once, as a planner asks them.
        rng = np.random.default_rng(7)
        q = rng.uniform(robot.lower, robot.upper, (2, 200, len(robot.joint_names)))
        print("200 random edges:", scene.edges(q[0], q[1]))
    return 0 if lifted.free and verdict.valid and not edge.free else 1


if __name__ == "__main__":
    sys.exit(main())
