"""The report page of firstcontact bench: what is in the page, and how it behaves in a browser (Chromium; skipped where there is
none). And the page of the documentation that is made from a report."""
import copy
import html
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from command import read_text
from sample_report import make_report, to_text

REPORT_PAGE = os.environ.get("FIRSTCONTACT_REPORT_PAGE", "build/release/apps/report/firstcontact_report_page")
SAMPLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "apps", "report", "sample_report.json")
BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

# Before the page's own scripts: whatever goes wrong is kept.
LISTEN = """<script>
window.problems = [];
addEventListener("error", (event) => problems.push(String(event.message)));
addEventListener("unhandledrejection", (event) => problems.push(String(event.reason)));
console.error = console.warn = (...words) => problems.push(words.join(" "));
</script>"""

# In the outer page: the frames are same-origin (srcdoc); their probes run when all have been drawn.
OUTER = """<!DOCTYPE html><meta charset="utf-8"><body style="margin:0">%s<pre id="answers"></pre><script>
addEventListener("load", () => setTimeout(() => {
  const frames = [...document.querySelectorAll("iframe")];
  const answer = (frame) => {
    const page = frame.contentWindow;
    let result;
    try { result = page.eval("(" + frame.dataset.probe + ")()"); } catch (error) { page.problems.push("probe: " + error); }
    return {result, problems: page.problems};
  };
  document.getElementById("answers").textContent = JSON.stringify(frames.map(answer));
}, 500));
</script></body>"""

WHAT_IS_DRAWN = """() => {
  const figures = [...document.querySelectorAll("figure")];
  const in_figures = (selector) =>
    Object.fromEntries(figures.map((figure) => [figure.id, figure.querySelectorAll(selector).length]));
  const broken = (path) => /NaN|Infinity|undefined/.test(path.getAttribute("d"));
  return {
    sections: [...document.querySelectorAll("main > section")].map((section) => section.id),
    links: [...document.querySelectorAll("#contents a")].map((link) => link.getAttribute("href")),
    figures: figures.map((figure) => figure.id),
    lines: in_figures(".chart path.line"),
    bars: in_figures(".chart path.bar"),
    bands: document.querySelectorAll(".chart path.band").length,
    markers: document.querySelectorAll("#figure-1 .chart path.marker").length,
    broken: [...document.querySelectorAll(".chart path")].filter(broken).length,
    alarms: [...document.querySelectorAll("#table-1 td.alarm")].map((cell) => cell.textContent),
    text: document.body.innerText,
  };
}"""


def make_page(text):
    """The page that the program makes of the text of a report."""
    with tempfile.TemporaryDirectory() as folder:
        report, page = os.path.join(folder, "report.json"), os.path.join(folder, "report.html")
        with open(report, "w", encoding="utf-8") as file:
            file.write(text)
        subprocess.run([REPORT_PAGE, report, page], check=True, timeout=60)
        return read_text(page)


def browse(*frames):
    """Loads pages side by side from one file:// page. Each frame is (page, width, probe); returns the probe's results.
    Any error, exception or warning of a page fails."""
    boxes = "".join(f'<iframe style="width:{width}px;height:900px;border:0" data-probe="{html.escape(probe)}" '
                    f'srcdoc="{html.escape(page.replace("<head>", "<head>" + LISTEN, 1))}"></iframe>'
                    for page, width, probe in frames)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "frames.html")
        with open(path, "w", encoding="utf-8") as file:
            file.write(OUTER % boxes)
        done = run_browser(folder, "--virtual-time-budget=4000", "--dump-dom", "file://" + path)
    written = re.search(r'<pre id="answers">(.+?)</pre>', done.stdout, re.S)
    if not written:
        raise AssertionError("the pages were not loaded: " + done.stderr[-2000:])
    answers = json.loads(html.unescape(written[1]))
    for answer in answers:
        if answer["problems"]:
            raise AssertionError(answer["problems"])
    return [answer["result"] for answer in answers]


def run_browser(folder, *arguments):
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    return subprocess.run([BROWSER, "--headless", "--disable-gpu", "--disable-dev-shm-usage", "--enable-logging=stderr",
                           "--window-size=1300,900", "--user-data-dir=" + os.path.join(folder, "profile"), *sandbox, *arguments],
                          capture_output=True, text=True, timeout=300, encoding="utf-8", errors="replace")


