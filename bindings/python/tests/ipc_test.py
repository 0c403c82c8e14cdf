"""The familiar names: what tests of the IPC Toolkit's Python module check about steps and pairs, written anew."""
import itertools
import unittest

import numpy as np

import firstcontact
from firstcontact import ipc

CUBE = np.array(list(itertools.product((0, 1), repeat=3)), float)
CUBE_FACES = np.array([[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1],
                       [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]])


def two_cubes(gap):
    """A cube above another one, shifted, so that no corner meets a corner."""
    x = np.concatenate([CUBE, CUBE * 0.6 + [0.21, 0.17, 1 + gap]])
    return ipc.CollisionMesh(x, None, np.concatenate([CUBE_FACES, CUBE_FACES + 8])), x


def moved(x, dz):
    y = x.copy()
    y[8:, 2] += dz
    return y


class Steps(unittest.TestCase):
    def test_a_step_that_does_not_move_is_free(self):
        mesh, x = two_cubes(0.1)
        for broad_phase in ipc.BroadPhase:
            self.assertTrue(ipc.is_step_collision_free(mesh, x, x, broad_phase=broad_phase))
            self.assertEqual(ipc.compute_collision_free_stepsize(mesh, x, x, broad_phase=broad_phase), 1.0)

    def test_moving_apart_takes_the_full_step(self):
        mesh, x = two_cubes(0.1)
        self.assertTrue(ipc.is_step_collision_free(mesh, x, moved(x, 3)))
        self.assertEqual(ipc.compute_collision_free_stepsize(mesh, x, moved(x, 3)), 1.0)

    def test_falling_through_is_found_by_every_broad_phase_with_the_same_step(self):
        mesh, x = two_cubes(0.5)
        end = moved(x, -10)  # contact at 0.05
        steps = {ipc.compute_collision_free_stepsize(mesh, x, end, broad_phase=b) for b in ipc.BroadPhase}
        self.assertEqual(len(steps), 1)
        step = steps.pop()
        self.assertTrue(0.04 < step < 0.05, step)
        for broad_phase in ipc.BroadPhase:
            self.assertFalse(ipc.is_step_collision_free(mesh, x, end, broad_phase=broad_phase))

    def test_the_step_that_is_given_can_be_taken_again_and_again(self):
        mesh, x = two_cubes(0.5)
        end = moved(x, -10)
        for _ in range(5):
            step = ipc.compute_collision_free_stepsize(mesh, x, end)
            self.assertGreater(step, 0)
            self.assertLess(step, 1)
            following = x + step * (end - x)
            self.assertTrue(firstcontact.is_step_free(mesh.mesh, x, following, exact=True))
            self.assertFalse(ipc.has_intersections(mesh, following))
            gap = following[8:, 2].min() - 1
            self.assertGreater(gap, 0)
            x = following

    def test_a_min_distance_is_kept(self):
        mesh, x = two_cubes(0.5)
        end = moved(x, -1)  # contact at 0.5, within 0.2 at 0.3
        step = ipc.compute_collision_free_stepsize(mesh, x, end, min_distance=0.2)
        self.assertTrue(0.29 < step < 0.3, step)
        self.assertGreater((x + step * (end - x))[8:, 2].min() - 1, 0.2)
        self.assertFalse(ipc.is_step_collision_free(mesh, x, moved(x, -0.4), min_distance=0.2))
        self.assertTrue(ipc.is_step_collision_free(mesh, x, moved(x, -0.4)))

    def test_a_start_in_contact_has_no_step(self):
        mesh, x = two_cubes(0.0)
        self.assertFalse(ipc.is_step_collision_free(mesh, x, moved(x, -1)))
        self.assertEqual(ipc.compute_collision_free_stepsize(mesh, x, moved(x, -1)), 0.0)

    def test_patches_that_cannot_collide_do_not(self):
        mesh, x = two_cubes(0.5)
        end = moved(x, -10)
        mesh.can_collide = ipc.VertexPatchesCanCollide(np.zeros(16, int))
        self.assertTrue(ipc.is_step_collision_free(mesh, x, end))
        mesh.can_collide = ipc.VertexPatchesCanCollide([0] * 8 + [1] * 8)
        self.assertFalse(ipc.is_step_collision_free(mesh, x, end))

    def test_candidates_have_the_pairs_that_collide(self):
        mesh, x = two_cubes(0.5)
        found = ipc.Candidates()
        self.assertTrue(found.empty())
        found.build(mesh, x, moved(x, -1))
        self.assertGreater(len(found), 0)
        self.assertFalse(found.is_step_collision_free(mesh, x, moved(x, -1)))
        self.assertEqual(found.compute_collision_free_stepsize(mesh, x, moved(x, -1)),
                         ipc.compute_collision_free_stepsize(mesh, x, moved(x, -1)))

    def test_planar_outlines(self):
        x0 = np.array([[-1.0, 0], [1, 0], [-0.3, 1], [0.4, 1]])
        x1 = x0 - [[0, 0], [0, 0], [0, 2], [0, 2]]
        mesh = ipc.CollisionMesh(x0, [[0, 1], [2, 3]])
        self.assertEqual((mesh.dim, mesh.num_vertices, mesh.num_edges, mesh.num_faces), (2, 4, 2, 0))
        self.assertFalse(ipc.is_step_collision_free(mesh, x0, x1))
        self.assertAlmostEqual(ipc.compute_collision_free_stepsize(mesh, x0, x1), 0.5, places=3)

    def test_random_steps_agree_with_the_exact_oracle(self):
        rng = np.random.default_rng(66)
        collided = 0
        for _ in range(20):
            mesh, x = two_cubes(0.3)
            end = x + np.repeat(0.5 * rng.standard_normal((2, 3)), 8, axis=0) + 0.05 * rng.standard_normal(x.shape)
            free = firstcontact.is_step_free(mesh.mesh, x, end, exact=True)
            if not free:
                self.assertFalse(ipc.is_step_collision_free(mesh, x, end))
                collided += 1
            step = ipc.compute_collision_free_stepsize(mesh, x, end)
            self.assertTrue(firstcontact.is_step_free(mesh.mesh, x, end, exact=True, t_max=step))
        self.assertGreater(collided, 2)


