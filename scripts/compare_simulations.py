#!/usr/bin/env python3
"""Repeats the experiments of docs/benchmarks/simulations.md and prints their tables.

    scripts/compare_simulations.py OUT [--program build/release/firstcontact] [--only NAME ...]
                                   [--quick] [--threads N] [--page docs/benchmarks/simulations.md]
                                   [--pictures docs/images]
    scripts/compare_simulations.py --list

Every run of `firstcontact simulate` writes its report and its log to OUT. A second call reads the
reports that are there already, so that an interrupted comparison goes on. --page puts the tables
between the lines `<!-- simulations NAME -->` and `<!-- end -->` of a page. --pictures draws frames
of the runs. --quick makes small
scenes of a few steps, to try the script. Exit codes: 0 fine, 2 bad usage, or a page or a program
that cannot be used.
"""
import argparse
import json
import re
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SECTION = re.compile(r"(<!-- simulations ([a-z0-9-]+) -->\n)(.*?)(<!-- end -->\n)", re.DOTALL)
SCENES = ["torus-on-cone", "figure-on-plane", "two-heads", "chain", "mat-twist", "golf-ball",
          "cloth-on-ball", "spike", "wedge", "cliff", "crack", "hole"]
# Scenes whose prescribed vertices put energy in.
DRIVEN = {"mat-twist"}
# Growth of the energy that is nothing but rounding, as a share.
ROUNDING = 1e-12
QUICK = ["--steps", "3", "--size", "150"]
# Label in the tables and options. With 1e-6 tight inclusion is too slow for some of the scenes.
METHODS = {
    "certified": ["--method", "certified"],
    "tight inclusion, 1e-5": ["--method", "tight-inclusion", "--tolerance", "1e-5"],
    "FPRF": ["--method", "fprf"],
    "RP": ["--method", "rp"],
    "ACCD": ["--method", "accd"],
}


class Fault(Exception):
    """The program, the page or an option cannot be used."""


class Run:
    """One run of the simulator: its options and, afterwards, its report."""

    def __init__(self, scene, *options, threads=None):
        self.scene = scene
        self.options = [str(option) for option in options]
        self.threads = threads
        self.report = None  # stays None if the limit of time ended the run
        self.limit = self.cpu_seconds = None

    @property
    def name(self):
        threads = [] if self.threads is None else [f"{self.threads}-threads"]
        words = [self.scene, *self.options, *threads]
        return "_".join(word.strip("-").replace("=", "-") for word in words)

    @property
    def totals(self):
        return self.report["totals"]

    @property
    def steps(self):
        return self.report["steps"]

    def done(self):
        return f"{self.report['steps_done']} of {self.report['steps_asked']}"

    def seconds(self):
        return f"{self.totals['seconds']:.1f} s"

    def cpu(self):
        """Of all threads, with writing and counting intersections; hardly depends on other work."""
        return "-" if self.cpu_seconds is None else f"{self.cpu_seconds:.0f} s"

    def share(self):
        share = self.totals["ccd_share"]
        return "-" if share is None else f"{100 * share:.1f} %"

    def ccd_per_question(self):
        """Time in collision detection for one question about the whole surface."""
        questions = self.totals["questions"]
        return f"{1e3 * self.totals['ccd_seconds'] / questions:.2f} ms" if questions else "-"

    def distance(self):
        distance = self.totals["smallest_distance"]
        return "-" if distance is None else length(distance)

    def intersections(self):
        steps = self.totals["steps_with_intersections"]
        if not steps:
            return "none"
        most = max(step["intersections"] for step in self.steps)
        return f"{steps} of {len(self.steps)} steps, up to {most}"

    def outcome(self):
        if self.report["stopped"]:
            return self.report["stopped"]
        if self.totals["steps_not_converged"]:
            return f"{self.totals['steps_not_converged']} steps did not converge"
        return "all steps done"

    def rise(self):
        """The largest growth of the energy in one step, as a share of the largest kinetic energy."""
        energies = [step["energy"] for step in self.steps]
        if len(energies) < 2:
            return "-"
        rise = max(b - a for a, b in zip(energies, energies[1:]))
        share = rise / max(step["kinetic_energy"] for step in self.steps)
        return "none" if share < ROUNDING else f"{share:.0e}"

    def last_height(self):
        """Potential energy at the end minus that of the first step, in joule."""
        return f"{self.steps[-1]['gravity_energy'] - self.steps[0]['gravity_energy']:.2f} J"