class ReportPage(unittest.TestCase):
    def embedded(self, page):
        return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)[1])

    def test_the_sample_is_what_its_generator_makes(self):
        self.assertEqual(read_text(SAMPLE), to_text(make_report()))

    def test_the_page_loads_nothing_from_elsewhere(self):
        page = make_page("{}")
        self.assertNotRegex(page, r"(?i)\bsrc\s*=|@import|url\(|\bfetch\(|XMLHttpRequest")
        self.assertEqual(re.findall(r"https?://[^\"' ]+", page), ["http://www.w3.org/2000/svg"])
        self.assertEqual(re.findall(r"<link[^>]*>", page), ['<link rel="icon" href="data:,">'])

    def test_text_of_the_report_cannot_leave_its_element(self):
        hostile = "</script><script>alert(1)</script> <!--<script> \u2028\u2029 @SCRIPT@ @STYLE@ \\ \" é"
        report = {"version": hostile, "machine": {"cpu": hostile}}
        plain = make_page("{}")
        page = make_page(json.dumps(report, ensure_ascii=False))
        self.assertEqual(self.embedded(page), report)
        for mark in ("<script", "</script", "<!--", "<style"):
            self.assertEqual(page.count(mark), plain.count(mark), mark)
        self.assertNotRegex(page, "[\u2028\u2029]")

    def test_the_program_refuses_what_it_cannot_read_or_write(self):
        for arguments in ([], ["absent.json", "page.html"], [SAMPLE, os.path.join("absent", "page.html")]):
            done = subprocess.run([REPORT_PAGE, *arguments], capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 2)
            self.assertTrue(done.stderr)


