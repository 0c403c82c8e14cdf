// Which view shows what was opened.
import type {FileContent} from "../worker/messages";
import type {ViewName} from "./view";

// A map, because an object also has members that no one has put there, such as "constructor".
const OF_VERB = new Map<string, ViewName>([
  ["solve", "queries"], ["generate", "queries"], ["check", "steps"], ["simulate", "simulations"],
  ["screw", "bodies"], ["robot", "bodies"], ["bench", "benchmark"], ["verify", "queries"],
]);

/// What no view can use, and why. Some files mean something only beside others.
export function unused(files: FileContent[], all: FileContent[]): Map<FileContent, string> {
  const here = (test: (file: FileContent) => boolean) => all.some(test);
  const queries = here((file) => file.type === "queries" || file.type === "proofs");
  const robot = here((file) => file.type === "part" && file.role === "urdf");
  const trace = here((file) => file.type === "trace");
  const timesOf = (name: string) => name.toLowerCase().replace(/\.csv(\.gz)?$/, "");
  const reason = (file: FileContent): string => {
    if (file.type === "part" && file.role === "other") {
      const {name} = file, times = /\.toi$/i.test(name), own = timesOf(name.replace(/\.toi$/i, ""));
      const used = times ? files.some((one) => one.type === "queries" && timesOf(one.name) === own)
        : robot || (trace && /\.json$/i.test(name));
      return used ? "" : file.about ?? "a file of no known kind";
    }
    if (file.type === "report") {
      const view = OF_VERB.get(file.verb);
      if (!view) return `a report of ${file.verb.slice(0, 40)}, which has no picture`;
      return view === "queries" && !queries ? `a report of ${file.verb}; open its queries with it` : "";
    }
    if (file.type === "table" && file.about !== "impacts" && !queries)
      return "answers to queries; open the queries with it";
    if (file.type === "table" && file.about === "impacts" && !here((one) => one.type === "mesh"))
      return "a list of impacts; open the meshes with it";
    return "";
  };
  return new Map(files.map((file) => [file, reason(file)] as const).filter(([, why]) => why));
}

/// The first report decides; without one, what the files are together.
export function viewFor(files: FileContent[]): ViewName {
  for (const file of files) {
    const view = file.type === "report" ? OF_VERB.get(file.verb) : undefined;
    if (view) return view;
  }
  if (files.some((file) => file.type === "trace")) return "simulations";
  if (files.some((file) => file.type === "part" && file.role !== "other")) return "bodies";
  for (const file of files) {
    if (file.type === "queries" || file.type === "proofs") return "queries";
    if (file.type === "mesh") return "steps";
    if (file.type === "table") return file.about === "impacts" ? "steps" : "queries";
  }
  return "queries";
}