def length(value):
    for factor, unit in [(1e3, "mm"), (1e6, "µm"), (1e9, "nm")]:
        if value * factor >= 0.1:
            return f"{value * factor:.2g} {unit}"
    return f"{value:.1e} m"


def table(titles, rows):
    lines = [titles, ["---"] * len(titles), *rows]
    return "".join("| " + " | ".join(map(str, line)) + " |\n" for line in lines)


def rows_of(labelled, *columns):
    """A row for each (label..., run). A run that took too long gets a note instead of numbers."""
    rows = []
    for *labels, run in labelled:
        numbers = [column(run) for column in columns] if run.report else \
            [f"not done after {run.limit} s"] + [""] * (len(columns) - 1)
        rows.append([*labels, *numbers])
    return rows


class Experiment:
    """Runs, and the table made of them."""

    def __init__(self, labelled, titles, *columns):
        self.labelled, self.titles, self.columns = labelled, titles, columns

    def runs(self):
        return [row[-1] for row in self.labelled]

    def text(self):
        return table(self.titles, rows_of(self.labelled, *self.columns))


def tolerances(scene, response, values):
    labelled = [("tight inclusion", value, Run(scene, "--response", response, "--method",
                                               "tight-inclusion", "--tolerance", value))
                for value in values]
    labelled.append(("certified", "its own", Run(scene, "--response", response)))
    return Experiment(
        labelled, ["method", "tolerance (m)", "intersections", "smallest distance",
                   "change of potential energy", "Newton", "in CCD", "CCD a question"],
        Run.intersections, Run.distance, Run.last_height,
        lambda run: run.totals["newton_iterations"], Run.share, Run.ccd_per_question)


def misses(response, methods, scenes):
    labelled = [(scene, method, Run(scene, "--response", response, *METHODS[method]))
                for scene in scenes for method in methods]
    return Experiment(labelled, ["scene", "method", "steps", "intersections", "smallest distance",
                                 "how it ended"],
                      Run.done, Run.intersections, Run.distance, Run.outcome)


def without_room():
    methods = [("tight-inclusion", "--tolerance", "1e-3"),
               ("tight-inclusion", "--tolerance", "1e-6"), ("certified",)]
    labelled = []
    for scene in ["figure-on-plane", "torus-on-cone", "cloth-on-ball"]:
        for method, *tolerance in methods:
            run = Run(scene, "--response", "line-search", "--no-room", "--method", method,
                      *tolerance)
            labelled.append((scene, ", ".join([method.replace("-", " "), *tolerance[1:]]), run))
    return Experiment(labelled, ["scene", "method", "steps", "how it ended"], Run.done, Run.outcome)


def shares():
    """With one thread each, so that other work on the machine disturbs them less."""
    methods = ["certified", "tight inclusion, 1e-5", "FPRF", "ACCD"]
    groups = [(scene, [Run(scene, "--response", "line-search", *METHODS[method], threads=1)
                       for method in methods]) for scene in SCENES if scene != "mat-twist"]

    class Shares(Experiment):
        def text(self):
            rows = [[scene, *(f"{run.share()}, {run.seconds()}" if run.report else
                              f"> {run.limit} s" for run in runs)] for scene, runs in groups]
            return table(["scene", *methods], rows)

    return Shares([(run,) for _, runs in groups for run in runs], [])


def all_scenes(*options):
    labelled = [(scene, Run(scene, *options)) for scene in SCENES]
    return Experiment(
        labelled, ["scene", "response", "elements", "steps", "intersections", "smallest distance",
                   "largest growth of energy", "time", "CPU time", "in CCD", "how it ended"],
        lambda run: run.report["response"], elements, Run.done, Run.intersections, Run.distance,
        lambda run: "driven" if run.scene in DRIVEN else run.rise(), Run.seconds, Run.cpu,
        Run.share, Run.outcome)


def elements(run):
    return sum(body["tetrahedra"] or body["triangles"] for body in run.report["bodies"]
               if body["kind"] != "obstacle")


