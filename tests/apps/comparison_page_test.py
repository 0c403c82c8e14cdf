"""scripts/update_comparison.py, on the page of the documentation and a report of made-up numbers."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from command import read_text
from sample_report import make_report, to_text

SAMPLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "sample_report.json")
UPDATE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "scripts", "update_comparison.py")
COMPARISON = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs", "benchmarks", "methods-compared.md")


class ComparisonPage(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.page, self.report = os.path.join(folder.name, "page.md"), os.path.join(folder.name, "report.json")
        shutil.copy(COMPARISON, self.page)

    def update(self, report, code=0):
        """The page and what was printed as an error. `report`: a report, or text to put in its place."""
        with open(self.report, "w", encoding="utf-8") as file:
            file.write(report if isinstance(report, str) else to_text(report))
        done = subprocess.run([sys.executable, "-B", UPDATE, self.report, self.page], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, code, done.stderr)
        return read_text(self.page), done.stderr

    @staticmethod
    def sections(page):
        return dict(re.findall(r"<!-- bench ([a-z-]+) -->\n(.*?)<!-- end -->", page, re.DOTALL))

    def test_the_sample_is_what_its_generator_makes(self):
        self.assertEqual(read_text(SAMPLE), to_text(make_report()))

    def test_the_tables_have_the_shape_of_the_page_and_the_numbers_of_the_report(self):
        made = self.sections(self.update(make_report())[0])
        for name, committed in self.sections(read_text(COMPARISON)).items():
            self.assertTrue(committed.strip(), name)
            if "samples" in name:  # the made-up report has none
                self.assertEqual(made[name].strip(), "Not run.")
            elif name.startswith("comparison"):
                self.assertEqual(*([line.split("|")[1] for line in text.splitlines() if line.startswith("|")]
                                   for text in (committed, made[name])))
            self.assertEqual(committed.lstrip().startswith("| method |"), name != "machine")
        wanted = ("comparison", "tccd", "handcrafted-edge-edge")
        run = next(r for r in make_report()["runs"] if (r["study"], r["method"], r["set"]) == wanted)
        row = next(line for line in made["comparison-handcrafted"].splitlines() if line.startswith("| `tccd`"))
        cells = [cell.strip() for cell in row.split("|")]
        self.assertEqual([cells[6], cells[8], cells[9]], [f"{run[k]:,}" for k in ("queries", "false_positives", "false_negatives")])
        self.assertIn("| `irf` | ", made["comparison-simulation"])
        self.assertIn("\\*", next(line for line in made["comparison-simulation"].splitlines() if "`irf`" in line))
        self.assertIn("| `certified` | 1.0 | 1.0 | 1.0 | 1.0 |", made["speed"])
        self.assertEqual(made["time-accuracy"].count("| `accd` |"), 4)
        self.assertIn("1e-100", made["separation-handcrafted"])

    def test_what_is_not_a_table_stays_and_a_second_time_changes_nothing(self):
        first, _ = self.update(make_report())
        prose = [re.sub(r"(<!-- bench [a-z-]+ -->\n).*?(<!-- end -->)", r"\1\2", text, flags=re.DOTALL)
                 for text in (first, read_text(COMPARISON))]
        self.assertEqual(*prose)
        self.assertEqual(self.update(make_report())[0], first)

    def test_a_bad_page_or_report_is_refused_and_the_page_not_touched(self):
        before = read_text(self.page)
        for report, word in (("{", "Expecting"), ("{}", "no report"), ("[]", "no report")):
            page, error = self.update(report, code=2)
            self.assertIn(word, error)
            self.assertEqual(page, before)
        for page, word in (("no table\n", "no line"), ("<!-- bench nothing -->\n<!-- end -->\n", "'nothing'"),
                           ("<!-- bench speed -->\n", "<!-- end -->")):
            with open(self.page, "w", encoding="utf-8") as file:
                file.write(page)
            after, error = self.update(make_report(), code=2)
            self.assertIn(word, error)
            self.assertEqual(after, page)


if __name__ == "__main__":
    unittest.main()