class Pairs(unittest.TestCase):
    def test_point_and_triangle(self):
        triangle = ([-1, 0, 1], [1, 0, 1], [0, 0, -1])
        hit, toi = ipc.point_triangle_ccd([0, 1, 0], *triangle, [0, -1, 0], *triangle)
        self.assertTrue(hit)
        self.assertTrue(0.49 < toi < 0.5, toi)
        miss, never = ipc.point_triangle_ccd([0, 1, 0], *triangle, [0, 0.5, 0], *triangle)
        self.assertEqual((miss, never), (False, float("inf")))

    def test_two_edges(self):
        hit, toi = ipc.edge_edge_ccd([-1, -1, 0], [1, -1, 0], [0, 1, -1], [0, 1, 1], [-1, 1, 0], [1, 1, 0], [0, -1, -1], [0, -1, 1])
        self.assertTrue(hit and 0.49 < toi < 0.5, toi)

    def test_point_and_edge_in_space_and_in_the_plane(self):
        for point, a, b, end in (([0, 1, 0], [-1, 0, 0], [1, 0, 0], [0, -1, 0]), ([0, 1], [-1, 0], [1, 0], [0, -1])):
            hit, toi = ipc.point_edge_ccd(point, a, b, end, a, b)
            self.assertTrue(hit and 0.49 < toi < 0.5, toi)

    def test_two_points_with_a_min_distance_and_tmax(self):
        hit, toi = ipc.point_point_ccd([0, 0, 0], [1, 0, 0], [2, 0, 0], [1, 0, 0], min_distance=0.5)
        self.assertTrue(hit and 0.24 < toi < 0.25, toi)
        self.assertFalse(ipc.point_point_ccd([0, 0, 0], [1, 0, 0], [2, 0, 0], [1, 0, 0], min_distance=0.5, tmax=0.2)[0])

    def test_additive_leaves_its_whole_share(self):
        ccd = ipc.AdditiveCCD(conservative_rescaling=0.9)
        hit, toi = ccd.point_point_ccd([0, 0, 0], [1, 0, 0], [2, 0, 0], [1, 0, 0])
        self.assertTrue(hit)
        self.assertAlmostEqual(toi, 0.45, places=4)

    def test_refusals_name_the_argument(self):
        mesh, x = two_cubes(0.1)
        bad = x.copy()
        bad[3, 0] = np.inf
        filtered, _ = two_cubes(0.1)
        filtered.can_collide = lambda i, j: True
        for word, call in [
                ("points at t0", lambda: ipc.point_point_ccd([0, 0], [1, 0, 0], [0, 0, 0], [0, 0, 0])),
                ("not finite", lambda: ipc.point_point_ccd([0, 0, np.nan], [1, 0, 0], [0, 0, 0], [0, 0, 0])),
                ("min_distance", lambda: ipc.point_point_ccd([0, 0], [1, 0], [0, 0], [0, 0], min_distance=-1)),
                ("tmax", lambda: ipc.point_point_ccd([0, 0], [1, 0], [0, 0], [0, 0], tmax=2)),
                ("conservative_rescaling", lambda: ipc.point_point_ccd([0, 0], [1, 0], [0, 0], [0, 0], conservative_rescaling=0)),
                ("not finite", lambda: ipc.is_step_collision_free(mesh, x, bad)),
                ("vertices", lambda: ipc.is_step_collision_free(mesh, x[:4], x[:4])),
                ("can_collide", lambda: ipc.Candidates().build(filtered, x, x)),
                ("can_collide", lambda: ipc.is_step_collision_free(filtered, x, x)),
                ("mesh", lambda: ipc.is_step_collision_free(mesh.mesh, x, x)),
                ("rest_positions", lambda: ipc.CollisionMesh(np.zeros((3, 4)))),
                ("narrow_phase_ccd", lambda: ipc.is_step_collision_free(mesh, x, x, narrow_phase_ccd=ipc.AdditiveCCD()))]:
            with self.assertRaisesRegex(ValueError, word):
                call()


if __name__ == "__main__":
    unittest.main()
