"""Proofs, query files, mesh files and the generator."""
import gzip
import json
import os
import pickle
import tempfile
import unittest
from pathlib import Path

import numpy as np

import firstcontact
from border import BESIDE, FALLING, TOUCHING, random_pairs
from firstcontact import FileError, InputError, Kind, OutputError, files, generate, proofs

SAMPLE = os.environ.get("FIRSTCONTACT_DATA")


class FolderTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)


class Proofs(FolderTest):
    def proof(self, pair=BESIDE, kind="vertex-face", **options):
        return firstcontact.solve(pair, kind, certificate=True, **options).proof

    def test_free_pairs_and_exact_contacts_are_proven(self):
        for kind, pair in TOUCHING.items():
            contact = self.proof(pair, kind, exact=True)
            self.assertTrue(contact.contact and contact.exact, kind)
            self.assertTrue(proofs.verify(contact), kind)
            apart = pair.copy()
            apart[len(pair) // 2:] = pair[:len(pair) // 2]  # it does not move
            free = self.proof(apart, kind)
            self.assertFalse(free.contact)
            self.assertTrue(proofs.verify(free), kind)
        self.assertIsNone(firstcontact.solve(FALLING, certificate=True).proof)

    def test_a_proof_says_what_it_is_about(self):
        proof = self.proof(min_separation=0.25, norm="linf", t_max=0.5)
        self.assertEqual((proof.kind, proof.min_separation, proof.norm, proof.t_max, len(proof)),
                         ("vertex-face", 0.25, "linf", 0.5, len(proof.segments)))
        self.assertTrue((np.asarray(proof.points) == BESIDE).all())

    def test_a_changed_proof_is_not_proven(self):
        line = json.loads(self.proof().to_line())
        line["points"] = np.reshape(FALLING, np.shape(line["points"])).tolist()
        changed = firstcontact.PairProof.from_line(json.dumps(line))
        verdict = proofs.verify(changed)
        self.assertFalse(verdict)
        self.assertNotEqual(verdict.reason, "")

    def test_files_of_proofs(self):
        made = [self.proof(), self.proof(FALLING, exact=True)]
        for name in ("proofs.jsonl", "proofs.jsonl.gz"):
            path = self.folder / name
            self.assertEqual(proofs.write_proofs(path, made), 2)
            self.assertEqual(list(proofs.read_proofs(path)), made)
            verdict = proofs.verify_file(path)
            self.assertTrue(verdict.valid and verdict)
            self.assertEqual(verdict.proofs, 2)
        with open(self.folder / "proofs.jsonl", "a", encoding="utf-8") as out:
            out.write("{}\n")
        self.assertFalse(proofs.verify_file(self.folder / "proofs.jsonl"))
        with self.assertRaises(InputError):
            list(proofs.read_proofs(self.folder / "proofs.jsonl"))

    def test_a_file_appears_whole_or_not_at_all(self):
        path = self.folder / "proofs.jsonl"
        with self.assertRaisesRegex(ValueError, "proofs"):
            proofs.write_proofs(path, [self.proof(), "no proof"])
        with self.assertRaisesRegex(ValueError, "proofs"):
            proofs.write_proofs(path, 3)
        self.assertEqual(os.listdir(self.folder), [])
        with self.assertRaises(InputError):
            proofs.verify_file(path)

    def test_a_writer_that_was_closed_refuses(self):
        writer = firstcontact._native.ProofWriter(str(self.folder / "p.jsonl"))
        writer.write(self.proof())
        writer.close()
        for call in (lambda: writer.write(self.proof()), writer.close):
            with self.assertRaises(ValueError):
                call()

    def test_proofs_can_be_pickled_and_compared(self):
        proof = self.proof()
        self.assertEqual(pickle.loads(pickle.dumps(proof)), proof)
        self.assertEqual(len({proof, self.proof(), self.proof(t_max=0.5)}), 2)
        self.assertNotEqual(proof, 3)
        with self.assertRaisesRegex(ValueError, "line"):
            firstcontact.PairProof.from_line("{}")
        with self.assertRaisesRegex(ValueError, "proof"):
            proofs.verify("no proof")


class Queries(FolderTest):
    def test_every_kind_comes_back_to_the_last_bit(self):
        rng = np.random.default_rng(11)
        for kind in Kind:
            pairs = random_pairs(rng, 20, kind) * 10.0 ** rng.integers(-300, 300, (20, 1, 1))
            truth = rng.random(20) < 0.5
            folder = self.folder / "scene" / kind.value
            folder.mkdir(parents=True)
            for name in ("a.csv", "b.csv.gz"):
                files.write_queries(folder / name, pairs, truth, kind)
                back = files.read_queries(folder / name)
                self.assertEqual((back.kind, back.points.tobytes(), back.truth.tolist()), (kind, pairs.tobytes(), truth.tolist()))
            self.assertEqual([s.kind for s in files.find_query_files(folder)], [kind, kind])
        self.assertEqual({s.scene for s in files.find_query_files([self.folder])}, {"scene"})

    def test_refusals(self):
        path = self.folder / "pairs.csv"
        with self.assertRaisesRegex(OutputError, "finite"):
            files.write_queries(path, FALLING[None] * np.nan, [True])
        with self.assertRaises(OutputError):
            files.write_queries(path, [], [])
        with self.assertRaisesRegex(ValueError, "truth"):
            files.write_queries(path, FALLING[None], [True, False])
        self.assertFalse(path.exists())
        path.write_text("1,2,3\n")
        with self.assertRaisesRegex(InputError, "pairs.csv:1"):
            files.read_queries(path, "vertex-face")
        with self.assertRaises(FileError):
            files.read_queries(path)  # no folder says the kind
        with self.assertRaisesRegex(ValueError, "paths"):
            files.find_query_files(3)
        for bad in ("a\0b", b"bytes", 3, "\ud800"):
            with self.assertRaisesRegex(ValueError, "path"):
                files.read_queries(bad, "vertex-face")

    def test_public_samples_are_answered_as_they_say(self):
        if not SAMPLE:
            self.skipTest("FIRSTCONTACT_DATA is not set")
        sources = files.find_query_files(SAMPLE)
        queries = files.read_queries(sources[0].path)
        answers = firstcontact.solve_batch(queries.points, queries.kind, exact=True, threads=0)
        self.assertEqual((~answers.free).tolist(), queries.truth.tolist())


class Meshes(FolderTest):
    def test_a_mesh_comes_back_to_the_last_bit(self):
        vertices = np.random.default_rng(2).random((5, 3))
        for name, encoding in (("a.obj", None), ("a.ply", None), ("b.ply", "ply-ascii"), ("c.obj.gz", None)):
            files.write_mesh(self.folder / name, vertices, [[0, 1, 2], [2, 3, 4]], [[0, 4]], encoding=encoding)
            mesh = files.read_mesh(self.folder / name)
            self.assertEqual((mesh.vertices.tobytes(), mesh.faces.tolist(), mesh.edges.tolist()),
                             (vertices.tobytes(), [[0, 1, 2], [2, 3, 4]], [[0, 4]]), name)
            self.assertEqual(repr(mesh), "MeshData(5 vertices, 2 faces, 1 edges)")

    def test_refusals(self):
        for vertices, faces, word in (([], [], "vert"), ([[0, 0, np.nan]], [], "finite"), ([[0, 0, 0]], [[0, 1, 2]], "face"),
                                      ([[0, 0]], [], "vertices"), ([[0, 0, 0]], [[0.0, 0, 0]], "faces")):
            with self.assertRaisesRegex(ValueError, word):
                files.write_mesh(self.folder / "a.obj", vertices, faces)
        with self.assertRaises(OutputError):
            files.write_mesh(self.folder / "a.stl", [[0, 0, 0]])
        with self.assertRaisesRegex(InputError, "none.obj"):
            files.read_mesh(self.folder / "none.obj")
        (self.folder / "bad.obj").write_text("v 0 0 0\nf 1 2 3\n")
        with self.assertRaisesRegex(InputError, "bad.obj:2"):
            files.read_mesh(self.folder / "bad.obj")
        with gzip.open(self.folder / "cut.obj.gz", "wb") as out:
            out.write(b"v 0 0 0\n" * 1000)
        data = (self.folder / "cut.obj.gz").read_bytes()
        (self.folder / "cut.obj.gz").write_bytes(data[:-9])
        with self.assertRaises(InputError):
            files.read_mesh(self.folder / "cut.obj.gz")


class Generator(unittest.TestCase):
    def test_truth_is_what_the_solver_finds(self):
        touching = 0
        for query_class in generate.query_classes():
            for kind in query_class.kinds:
                made = generate.make_queries(query_class, 20, kind, seed=3)
                answers = firstcontact.solve_batch(made.points, kind, exact=True)
                self.assertEqual((~answers.free).tolist(), made.truth.tolist(), query_class.name)
                self.assertTrue((answers.toi <= made.toi_upper).all() and (made.toi <= answers.toi_upper).all())
                touching += np.count_nonzero(made.truth)
        self.assertGreater(touching, 100)

    def test_same_bits_for_any_threads_and_parts(self):
        whole = generate.make_queries("near-collision", 200, seed=9, threads=1)
        part = generate.make_queries("near-collision", 100, seed=9, start=100, threads=2, truth=False)
        self.assertEqual(whole.points[100:].tobytes(), part.points.tobytes())
        self.assertFalse(part.truth.any())

    def test_refusals(self):
        for arguments, word in ((("none", 1), "query_class"), (("near-collision", -1), "count"),
                                (("near-collision", 1, "point-edge"), "kind")):
            with self.assertRaisesRegex(ValueError, word):
                generate.make_queries(*arguments)


if __name__ == "__main__":
    unittest.main()