def golf_balls():
    labelled = [(f"{factor:,}", method, Run("golf-ball", "--set", f"speed={67 * factor}", "--steps",
                                            30, *METHODS[method]))
                for factor in [1, 10, 100, 1000] for method in ["certified", "FPRF"]]
    return Experiment(labelled, ["times 67 m/s", "method", "steps", "intersections",
                                 "smallest distance", "time", "in CCD", "how it ended"],
                      Run.done, Run.intersections, Run.distance, Run.seconds, Run.share,
                      Run.outcome)


def momentum():
    labelled = [(response, Run("two-heads", "--response", response))
                for response in ["active-set", "line-search"]]
    return Experiment(labelled, ["response", "drift of the momentum", "momentum of one head"],
                      lambda run: f"{drift(run):.1e} kg m/s",
                      lambda run: f"{run.steps[0]['kinetic_energy'] / 2:.1f} kg m/s")


def drift(run):
    first = run.steps[0]["momentum"]
    return max(sum((a - b) ** 2 for a, b in zip(step["momentum"], first)) ** 0.5
               for step in run.steps)


def experiments():
    degenerate = ["spike", "wedge", "cliff", "crack", "hole"]
    fallen = ["torus-on-cone", "figure-on-plane", "golf-ball"]
    methods = ["certified", "tight inclusion, 1e-5", "FPRF", "RP"]
    return {
        "figure-12": lambda: tolerances("torus-on-cone", "active-set", ["1e-1", "1e-3", "1e-6"]),
        "figure-13": lambda: tolerances("figure-on-plane", "line-search",
                                        ["1e-3", "3.16e-5", "1e-6"]),
        "misses-line-search": lambda: misses("line-search", methods, fallen + degenerate),
        "misses-active-set": lambda: misses("active-set", methods, fallen + degenerate),
        "no-room": without_room,
        "shares": shares,
        "golf-balls": golf_balls,
        "scenes": all_scenes,
        "scenes-2000": lambda: all_scenes("--size", "2000", "--steps", "100"),
        "momentum": momentum,
    }


def pictures():
    """For each picture: the frames as (run, step, title), and options of render_frames.py."""
    def strip(scene, steps):
        return [(Run(scene), step, "start" if step == 0 else f"step {step}") for step in steps]
    figure_12 = [(Run("torus-on-cone", "--response", "active-set", "--method", "tight-inclusion",
                      "--tolerance", value), 100, f"tolerance {value}")
                 for value in ["1e-1", "1e-3", "1e-6"]]
    missed = [(Run("figure-on-plane", "--response", "line-search", *METHODS[method]), 7, method)
              for method in ["certified", "FPRF"]]
    return {
        "torus-on-cone": (strip("torus-on-cone", [0, 15, 100]), []),
        "figure-on-plane": (strip("figure-on-plane", [0, 15, 30]), []),
        "mat-twist": (strip("mat-twist", [0, 25, 50]), ["--zoom", "1.1"]),
        "golf-ball": (strip("golf-ball", [0, 20, 50]), ["--azimuth", "-40"]),
        "cloth-on-ball": (strip("cloth-on-ball", [0, 30, 100]), ["--zoom", "1.2"]),
        "chain": (strip("chain", [0, 30, 100]), ["--zoom", "0.9"]),
        "tolerance": (figure_12, []),
        "miss": (missed, ["--elevation", "-25"]),
    }


def draw(folder, out):
    for name, (panels, options) in pictures().items():
        files = [Path(out) / f"{run.name}.frames" / f"frame_{step:04d}.ply"
                 for run, step, _ in panels]
        if not all(file.exists() for file in files):
            print(f"{name}: no frames yet", file=sys.stderr)
            continue
        titles = [word for _, _, title in panels for word in ("--title", title)]
        command = [sys.executable, str(ROOT / "scripts/render_frames.py"), *map(str, files),
                   "--output", str(Path(folder) / f"sim-{name}.png"), *titles, *options]
        if subprocess.run(command, check=False).returncode:
            raise Fault(f"{' '.join(command)} failed")


