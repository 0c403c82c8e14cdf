"""Makes tests/apps/sample_report.json, a report of made-up numbers that has every study and every kind of ending:

    python3 tests/apps/sample_report.py > tests/apps/sample_report.json
"""
import json
import random
import sys

# name, title, ours, claims no misses, gives time, takes separation, microseconds of a typical query, share of FP, share of FN
METHODS = [
    ("certified", "certified advance", True, True, True, True, 0.08, 4e-3, 0),
    ("certified-exact", "certified advance, exact", True, True, True, True, 0.11, 0, 0),
    ("exact", "exact oracle", True, True, True, True, 40, 0, 0),
    ("tight-inclusion", "tight inclusion", False, True, True, True, 300, 8e-3, 0),
    ("tight-inclusion-fast", "tight inclusion, filtered first", False, True, True, True, 60, 8e-3, 0),
    ("irf", "multivariate interval root finder", False, True, True, False, 5000, 1e-2, 0),
    ("uirf", "univariate interval root finder", False, True, True, False, 2000, 1e-2, 0),
    ("fprf", "floating-point root finder", False, False, True, True, 1.3, 1e-3, 5e-3),
    ("tccd", "tight Bernstein inequalities", False, True, False, False, 0.4, 9e-2, 0),
    ("rp", "root parity", False, False, False, False, 0.9, 1e-3, 4e-3),
    ("rrp", "rational root parity", False, False, False, False, 20, 0, 2e-3),
    ("bsc", "Bernstein sign classification", False, True, False, False, 2, 3e-2, 1e-4),
    ("msrf", "minimum-separation root finder", False, False, True, True, 3, 2e-2, 3e-3),
    ("accd", "additive CCD", False, True, True, True, 0.7, 6e-2, 0),
]
# name, title, group, kind, queries, contacts, factor of time
SETS = [
    ("handcrafted-vertex-face", "handcrafted", "handcrafted", "vertex-face", 12000, 5000, 1.0),
    ("handcrafted-edge-edge", "handcrafted", "handcrafted", "edge-edge", 15000, 6100, 1.6),
    ("simulation-vertex-face", "folding cloth", "simulation", "vertex-face", 60000, 900, 0.4),
    ("simulation-edge-edge", "folding cloth", "simulation", "edge-edge", 90000, 1300, 0.6),
]


def digits(value):
    return float(f"{value:.3g}")


def spread_over_bins(source, total, center, bins):
    """Counts that add up to the total, around the bin `center`."""
    counts = [0] * bins
    draws = min(total, 400)
    for i in range(draws):
        bin_of = min(bins - 1, max(0, round(source.gauss(center, 2))))
        counts[bin_of] += (total * (i + 1)) // draws - (total * i) // draws
    return counts


def make_time(source, method, contacts):
    if not method[4] or method[0] == "certified-exact":
        return None
    edges = [digits(10.0 ** k) for k in range(-16, 1)]
    late = 0 if method[3] else contacts // 40
    return {"compared": contacts, "late": late, "late_max": 0.02 if late else None, "late_mean": 1e-3 if late else None,
            "early_mean": 2e-6, "early_median": 1e-7, "early_max": 0.01, "edges": edges,
            "early": spread_over_bins(source, contacts - late, 4 + source.random() * 7, 16),
            "late_counts": spread_over_bins(source, late, 9, 16)}


