"""As border_fuzz_test.py, for mesh steps, rigid bodies and robots. Calls take longer here, so that there are fewer cases:
FIRSTCONTACT_BORDER_CASES / 5.
"""
import unittest

import border_fuzz_test  # the module, because its tests are not those of this suite
from scene_entries import ENTRIES


class SceneBorder(unittest.TestCase):
    def test_every_function_answers_rightly_or_names_the_argument(self):
        fuzz = border_fuzz_test.BorderFuzz()
        fuzz.setUp()
        fuzz.run_cases(ENTRIES, max(200, border_fuzz_test.CASES // 5))


if __name__ == "__main__":
    unittest.main()
