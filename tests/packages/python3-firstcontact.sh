#!/bin/sh
# The module is found by the system's Python and decides a pair.
set -e
python3 - <<'END'
import firstcontact
import numpy

print(firstcontact.__file__)
pair = numpy.array([[0.25, 0.25, 1], [0, 0, 0], [1, 0, 0], [0, 1, 0], [0.25, 0.25, -1], [0, 0, 0], [1, 0, 0], [0, 1, 0]])
answer = firstcontact.solve_batch(pair[None], kind="vertex-face")
assert not answer.free[0] and abs(answer.toi[0] - 0.5) < 1e-6, answer
END