class Runner:
    def __init__(self, arguments):
        self.arguments = arguments
        self.out = Path(arguments.out)
        self.out.mkdir(parents=True, exist_ok=True)
        self.done = self.of = 0
        self.begin = time.monotonic()

    def say(self, run, words):
        minutes = (time.monotonic() - self.begin) / 60
        print(f"[{self.done}/{self.of}, {minutes:.1f} min] {run.name}: {words}", file=sys.stderr,
              flush=True)

    def perform(self, run):
        self.done += 1
        options = run.options
        if self.arguments.quick:
            given = {"--steps", "--size"} & set(options)
            places = {options.index(name) + k for name in given for k in (0, 1)}
            options = [word for k, word in enumerate(options) if k not in places] + QUICK
        report = self.out / f"{run.name}.json"
        late = self.out / f"{run.name}.late"
        if not report.exists() and not late.exists():
            threads = run.threads or self.arguments.threads
            frames = self.out / f"{run.name}.frames"
            shutil.rmtree(frames, ignore_errors=True)
            command = [self.arguments.program, "simulate", run.scene, *options, "--intersections",
                       "--threads", str(threads), "--json", str(report), "--output", str(frames)]
            self.say(run, "runs")
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            with open(self.out / f"{run.name}.log", "w", encoding="utf-8") as log:
                try:
                    code = subprocess.run(command, stdout=log, stderr=subprocess.STDOUT,
                                          timeout=self.arguments.limit, check=False).returncode
                except subprocess.TimeoutExpired:
                    late.write_text(f"{self.arguments.limit}\n", encoding="utf-8")
                    code = 0
                except OSError as fault:
                    raise Fault(f"{self.arguments.program}: {fault.strerror}") from fault
            used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
            (self.out / f"{run.name}.cpu").write_text(f"{used}\n", encoding="utf-8")
            if code not in (0, 4):
                raise Fault(f"{' '.join(command)}: exit code {code}, see {log.name}")
        if report.exists():
            run.report = json.loads(report.read_text(encoding="utf-8"))
            cpu = self.out / f"{run.name}.cpu"
            run.cpu_seconds = float(cpu.read_text(encoding="utf-8")) if cpu.exists() else None
            self.say(run, f"{run.done()} steps, {run.seconds()}, {run.share()} in CCD, "
                          f"intersections: {run.intersections()}")
        else:
            run.limit = int(late.read_text(encoding="utf-8"))
            self.say(run, f"not done after {run.limit} s")


def fill_page(page, texts):
    path = Path(page)
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as fault:
        raise Fault(f"{page}: {fault.strerror}") from fault
    missing = set(texts) - {match[2] for match in SECTION.finditer(text)}
    if missing:
        raise Fault(f"{page}: no line <!-- simulations {sorted(missing)[0]} -->")
    text = SECTION.sub(
        lambda m: m[1] + "\n" + texts[m[2]] + "\n" + m[4] if m[2] in texts else m[0], text)
    path.write_text(text, encoding="utf-8")


def parse_arguments(words):
    parser = argparse.ArgumentParser(
        description="Repeats the experiments of docs/benchmarks/simulations.md.")
    parser.add_argument("out", metavar="OUT", help="folder of reports, logs and frames")
    parser.add_argument("--program", default=str(ROOT / "build/release/firstcontact"))
    parser.add_argument("--only", nargs="+", metavar="NAME", default=[], help="these tables only")
    parser.add_argument("--quick", action="store_true", help="small scenes, few steps")
    parser.add_argument("--threads", type=int, default=2, metavar="N")
    parser.add_argument("--limit", type=int, default=600, metavar="SECONDS", help="of one run")
    parser.add_argument("--page", metavar="FILE", help="put the tables into this page")
    parser.add_argument("--pictures", metavar="FOLDER", help="draw frames of the runs into it")
    return parser.parse_args(words)


def main(words):
    if words == ["--list"]:
        print("\n".join(experiments()))
        return 0
    arguments = parse_arguments(words)
    known = experiments()
    try:
        for name in arguments.only:
            if name not in known:
                raise Fault(f"--only {name}: known are {', '.join(known)}")
        chosen = {name: make() for name, make in known.items()
                  if not arguments.only or name in arguments.only}
        runner = Runner(arguments)
        runner.of = sum(len(experiment.runs()) for experiment in chosen.values())
        texts = {}
        for name, experiment in chosen.items():
            for run in experiment.runs():
                runner.perform(run)
            texts[name] = experiment.text()
            print(f"{name}\n\n{texts[name]}", flush=True)
        if arguments.page:
            fill_page(arguments.page, texts)
        if arguments.pictures:
            draw(arguments.pictures, arguments.out)
    except Fault as fault:
        print(f"compare_simulations.py: {fault}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
