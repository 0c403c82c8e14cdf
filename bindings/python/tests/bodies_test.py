"""Rigid bodies: known places, two independent algorithms against each other, proofs that the verifier accepts."""
import math
import os
import tempfile
import unittest

import numpy as np

import firstcontact
from firstcontact import Polyhedron, Status, TriangleBody, proofs
from firstcontact.bodies import CollisionKind
from ipc_test import CUBE, CUBE_FACES

BODY = TriangleBody(CUBE - 0.5, CUBE_FACES[:, ::-1])
QUADS = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]
STRAIGHT = [1, 0, 0, 0]


def at(x, y, z, quaternion=STRAIGHT):
    return [x, y, z], quaternion


class FirstContact(unittest.TestCase):
    def test_cubes_meet_where_geometry_says(self):
        moving = firstcontact.linear_motion(at(3, 0.1, 0.2), at(-1, 0.1, 0.2))
        result = firstcontact.first_contact(BODY, BODY, firstcontact.rest(), moving)
        self.assertEqual(result.status, Status.CONTACT)
        self.assertAlmostEqual(result.toi, 0.5, places=5)
        self.assertLessEqual(result.toi, 0.5)
        np.testing.assert_allclose(np.abs(result.normal), [1, 0, 0], atol=1e-6)
        self.assertIn("CONTACT", repr(result))

    def test_a_turning_bar_meets_a_wall_at_its_angle(self):
        bar = TriangleBody((CUBE - 0.5) * [2, 0.01, 0.01], CUBE_FACES)
        wall = TriangleBody((CUBE - 0.5) * [0.01, 0.01, 4] + [0.6, 0.6, 0], CUBE_FACES)
        motion = firstcontact.turn(None, axis=[0, 0, 2], angle=math.pi / 2)
        result = firstcontact.first_contact(bar, wall, motion, firstcontact.rest())
        self.assertAlmostEqual(result.toi * 90, 45, delta=1)

    def test_a_proof_that_cannot_be_written_leaves_what_was_there(self):
        result = firstcontact.first_contact(BODY, BODY, firstcontact.rest(), firstcontact.rest(at(3, 0, 0)), certificate=True)
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(path := os.path.join(folder, "free.jsonl"))
            with self.assertRaises(OSError):
                result.write_proof(path)
            self.assertEqual(os.listdir(folder), ["free.jsonl"])

    def test_a_free_motion_has_a_proof_that_the_verifier_accepts(self):
        for motion in (firstcontact.linear_motion(at(3, 0, 0), at(3, 2, 0)),
                       firstcontact.screw_motion(at(3, 0, 0), at(0, 3, 0, [math.cos(0.3), 0, 0, math.sin(0.3)]))):
            result = firstcontact.first_contact(BODY, BODY, firstcontact.rest(), motion, certificate=True)
            self.assertTrue(result.free)
            with tempfile.TemporaryDirectory() as folder:
                for name in ("free.jsonl", "free.jsonl.gz"):
                    path = os.path.join(folder, name)
                    result.write_proof(path)
                    self.assertTrue(proofs.verify_file(path))
                with open(path := os.path.join(folder, "free.jsonl"), "rb") as file:
                    text = file.read()
                with open(path, "wb") as file:  # a proof of something else
                    file.write(text.replace(b'"separation":0', b'"separation":9'))
                self.assertFalse(proofs.verify_file(path))

    def test_matrices_and_quaternions_mean_the_same(self):
        angle = 0.7
        matrix = np.eye(4)
        matrix[:2, :2] = [[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]]
        matrix[:3, 3] = [1, 2, 3]
        pose = at(1, 2, 3, [3 * math.cos(angle / 2), 0, 0, 3 * math.sin(angle / 2)])
        np.testing.assert_allclose(firstcontact.rest(pose).pose_at(0), matrix, atol=1e-15)
        np.testing.assert_allclose(firstcontact.screw_motion(None, matrix).pose_at(1), matrix, atol=1e-12)

    def test_a_body_inside_another_is_in_contact_unless_insides_do_not_count(self):
        small = TriangleBody((CUBE - 0.5) * 0.2, CUBE_FACES)
        inside = firstcontact.first_contact(BODY, small, firstcontact.rest(), firstcontact.rest())
        self.assertTrue(inside.starts_inside)
        self.assertTrue(firstcontact.first_contact(BODY, small, firstcontact.rest(), firstcontact.rest(), insides=False).free)