def make_run(source, study, method, of_set, factor=1.0, fp_factor=1.0, **settings):
    _, _, _, _, queries, contacts, set_factor = of_set[:7]
    mean = method[6] * set_factor * factor * source.uniform(0.9, 1.1)
    edges = [digits(mean * 10 ** (k / 4 - 2)) for k in range(21)]
    false_positives = round(queries * method[7] * fp_factor)
    false_negatives = round(contacts * method[8])
    positives = contacts + false_positives - false_negatives
    return {"study": study, "method": method[0], "set": of_set[0], "tolerance": 1e-6, "max_checks": 1000000, "separation": 0,
            **settings, "status": "done", "message": "", "queries": queries, "mean_us": digits(mean),
            "median_us": digits(0.7 * mean),
            "p95_us": digits(3 * mean), "max_us": digits(edges[-1]), "repeats": 3, "spread": digits(source.uniform(0.01, 0.12)),
            "positives": positives, "false_positives": false_positives, "false_negatives": false_negatives,
            "exhausted": 0, "errors": 0,
            "histogram": {"edges_us": edges, "positive": spread_over_bins(source, positives, 11, 20),
                          "negative": spread_over_bins(source, queries - positives, 7, 20)},
            "time": make_time(source, method, contacts) if study == "comparison" else None}


def end_badly(run, status, message, queries):
    """What the engine writes for a run that has no full answer."""
    run.update(status=status, message=message, queries=queries)
    if not queries:
        run.update(mean_us=None, median_us=None, p95_us=None, max_us=None, positives=None, false_positives=None,
                   false_negatives=None, histogram=None, time=None)


def make_report(seed=1):
    source = random.Random(seed)
    by_name = {method[0]: method for method in METHODS}
    runs = [make_run(source, "comparison", method, of_set) for of_set in SETS for method in METHODS]
    for run in runs:
        if run["method"] == "irf" and run["set"].startswith("simulation"):
            end_badly(run, "timeout", "over the limit of 60 s", 11800)
        if run["method"] == "bsc" and run["set"] == "simulation-edge-edge":
            end_badly(run, "crashed", "signal 11", 0)
    for name in ("certified", "tight-inclusion", "irf"):
        for of_set in SETS[2:]:
            for power in range(-8, 1, 2):
                slope = 10 ** (-0.15 * (power + 6)) if name != "certified" else 1
                runs.append(make_run(source, "tolerance", by_name[name], of_set, slope,
                                     10 ** (0.3 * (power + 6)) / 10, tolerance=10.0 ** power))
    for of_set in SETS[:2]:
        for power in range(1, 7):
            run = make_run(source, "max_checks", by_name["tight-inclusion"], of_set, 10 ** (0.4 * (power - 6)),
                           10 ** (0.2 * (6 - power)), max_checks=10 ** power)
            run["exhausted"] = round(run["queries"] * 10 ** (-0.5 * power)) if power < 6 else 0
            runs.append(run)
    for name in ("certified", "tight-inclusion", "fprf", "msrf"):
        for of_set in (SETS[0], SETS[2]):
            for power in (-2, -8, -16, -30, -100):
                runs.append(make_run(source, "separation", by_name[name], of_set, 10 if power == -2 else 1,
                                     30 if power == -2 else 1, separation=10.0 ** power))
    return {
        "version": "0.0.0", "started": "2026-01-31T12:00:00Z", "finished": "2026-01-31T12:18:30Z", "quick": False,
        "machine": {"cpu": "none: made-up numbers that show the page", "cores": 2, "memory_gb": 16.0,
                    "os": "none", "compiler": "none"},
        "settings": {"seed": seed, "repeats": 3, "time_limit_s": 60, "tolerance": 1e-6, "max_checks": 1000000},
        "methods": [{"name": m[0], "title": m[1], "reference": "this library" if m[2] else "published", "ours": m[2],
                     "claims_no_misses": m[3], "gives_time": m[4], "takes_separation": m[5], "tolerance_meaning": "length",
                     "default_tolerance": 1e-6} for m in METHODS],
        "sets": [{"name": s[0], "title": s[1], "group": s[2], "kind": s[3], "queries": s[4],
                  "contacts": s[5], "source": "made up"} for s in SETS],
        "runs": runs,
    }


def to_text(report):
    """One line a run."""
    runs = ",\n".join(json.dumps(run, separators=(",", ":")) for run in report["runs"])
    return json.dumps({**report, "runs": []}, separators=(",", ":"))[:-2] + "\n" + runs + "\n]}\n"


if __name__ == "__main__":
    sys.stdout.write(to_text(make_report()))
