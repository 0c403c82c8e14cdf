"""firstcontact.exact: times as fractions."""
import unittest
from fractions import Fraction

import numpy as np

import firstcontact
from border import BESIDE, FALLING, TOUCHING, random_pairs
from firstcontact import exact


class Exact(unittest.TestCase):
    def test_a_dyadic_time_is_a_point(self):
        for kind, pair in TOUCHING.items():
            self.assertEqual(exact.first_contact_time(pair, kind), exact.ContactTime(Fraction(1, 2), Fraction(1, 2)), kind)

    def test_no_contact_is_none(self):
        self.assertIsNone(exact.first_contact_time(BESIDE))
        self.assertFalse(exact.touches(BESIDE))
        self.assertTrue(exact.touches(FALLING))
        self.assertIsNone(exact.first_contact_time(FALLING, t_max=0.25))

    def test_an_enclosure_is_as_narrow_as_asked(self):
        pair = FALLING.copy()
        pair[4, 2] = -2  # contact at a third, which is no dyadic number
        for width in (1, 0.3, 2.0 ** -30, Fraction(1, 10 ** 100), Fraction(3, 2 ** 5000)):
            time = exact.first_contact_time(pair, width=width)
            self.assertTrue(time.lower <= Fraction(1, 3) <= time.upper)
            self.assertLessEqual(time.width, width)
        self.assertLess(float(time), 1 / 3 + 1e-15)
        self.assertLessEqual(Fraction(float(time)), Fraction(1, 3))

    def test_separation_moves_the_time(self):
        time = exact.first_contact_time(FALLING, min_separation=0.5, norm="linf")
        self.assertEqual(time.lower, Fraction(1, 4))

    def test_agrees_with_exact_batches(self):
        pairs = random_pairs(np.random.default_rng(5), 300)
        batch = firstcontact.solve_batch(pairs, exact=True)
        touching = 0
        for pair, status, toi, upper in zip(pairs, batch.status, batch.toi, batch.toi_upper):
            time = exact.first_contact_time(pair, width=Fraction(1, 2 ** 80))
            self.assertEqual(time is not None, status == firstcontact.Status.CONTACT)
            if time:
                touching += 1
                self.assertTrue(Fraction(toi) <= time.upper and time.lower <= Fraction(upper))
        self.assertGreater(touching, 20)

    def test_refusals_name_the_argument(self):
        for arguments, word in (({"points": FALLING * np.nan}, "points"), ({"points": FALLING, "width": 0}, "width"),
                                ({"points": FALLING, "width": Fraction(1, 2 ** 200_000)}, "width"),
                                ({"points": FALLING, "t_max": 2}, "t_max"), ({"points": FALLING[:7]}, "points"),
                                ({"points": FALLING, "min_separation": -1}, "min_separation")):
            with self.assertRaisesRegex(ValueError, word):
                exact.first_contact_time(**arguments)


if __name__ == "__main__":
    unittest.main()
