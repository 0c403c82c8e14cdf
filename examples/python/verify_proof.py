#!/usr/bin/env python3
"""Makes proofs of answers, writes them to a file, verifies it, and shows that forged proofs fail.

The verifier shares no code with the solver and computes with exact integers only: who trusts the
verifier need not trust the solver, its compiler or the machine that it ran on.

    verify_proof.py [FILE]      keeps the proofs in FILE; `firstcontact verify FILE` checks it, too
"""
import json
import os
import sys
import tempfile

import firstcontact
from firstcontact import generate, proofs


def moved(line):
    """A forgery: the same proof for another motion, whose first point ends in a corner of the face."""
    told = json.loads(line)
    told["points"][4] = told["points"][5]
    return json.dumps(told)


def shortened(line):
    """A forgery: the proof of the first half of the motion is said to be one of all of it."""
    told = json.loads(line)
    told["segments"][-1]["t1"] = 0.5
    return json.dumps(told)


def main():
    # 1. Answers with proofs. With exact=True there is one of every answer, free or not.
    queries = generate.make_queries("near-collision", 200, "vertex-face", seed=3)
    answers = [firstcontact.solve(pair, exact=True, certificate=True) for pair in queries.points]
    made = [answer.proof for answer in answers]
    free = [answer.proof for answer in answers if answer.free]
    print(f"{len(made)} proofs made: {len(free)} of freedom, {len(made) - len(free)} of contact")
    print(f"the first of each: {free[0]}, {next(proof for proof in made if proof.contact)}")

    # 2. Into a file, and verified from the file alone.
    with tempfile.TemporaryDirectory() as folder:
        path = sys.argv[1] if len(sys.argv) > 1 else os.path.join(folder, "proofs.jsonl.gz")
        proofs.write_proofs(path, made)
        verdict = proofs.verify_file(path)
        print(f"{os.path.getsize(path)} bytes written; {verdict.proofs} proofs verified, "
              f"{len(verdict.failures)} failed")
        same = list(proofs.read_proofs(path)) == made

    # 3. Forged proofs are refused, with the reason.
    refused = True
    for forge in (moved, shortened):
        forged = proofs.PairProof.from_line(forge(free[0].to_line()))
        judged = proofs.verify(forged)
        refused = refused and not judged.proven
        print(f"{forge.__name__}: {'accepted' if judged.proven else 'refused'}: {judged.reason}")
    return 0 if verdict.valid and same and refused else 1


if __name__ == "__main__":
    sys.exit(main())