class FindCollisions(unittest.TestCase):
    def test_its_first_time_is_that_of_first_contact(self):
        rng = np.random.default_rng(40)
        solid = Polyhedron(CUBE - 0.5, QUADS)
        touching = 0
        for _ in range(20):
            poses = [at(*(1.5 * rng.standard_normal(3)), rng.standard_normal(4)) for _ in range(2)]
            screw = firstcontact.find_collisions(solid, solid, (None, None), (poses[0], poses[1]), first_only=True)
            body = firstcontact.first_contact(BODY, BODY, firstcontact.rest(), firstcontact.screw_motion(*poses), insides=True)
            self.assertEqual(screw.status, body.status)
            self.assertAlmostEqual(screw.toi, body.toi, places=4)
            touching += body.status == Status.CONTACT
        self.assertGreater(touching, 2)

    def test_fields_proof_and_modes(self):
        solid = Polyhedron(CUBE - 0.5, QUADS)
        self.assertEqual(repr(solid), "Polyhedron(8 vertices, 12 edges, 6 faces, closed)")
        tilted = [math.cos(0.4), math.sin(0.4) * 0.6, math.sin(0.4) * 0.8, 0]
        fall = (at(0, 0, 3, tilted), at(0, 0, -1, tilted))
        for mode in ("certified", "analytic", "pixels"):
            found = firstcontact.find_collisions(solid, solid, (None, None), fall, mode=mode, first_only=True)
            self.assertEqual(found.kinds[0], CollisionKind.FACE_VERTEX, mode)
            self.assertAlmostEqual(found.time[0], found.toi, places=6)
        self.assertAlmostEqual(found.screw.travel, 4)
        away = firstcontact.find_collisions(solid, solid, (None, None), (at(0, 0, 3), at(0, 0, 5)), certificate=True)
        with tempfile.TemporaryDirectory() as folder:
            away.write_proof(os.path.join(folder, "p.jsonl"))
            self.assertTrue(proofs.verify_file(os.path.join(folder, "p.jsonl")))

    def test_refusals_name_the_argument(self):
        solid = Polyhedron(CUBE, QUADS)
        rest = firstcontact.rest()
        skewed = np.eye(4)
        skewed[0, 1] = 0.5
        for word, call in [
                ("vertex 12", lambda: TriangleBody(CUBE, [[0, 1, 12]])), ("vertices", lambda: TriangleBody(CUBE[:, :2], CUBE_FACES)),
                ("triangle", lambda: TriangleBody(CUBE, np.empty((0, 3), int))), ("faces", lambda: Polyhedron(CUBE, [[0, 1.5, 2]])),
                ("face 0", lambda: Polyhedron(CUBE, [[0, 1]])), ("pose", lambda: firstcontact.rest(skewed)),
                ("pose_t1", lambda: firstcontact.linear_motion(None, np.eye(3))),
                ("quaternion", lambda: firstcontact.rest(([0, 0, 0], [0, 0, 0, 0]))), ("axis", lambda: firstcontact.turn(None, [0, 0, 0], 1)),
                ("angle", lambda: firstcontact.turn(None, [0, 0, 1], 1e6)), ("t", lambda: rest.pose_at(2)),
                ("body_a", lambda: firstcontact.first_contact(solid, BODY, rest, rest)),
                ("motion_b", lambda: firstcontact.first_contact(BODY, BODY, rest, None)),
                ("separation", lambda: firstcontact.first_contact(BODY, BODY, rest, rest, min_separation=-1)),
                ("mode", lambda: firstcontact.find_collisions(solid, solid, (None, None), (None, None), mode="fast")),
                ("motion_a", lambda: firstcontact.find_collisions(solid, solid, None, (None, None))),
                ("proof", lambda: firstcontact.first_contact(BODY, BODY, rest, rest).write_proof("/nowhere"))]:
            with self.assertRaisesRegex(ValueError, word):
                call()


if __name__ == "__main__":
    unittest.main()
