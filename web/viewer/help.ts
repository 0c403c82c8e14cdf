// The help that "?" opens: keys, gestures, what files the page reads.
import {button, element} from "../plots/elements";

/// The home of the site that the folder form is a part of; the page that is one file stands alone.
export const HOME = document.getElementById("firstcontact-worker") ? null : "../";

const SHELL_KEYS: [string, string][] = [
  ["?", "this help"], ["1 … 5", "the five views"], ["O", "open files"], ["L", "copy the link to what is shown"],
  ["T", "light, dark or as the system"], ["Esc", "close, cancel"],
];
const PICTURE_KEYS: [string, string][] = [
  ["drag, arrow keys", "turn"], ["right drag, two fingers", "move"], ["wheel, pinch, + and −", "nearer and farther"],
  ["0, double click", "show everything"],
];
const FILES: [string, string][] = [
  [".csv .fcq", "queries, with .toi beside them: firstcontact generate, check --record"],
  [".obj .ply .stl .off", "two or more frames of a mesh: a step"],
  ["trace.fct", "a simulation: firstcontact simulate --output"],
  ["report.json", "of solve, check, screw, robot, simulate, bench (--json)"],
  [".urdf and meshes", "a robot; also .srdf, scenes (.json, meshes) and a path (.csv, .json)"],
  ["two meshes, poses.json", "two rigid bodies on a screw"],
  [".jsonl", "proofs, which this page verifies"],
];

export function openHelp(keys: [string, string][]): void {
  document.querySelector("dialog.help")?.remove();
  const table = (title: string, rows: [string, string][]) => rows.length ? [
    element("h3", null, title),
    element("dl.keys", null, rows.map(([key, text]) => element("div", null,
      element("dt", null, key), element("dd", null, text)))),
  ] : [];
  const dialog: HTMLDialogElement = element("dialog", {
    "aria-labelledby": "help-title",
    close: () => dialog.remove(),
    click: (event: MouseEvent) => {
      if (event.target === dialog) dialog.close();
    },
  }, element("div.inside", null,
    element("header", null, element("h2", {id: "help-title"}, "Keys, gestures, files"),
      button("✕", () => dialog.close(), {"aria-label": "Close"})),
    element("div.columns", null,
      element("div", null, table("Everywhere", SHELL_KEYS), table("This view", keys)),
      element("div", null, table("In a picture", PICTURE_KEYS), table("Files", FILES))),
    HOME ? element("p", null, element("a", {href: `${HOME}guide/viewer.html`}, "The guide to the viewer")) : null,
    element("p.note", null, "Files are read and computed on this machine. Nothing is sent anywhere; " +
      "a link holds its state after the “#”, which browsers do not send either.")));
  dialog.className = "help";
  document.body.append(dialog);
  dialog.showModal();
}
