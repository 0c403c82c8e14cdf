"""Line search, intersections, near pairs and barriers."""
import unittest

import numpy as np

import firstcontact
from firstcontact import Kind, Mesh, Status
from firstcontact.near import IntersectionKind
from meshes_test import FALLING, X0, X1, soup


def stack(rng):
    """Six triangles above each other, about 0.12 apart."""
    corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], float)
    x = np.concatenate([corners + [0, 0, 0.12 * i] + 0.02 * rng.standard_normal((3, 3)) for i in range(6)])
    return Mesh(x, faces=np.arange(18).reshape(-1, 3)), x


class LineSearch(unittest.TestCase):
    def test_pairs_keep_their_share(self):
        found = firstcontact.line_search(FALLING, X0, X1, ratio=0.3, distance_cap=1)
        self.assertEqual(found.status, Status.CONTACT)
        self.assertAlmostEqual(found.step, 0.35, places=4)
        self.assertEqual(found.limiting.vertices, (3, 0, 1, 2))
        rng = np.random.default_rng(30)
        limited = 0
        for _ in range(10):
            mesh, x0 = stack(rng)
            x1 = x0 + 0.2 * rng.standard_normal(x0.shape)
            if firstcontact.has_intersections(mesh, x0):
                continue
            search = firstcontact.line_search(mesh, x0, x1)
            limited += search.status == Status.CONTACT
            x = x0 + search.step * (x1 - x0)
            self.assertTrue(firstcontact.is_step_free(mesh, x0, x, exact=True))
            if search.kept_distance > 0:
                after = firstcontact.initial_contacts(mesh, x, min_separation=search.kept_distance * (1 - 1e-9), exact=True)
                self.assertEqual(len(after), 0)
        self.assertGreater(limited, 2)

    def test_the_energy_halves_the_step_and_may_ask_about_the_same_mesh(self):
        asked = []

        def energy(step):
            asked.append(step)
            firstcontact.is_step_free(FALLING, X0, X1, t_max=min(step, 1))
            return (step - 0.05) ** 2
        found = firstcontact.line_search(FALLING, X0, X1, energy=energy)
        self.assertLess(found.energy, 0.05 ** 2 + 1e-12)
        self.assertEqual(found.energy_evaluations, len(asked))
        self.assertLess(found.step, found.contact_step)

    def test_an_exception_of_the_energy_comes_through(self):
        def broken(step):
            raise ZeroDivisionError("no energy")
        for mesh, x0, x1 in [(FALLING, X0, X1), soup(np.random.default_rng(3), 300)]:
            with self.assertRaisesRegex(ZeroDivisionError, "no energy"):
                firstcontact.line_search(mesh, x0, x1, energy=broken)

    def test_a_start_that_intersects_is_named(self):
        x = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0.2, 0.2, -1], [0.2, 0.2, 1], [2, 2, 1]])
        mesh = Mesh(x, faces=[[0, 1, 2], [3, 4, 5]])
        found = firstcontact.line_search(mesh, x, x + 1, check_start=True)
        self.assertEqual(found.step, 0)
        self.assertEqual((found.start_intersection.kind, found.start_intersection.a), (IntersectionKind.FACE_FACE, 0))


class Intersections(unittest.TestCase):
    def test_known_places(self):
        x = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0.2, 0.2, -1], [0.2, 0.2, 1], [2, 2, 1]])
        mesh = Mesh(x, faces=[[0, 1, 2], [3, 4, 5]])
        found = firstcontact.intersections(mesh, x)
        self.assertEqual((found.count, len(found), found.free), (1, 1, False))
        self.assertEqual((found[0].a, found[0].b, found[0].neighbours), (0, 1, False))
        self.assertEqual(len(firstcontact.intersections(mesh, x, max_listed=0)), 0)
        self.assertTrue(firstcontact.has_intersections(mesh, x))
        apart = x + np.repeat([[0, 0, 0], [5, 0, 0]], 3, axis=0)
        self.assertFalse(firstcontact.has_intersections(mesh, apart))
        # Doubles that touch exactly: 0.1 + 0.2 is above 0.3, and the next lower one is not.
        height = 0.1 + 0.2
        edge = Mesh(5, edges=[[3, 4]], faces=[[0, 1, 2]])
        for z, touches in ((height, True), (np.nextafter(height, 1), False)):
            y = np.array([[0, 0, height], [1, 0, height], [0, 1, height], [0.2, 0.2, 1], [0.2, 0.2, z]])
            self.assertEqual(firstcontact.has_intersections(edge, y), touches)


class Barrier(unittest.TestCase):
    def setUp(self):
        self.mesh, self.x = stack(np.random.default_rng(21))
        self.near = firstcontact.near_pairs(self.mesh, self.x, 0.2, rest=self.x)
        self.barrier = {"activation_distance": 0.2, "stiffness": 3.0}

    def test_a_point_above_a_face_has_the_energy_of_the_formula(self):
        x = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0.25, 0.25, 0.3]])
        near = firstcontact.near_pairs(FALLING, x, 1.0)
        self.assertEqual((near.kinds, near.distance.tolist()), ((Kind.VERTEX_FACE,), [0.3]))
        energy = near.barrier_energy(x, activation_distance=1.0, stiffness=2.0)
        self.assertAlmostEqual(energy, -2 * (0.3 - 1) ** 2 * np.log(0.3))

    def test_derivatives_are_those_of_differences(self):
        self.assertGreater(len(self.near), 5)
        terms = self.near.barrier_terms(self.x, project=False, **self.barrier)
        self.assertEqual(terms.energy, self.near.barrier_energy(self.x, **self.barrier))
        rows, columns, values = terms.triplets()
        hessian = np.zeros((self.x.size, self.x.size))
        np.add.at(hessian, (rows, columns), values)
        np.testing.assert_allclose(hessian, hessian.T, atol=1e-9 * np.abs(hessian).max())
        direction = np.random.default_rng(2).standard_normal(self.x.shape)
        h = 1e-6
        ahead, behind = self.x + h * direction, self.x - h * direction
        slope = (self.near.barrier_energy(ahead, **self.barrier) - self.near.barrier_energy(behind, **self.barrier)) / (2 * h)
        self.assertAlmostEqual(slope / np.sum(terms.gradient * direction), 1, places=4)
        change = (self.near.barrier_terms(ahead, **self.barrier).gradient
                  - self.near.barrier_terms(behind, **self.barrier).gradient).ravel() / (2 * h)
        product = hessian @ direction.ravel()
        self.assertLess(np.abs(change - product).max(), 1e-3 * np.abs(product).max())

    def test_friction_pulls_back(self):
        x = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0.25, 0.25, 0.1]])
        near = firstcontact.near_pairs(FALLING, x, 0.5)
        friction = near.lag_friction(x, activation_distance=0.5)
        self.assertEqual(len(friction), 1)
        moved = x + [[0, 0, 0], [0, 0, 0], [0, 0, 0], [0.1, 0, 0]]
        terms = friction.terms(x, moved, coefficient=0.4, stick_distance=1e-3)
        np.testing.assert_allclose(terms.gradient[3], [0.4 * friction.normal_force[0], 0, 0], atol=1e-12)

    def test_positions_that_lack_a_vertex_are_refused(self):
        with self.assertRaisesRegex(ValueError, "x: has 3 vertices"):
            self.near.barrier_energy(self.x[:3], **self.barrier)
        with self.assertRaisesRegex(ValueError, "stiffness"):
            self.near.barrier_energy(self.x, activation_distance=1, stiffness=0)


if __name__ == "__main__":
    unittest.main()