@unittest.skipUnless(BROWSER, "no Chromium here: how the page behaves in a browser is not tested")
class ReportInBrowser(unittest.TestCase):
    def test_every_part_is_there_in_order_and_every_figure_is_drawn(self):
        page = make_page(read_text(SAMPLE))
        (drawn,) = browse((page, 1200, WHAT_IS_DRAWN))
        self.assertEqual(drawn["sections"], ["summary", "table-1", "overview", "run-times", "tolerance", "max-checks",
                                             "separation", "accuracy", "settings", "reproduce"])
        self.assertEqual(drawn["links"], ["#" + name for name in drawn["sections"]])
        self.assertEqual(drawn["figures"], ["figure-1", "figure-7", "figure-8", "figure-15", "figure-9", "figure-11",
                                            "figure-11-methods", "figure-time"])
        self.assertEqual(drawn["markers"], 14)
        self.assertEqual(drawn["lines"], {"figure-1": 0, "figure-7": 0, "figure-8": 1, "figure-15": 2 * 3 * 2, "figure-9": 3 * 2,
                                          "figure-11": 1, "figure-11-methods": 3 * 4, "figure-time": 9 + 2})
        for figure in ("figure-7", "figure-8", "figure-11"):
            self.assertGreater(drawn["bars"][figure], 20, figure)
        self.assertEqual(drawn["bands"], 1 + 6 + 2 + 1 + 4)
        self.assertEqual(drawn["broken"], 0)
        self.assertEqual(drawn["alarms"], ["1 !"])
        for words in ("135 done", "2 timeout", "1 crashed", "signal 11", "over the limit of 60 s", "made-up numbers",
                      "missed contacts: bsc (1)", "--time-limit 60", "18.5 minutes"):
            self.assertIn(words, drawn["text"])

    def test_the_page_itself_loads_from_a_file_without_a_word_on_the_console(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "report.html")
            with open(path, "w", encoding="utf-8") as file:
                file.write(make_page(read_text(SAMPLE)))
            done = run_browser(folder, "--virtual-time-budget=2000", "--dump-dom", "file://" + path)
        self.assertEqual([line for line in done.stderr.splitlines() if "CONSOLE" in line], [])
        self.assertGreater(done.stdout.count("<path class=\"line\""), 30)

    def test_tables_sort_legends_toggle_and_tooltips_tell(self):
        sort = """() => {
          const table = document.querySelector("#table-1 table"), heads = [...table.querySelectorAll("thead tr:last-child th")];
          const column = (i) => [...table.querySelectorAll("tbody tr")].map((row) => row.children[i].textContent);
          const press = (i) => {
            heads[i].querySelector("button").click();
            return [column(i), heads[i].getAttribute("aria-sort")];
          };
          return {before: column(0), up: press(1), down: press(1), names: press(0), cleared: heads[1].getAttribute("aria-sort"),
                  buttons: heads.every((head) => head.querySelector("button").tabIndex === 0)};
        }"""
        missing_last = """() => {
          const table = document.querySelectorAll("#table-1 table")[1];
          const head = table.querySelectorAll("thead tr:last-child th")[5].querySelector("button");
          const last = () => { head.click(); return [...table.querySelectorAll("tbody tr")].at(-1).firstChild.textContent; };
          return [last(), last()];
        }"""
        legend = """() => {
          const figure = document.getElementById("figure-15"), entry = figure.querySelector(".legend button");
          const lines = () => figure.querySelectorAll(".chart path.line").length;
          const counts = [lines()];
          entry.click(); counts.push(lines(), entry.getAttribute("aria-pressed"));
          entry.click(); counts.push(lines(), entry.getAttribute("aria-pressed"));
          return counts;
        }"""
        choose = """() => {
          const figure = document.getElementById("figure-7"), [set, method] = figure.querySelectorAll("select");
          const shape = () => [...figure.querySelectorAll(".chart path.bar")].map((bar) => bar.getAttribute("d")).join("");
          const first = shape();
          method.value = "tccd"; method.dispatchEvent(new Event("change"));
          const second = shape();
          set.value = "simulation-edge-edge"; set.dispatchEvent(new Event("change"));
          return [first !== second, second !== shape(), figure.querySelector(".chart").textContent.includes("tccd")];
        }"""
        tips = """() => {
          const chart = () => document.querySelector("#figure-1 .chart"), tip = document.getElementById("tooltip");
          const said = [tip.hidden];
          const area = chart().querySelector("path.marker").getBoundingClientRect();
          const middle = {clientX: area.left + area.width / 2, clientY: area.top + area.height / 2};
          chart().dispatchEvent(new PointerEvent("pointermove", middle));
          said.push(tip.hidden, tip.innerText);
          chart().dispatchEvent(new PointerEvent("pointerleave"));
          said.push(tip.hidden);
          const key = (name) => chart().dispatchEvent(new KeyboardEvent("keydown", {key: name, cancelable: true}));
          chart().dispatchEvent(new FocusEvent("focus"));
          key("ArrowDown"); said.push(tip.firstChild.innerText);
          key("ArrowUp"); said.push(tip.firstChild.innerText);
          key("Escape"); said.push(tip.hidden, chart().tabIndex);
          return said;
        }"""
        page = make_page(read_text(SAMPLE))
        sorted_table, last, toggled, chosen, said = browse(
            *((page, 1000, probe) for probe in (sort, missing_last, legend, choose, tips)))
        times, direction = sorted_table["up"]
        values = [float(text.replace(",", "")) for text in times]
        self.assertEqual((values, direction), (sorted(values), "ascending"))
        self.assertEqual(sorted_table["down"], [times[::-1], "descending"])
        self.assertEqual(sorted_table["names"], [sorted(sorted_table["before"]), "ascending"])
        self.assertEqual((sorted_table["cleared"], sorted_table["buttons"]), ("none", True))
        self.assertEqual(last, ["bsc", "bsc"], "what has no number comes last in both directions")
        self.assertEqual(toggled, [12, 10, "false", 12, "true"])
        self.assertEqual(chosen, [True, True, True])
        self.assertEqual([said[0], said[1], said[3]], [True, False, True])
        self.assertIn("certified", said[2])
        self.assertIn("misses in 177,000 queries", said[2])
        self.assertEqual(said[4:], ["certified-exact", "certified", True, 0])

    def test_nothing_overlaps_or_sticks_out_from_phone_to_desktop(self):
        probe = """() => {
          const faults = [], wide = document.documentElement.scrollWidth;
          if (wide > innerWidth) faults.push(`the page is ${wide} wide`);
          const place = (text) => [text.textContent, text.getBoundingClientRect()];
          const boxes = (chart, selector) => [...chart.querySelectorAll(selector)].map(place);
          const sticks_out = (box, frame) =>
            box.left < frame.left - 1 || box.right > frame.right + 1 || box.bottom > frame.bottom + 1;
          const overlap = (p, q) => p.left < q.right && q.left < p.right && p.top + 2 < q.bottom && q.top + 2 < p.bottom;
          for (const chart of document.querySelectorAll(".chart")) {
            const frame = chart.getBoundingClientRect();
            for (const [text, box] of boxes(chart, "text"))
              if (sticks_out(box, frame)) faults.push(`"${text}" sticks out`);
            for (const kind of ["text.tick.x", "text.tick.y", "text.point"]) {
              const all = boxes(chart, kind);
              all.forEach(([a, p], i) => all.slice(i + 1).forEach(([b, q]) => {
                if (overlap(p, q)) faults.push(`"${a}" covers "${b}"`);
              }));
            }
            for (const axis of ["x", "y"])
              if (boxes(chart, "text.tick." + axis).length < 2) faults.push(`axis ${axis} has fewer than two labels`);
          }
          return {faults, charts: document.querySelectorAll(".chart").length};
        }"""
        page = make_page(read_text(SAMPLE))
        widths = (320, 400, 768, 1200)
        for width, seen in zip(widths, browse(*((page, width, probe) for width in widths))):
            self.assertEqual(seen, {"faults": [], "charts": 1 + 2 + 2 + 2 + 3 + 2 + 3 + 2}, f"at {width} pixels")

    def test_both_themes_have_contrast(self):
        probe = """() => {
          const light = (color) => {
            const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
            const [r, g, b] = color.match(/\\w\\w/g).map((hex) => linear(parseInt(hex, 16) / 255));
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
          };
          const button = document.getElementById("theme"), seen = {};
          for (let i = 0; i < 3; ++i) {
            button.click();
            const style = getComputedStyle(document.documentElement), value = (name) => style.getPropertyValue(name).trim();
            const paper = light(value("--paper"));
            const ratio = (name) => {
              const ink = light(value(name));
              return (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
            };
            seen[button.textContent] = {
              theme: document.documentElement.dataset.theme, paper: getComputedStyle(document.body).backgroundColor,
              curves: Math.min(...[0, 1, 2, 3, 4, 5, 6].map((i) => ratio("--c" + i))),
              words: Math.min(...["--ink", "--faint", "--link", "--alarm"].map(ratio))};
          }
          return seen;
        }"""
        (seen,) = browse((make_page("{}"), 600, probe))
        self.assertEqual(sorted(seen), ["theme: auto", "theme: dark", "theme: light"])
        self.assertNotEqual(seen["theme: dark"]["paper"], seen["theme: light"]["paper"])
        for name in ("dark", "light"):
            self.assertEqual(seen["theme: " + name]["theme"], name)
            self.assertGreaterEqual(seen["theme: " + name]["curves"], 3.0)
            self.assertGreaterEqual(seen["theme: " + name]["words"], 4.5)

    def test_what_a_report_lacks_is_left_out(self):
        report = make_report()
        quick = {**report, "quick": True, "runs": [run for run in report["runs"] if run["study"] == "comparison"]}
        bare = {"runs": [{"study": study, "method": "new", "set": "new"}
                         for study in ("comparison", "tolerance", "max_checks", "separation")]}
        nothing = copy.deepcopy(report)
        for run in nothing["runs"]:
            for key in run:
                if key not in ("study", "method", "set"):
                    run[key] = None
        not_numbers = re.sub(r'"(mean_us|spread|max_us|tolerance|late_max)": ?[-+.e0-9]+', r'"\1": NaN', json.dumps(report))
        self.assertIn("NaN", not_numbers)
        zeros = copy.deepcopy(report)
        for run in zeros["runs"]:
            run.update(false_positives=0, false_negatives=0, spread=0, tolerance=0, separation=0)
        texts = ["{}", "null", "[]", '{"runs": [null, 3], "methods": null, "sets": [{}]}', json.dumps(quick), json.dumps(bare),
                 json.dumps(nothing), not_numbers, json.dumps(zeros), "{ not json"]
        drawn = browse(*((make_page(text), 800, WHAT_IS_DRAWN) for text in texts))
        self.assertEqual([page["broken"] for page in drawn], [0] * len(texts))
        empty, quick, bare, nothing, not_numbers, zeros, not_json = drawn[0], *drawn[4:]
        self.assertEqual(empty["sections"], ["summary", "reproduce"])
        self.assertIn("No run in this report", empty["text"])
        self.assertEqual(quick["sections"], ["summary", "table-1", "overview", "run-times", "accuracy", "settings", "reproduce"])
        self.assertEqual(quick["markers"], 14)
        self.assertIn("A quick run", quick["text"])
        for page in (bare, nothing):
            self.assertEqual(page["figures"], [])
            self.assertIn("table-1", page["sections"])
        self.assertEqual(not_numbers["figures"], ["figure-7", "figure-time"])
        self.assertEqual(zeros["markers"], 14)
        self.assertIn("cannot be read", not_json["text"])


UPDATE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "scripts", "update_comparison.py")
COMPARISON = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs", "benchmarks", "methods-compared.md")


class ComparisonPage(unittest.TestCase):
    """scripts/update_comparison.py, on the page of the documentation and the made-up report."""

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
