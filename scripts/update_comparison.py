#!/usr/bin/env python3
"""Fills the tables of docs/benchmarks/methods-compared.md.

The numbers come from the report.json of a run of `firstcontact bench`.

    python3 scripts/update_comparison.py OUT/report.json [docs/benchmarks/methods-compared.md]

A table stands between the lines `<!-- bench NAME -->` and `<!-- end -->`; everything else stays as
it is. A second run with the same report changes nothing. Exit codes: 0 fine, 2 bad usage or input;
the page is then not changed.
"""
import argparse
import json
import os
import re
import sys

PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "docs", "benchmarks", "methods-compared.md")
SECTION = re.compile(r"(<!-- bench ([a-z0-9-]+) -->\n)(.*?)(<!-- end -->\n)", re.DOTALL)
KINDS = [("vertex-face", "VF"), ("edge-edge", "EE")]
GROUPS = ["handcrafted", "simulation", "samples"]


class Fault(Exception):
    """The report or the page is not what it should be."""


def table(titles, rows):
    """A Markdown table; the first column holds names, the others numbers."""
    lines = [titles, ["---"] + ["---:"] * (len(titles) - 1), *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def whole(value):
    return f"{value:,}"


def microseconds(value):
    """Three digits, without an exponent."""
    digits = 3 if value < 1 else 2 if value < 10 else 1 if value < 100 else 0
    return f"{value:,.{digits}f}"


def brief(value):
    return "0" if not value else f"{value:.1e}"


def ratio(value):
    return f"{value:,.0f}" if value >= 10 else f"{value:.1f}" if value >= 1 else f"{value:.2f}"


class Report:
    def __init__(self, data):
        self.data = data
        self.sets = {s["name"]: s for s in data["sets"]}
        self.methods = [m["name"] for m in data["methods"]]
        self.runs = [r for r in data["runs"] if r["set"] in self.sets]

    def chosen(self, study, group):
        """The runs of at least one query by (method, kind); of sweeps by (method, value, kind)."""
        found = {}
        for run in self.runs:
            of_set = self.sets[run["set"]]
            if run["study"] != study or of_set["group"] != group or run["status"] == "refused" or run["queries"] == 0:
                continue
            key = (run["method"],) if study == "comparison" else (run["method"], run[study])
            found[(*key, of_set["kind"])] = run
        return found


def cells(run):
    """Queries asked, mean time, false positives, misses."""
    if run is None:
        return ["–"] * 4
    mark = {"timeout": "\\*", "crashed": " !"}.get(run["status"], "")
    return [whole(run["queries"]) + mark, microseconds(run["mean_us"]), whole(run["false_positives"]), whole(run["false_negatives"])]


def kinds_of(found):
    present = {key[-1] for key in found}
    return [(kind, short) for kind, short in KINDS if kind in present]


def comparison(report, group):
    found = report.chosen("comparison", group)
    kinds = kinds_of(found)
    titles = ["method"] + [f"{short} {what}" for _, short in kinds for what in ("asked", "µs", "FP", "FN")]
    rows = [[f"`{method}`"] + [cell for kind, _ in kinds for cell in cells(found.get((method, kind)))]
            for method in report.methods if any((method, kind) in found for kind, _ in kinds)]
    return table(titles, rows) if rows else "Not run.\n"


def separation(report, group):
    found = report.chosen("separation", group)
    kinds = kinds_of(found)
    titles = ["method", "d"] + [f"{short} {what}" for _, short in kinds for what in ("asked", "µs", "FP", "FN")]
    order = sorted({key[:2] for key in found}, key=lambda key: (report.methods.index(key[0]), -key[1]))
    rows = [[f"`{method}`", f"{value:.0e}"] + [cell for kind, _ in kinds for cell in cells(found.get((method, value, kind)))]
            for method, value in order]
    return table(titles, rows) if rows else "Not run.\n"


def speed(report):
    """The mean time of every method divided by that of `certified`."""
    columns = []
    for group in GROUPS:
        found = report.chosen("comparison", group)
        for kind, short in kinds_of(found):
            if ("certified", kind) in found:
                columns.append((f"{group} {short}", kind, found))
    rows = []
    for method in report.methods:
        row = []
        for _, kind, found in columns:
            run, ours = found.get((method, kind)), found[("certified", kind)]
            row.append(ratio(run["mean_us"] / ours["mean_us"]) if run and ours["mean_us"] > 0 else "–")
        if any(cell != "–" for cell in row):
            rows.append([f"`{method}`", *row])
    return table(["method"] + [title for title, _, _ in columns], rows) if rows else "Not run.\n"


def time_accuracy(report):
    rows = []
    for group in GROUPS:
        found = report.chosen("comparison", group)
        for kind, short in kinds_of(found):
            for method in report.methods:
                run = found.get((method, kind))
                if run is None or not run["time"]:
                    continue
                time = run["time"]
                rows.append([f"`{method}`", f"{group} {short}", whole(time["compared"]), whole(time["late"]), brief(time["late_max"]),
                             brief(time["early_median"]), brief(time["early_mean"]), brief(time["early_max"])])
    titles = ["method", "set", "times", "late", "latest", "early, median", "early, mean", "earliest"]
    return table(titles, rows) if rows else "Not run.\n"


def machine(report):
    data = report.data
    where = data["machine"]
    sets = "".join(f"- {s['name']}: {whole(s['queries'])} queries, {whole(s['contacts'])} contacts ({s['source']})\n"
                   for s in report.sets.values())
    return (f"FirstContact {data['version']}, {data['started'][:10]}; {where['cpu']}, {where['cores']} cores, {where['os']}, "
            f"{where['compiler']}; {'quick run, ' if data.get('quick') else ''}seed {data['settings']['seed']}, "
            f"time limit {data['settings']['time_limit_s']:g} s, {data['settings']['repeats']} repeats.\n\n" + sets)


SECTIONS = {
    "machine": machine,
    "speed": speed,
    "time-accuracy": time_accuracy,
    **{f"comparison-{group}": (lambda report, group=group: comparison(report, group)) for group in GROUPS},
    **{f"separation-{group}": (lambda report, group=group: separation(report, group)) for group in GROUPS},
}


def fill(text, report):
    """The page with new tables. Throws Fault for a section that is unknown or has no end."""
    names = re.findall(r"<!-- bench ([^ ]*) -->", text)
    if not names:
        raise Fault("the page has no line '<!-- bench NAME -->'")
    for name in names:
        if name not in SECTIONS:
            raise Fault(f"the page asks for a table '{name}'; there are {', '.join(SECTIONS)}")
    if len(names) != len(SECTION.findall(text)) or len(names) != text.count("<!-- end -->"):
        raise Fault("a table of the page has no line '<!-- end -->', or one too many")
    return SECTION.sub(lambda found: f"{found[1]}\n{SECTIONS[found[2]](report)}\n{found[4]}", text)


def main():
    parser = argparse.ArgumentParser(description="Fills the tables of the comparison page from a benchmark's report.")
    parser.add_argument("report", help="report.json of firstcontact bench")
    parser.add_argument("page", nargs="?", default=PAGE, help="the page to change (default: docs/benchmarks/methods-compared.md)")
    arguments = parser.parse_args()
    try:
        with open(arguments.report, encoding="utf-8") as file:
            report = Report(json.load(file))
        with open(arguments.page, encoding="utf-8") as file:
            old = file.read()
        new = fill(old, report)
        if new != old:
            with open(arguments.page + ".new", "w", encoding="utf-8") as file:
                file.write(new)
            os.replace(arguments.page + ".new", arguments.page)
    except (OSError, ValueError, Fault) as error:
        print(f"update_comparison: {error}", file=sys.stderr)
        return 2
    except (KeyError, TypeError) as error:
        print(f"update_comparison: {arguments.report} is no report of firstcontact bench: {error!r}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
