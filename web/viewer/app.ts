// The shell: the header, the tabs, files that come in, messages, progress, keys, the address.
import type {MethodInfo} from "firstcontact";
import {button, element} from "../plots/elements";
import {Cancelled, type Call, type Client} from "../worker/client";
import type {FileContent, FileData, MeshFile} from "../worker/messages";
import {addressOf, readAddress, writeAddress} from "./address";
import {HOME, openHelp} from "./help";
import {
  droppedSources, embeddedSources, refuseHuge, servedSources, sourcesOf, type Source,
} from "./intake";
import {startTheme} from "./theme";
import type {Context, State, View, ViewName} from "./view";
import {unused, viewFor} from "./routing";

const TITLES: Record<ViewName, string> = {
  queries: "Queries", steps: "Steps", simulations: "Simulations", bodies: "Bodies & robots",
  benchmark: "Benchmark",
};
export const VIEW_NAMES = Object.keys(TITLES) as ViewName[];

/// Files that were opened together, and all files up to then.
interface Batch {
  added: FileContent[];
  all: FileContent[];
  /// The view that shows them.
  meant: ViewName;
}

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)) || "something went wrong";

/// The message with the file's name before it, if it has not got it.
const withName = (name: string, message: string): string => {
  const base = name.split("/").at(-1)!.replace(/\.gz$/i, "");
  return message.includes(base) ? message : `${name}: ${message}`;
};
/// Whether a file holds the times of the queries in another one.
const isTimesOf = (times: FileData, {name}: FileData): boolean => /\.csv(\.gz)?$/i.test(name) &&
  times.name.toLowerCase() === name.toLowerCase().replace(/\.csv(\.gz)?$/, ".toi");

export class App implements Context {
  private views = new Map<ViewName, View>();
  private shown: ViewName | null = null;
  private files: FileContent[] = [];
  private batches: Batch[] = [];
  /// What each view has taken, the last one at the end.
  private taken = new Map<View, Batch[]>();
  private infos: MethodInfo[] = [];
  private readonly main = element("main", {id: "view"});
  private readonly messages = element("div.messages", {role: "status", "aria-live": "polite"});
  private readonly busy = element("div.busy", {hidden: true});
  private readonly bar = element("progress", {max: 1, "aria-label": "Progress"});
  private readonly input: HTMLInputElement;
  private readonly tabs = new Map<ViewName, HTMLElement>();
  private cancelBusy: (() => void) | null = null;

  constructor(readonly pairs: Client, readonly work: Client, private readonly makeView: (
    name: ViewName, context: Context) => View) {
    this.input = element("input", {type: "file", multiple: true, hidden: true, "aria-label": "Files",
      change: () => {
        if (this.input.files?.length) void this.load(sourcesOf(this.input.files));
        this.input.value = "";
      }});
    document.body.append(
      element("a.skip", {href: "#view", click: (event: Event) => {
        event.preventDefault();
        this.main.focus();
      }}, "Skip to the view"),
      this.header(), this.messages, this.busy, this.main, this.input);
    this.main.tabIndex = -1;
    document.addEventListener("keydown", (event) => this.pressed(event));
    window.addEventListener("hashchange", () => this.follow());
    this.acceptDrops();
    window.addEventListener("error", (event) => this.tellFault(event.error ?? event.message));
    window.addEventListener("unhandledrejection", (event) => this.tellFault(event.reason));
    window.addEventListener("paste", (event) => this.pasted(event));
  }

  private header(): HTMLElement {
    const theme = button("◐", () => undefined);
    const title = [element("span.logo", {"aria-hidden": "true"}), "FirstContact"];
    const bar = element("header.bar", null,
      element("h1", null, HOME ? element("a.home", {href: HOME, title: "Home of the site"}, title) : title,
        element("span.sub", null, " viewer")),
      element("nav", {"aria-label": "Views"}, VIEW_NAMES.map((name) => {
        const [word, ...rest] = TITLES[name].split(" ");
        const tab = button(word, () => this.turnTo(name),
          {"data-view": name, "aria-label": TITLES[name]});
        if (rest.length) tab.append(element("span.wide", null, " " + rest.join(" ")));
        this.tabs.set(name, tab);
        return tab;
      })),
      element("div.tools", null,
        element("button.primary", {type: "button", title: "Open files (O)",
          "aria-label": "Open files…", click: () => this.choose()},
          "Open", element("span.wide", null, " files…")),
        button("Link", () => void this.copyLink(), {title: "Copy the link to what is shown (L)"}),
        theme, button("?", () => this.help(), {"aria-label": "Help", title: "Help (?)"})));
    startTheme(theme);
    return bar;
  }

  methods(): MethodInfo[] {
    return this.infos;
  }

  /// Loads the library, then what the page holds, is served with, or its address names.
  async start(): Promise<void> {
    const state = readAddress();
    const wanted = VIEW_NAMES.find((name) => name === state.view) ?? "queries";
    try {
      this.infos = (await this.pairs.start()).methods;
    } catch (error) {
      this.tell(`The library could not be loaded: ${(error as Error).message}`, "error");
    }
    let sources: Source[] = [];
    try {
      sources = embeddedSources();
      if (!sources.length) sources = await servedSources();
    } catch (error) {
      this.tell((error as Error).message, "error");
    }
    if (sources.length) {
      this.main.replaceChildren(element("p.loading", null, "Reading the files…"));
      await this.load(sources, state.view ? wanted : null, state);
    }
    if (!this.shown) this.show(wanted, state);
    document.documentElement.dataset.ready = "true";
  }

  private view(name: ViewName): View {
    const known = this.views.get(name);
    if (known) return known;
    for (;;) {  // as often as there are files that make it fail
      const view = this.makeView(name, this);
      // As they came: what was opened together belongs together.
      if (!this.batches.every((batch) => this.give(view, batch))) continue;
      this.views.set(name, view);
      return view;
    }
  }

  /// Gives files to a view. If they make it fail, this is told, the files are forgotten, and the view
  /// must not be used any more.
  private give(view: View, batch: Batch): boolean {
    try {
      if (view.accept(batch.added, batch.all, batch.meant))
        this.taken.set(view, [...this.taken.get(view) ?? [], batch]);
      return true;
    } catch (error) {
      this.forget(batch, error);
      return false;
    }
  }
  private discard(name: ViewName, view: View): void {
    this.views.delete(name);
    this.taken.delete(view);
    if (this.shown === name) this.shown = null;
    try {
      view.hide();
    } catch {
      // It is broken, which was told.
    }
  }
  private forget(batch: Batch, error: unknown): void {
    const stays = (file: FileContent) => !batch.added.includes(file);
    this.files = this.files.filter(stays);
    this.batches = this.batches.filter((one) => one !== batch);
    for (const one of this.batches) one.all = one.all.filter(stays);
    const names = batch.added.map(({name}) => name);
    const more = names.length > 3 ? ` and ${names.length - 3} more` : "";
    this.tell(`${names.slice(0, 3).join(", ")}${more}: cannot be shown: ${messageOf(error)}`, "error");
  }
  private tellFault(reason: unknown): void {
    const message = messageOf(reason);
    // Browsers report this where a size changes while it is being looked at; nothing is lost.
    if (/^ResizeObserver loop/.test(message) || reason instanceof Cancelled) return;
    this.tell(`Something went wrong in this page: ${message}`, "error");
  }

  show(name: ViewName, state: State): void {
    if (this.shown && this.shown !== name) {
      try {
        this.view(this.shown).hide();
      } catch (error) {
        this.tellFault(error);
      }
    }
    const view = this.view(name);
    const again = this.shown === name;
    this.shown = name;
    for (const [other, tab] of this.tabs)
      if (other === name) tab.setAttribute("aria-current", "page");
      else tab.removeAttribute("aria-current");
    if (!again) this.main.replaceChildren(view.root);
    document.title = `${TITLES[name]} · FirstContact viewer`;
    document.documentElement.dataset.view = name;
    try {
      view.show(state);
    } catch (error) {
      this.makeAgain(name, view, error);
      return;
    }
    this.changed();
  }

  /// Another view, as the reader wants it.
  private turnTo(name: ViewName, state: State = {}): void {
    if (name !== this.shown) this.dropNotes();
    this.show(name, state);
  }

  /// A view that cannot show what it has is made again, without what it took last.
  private makeAgain(name: ViewName, view: View, error: unknown): void {
    const last = this.taken.get(view)?.at(-1);
    if (!last) return this.tellFault(error);
    this.forget(last, error);
    this.discard(name, view);
    this.show(name, {});
  }

  private follow(): void {
    const state = readAddress();
    const name = VIEW_NAMES.find((one) => one === state.view);
    if (name) this.turnTo(name, state);
  }

  private fullState(): State {
    return this.shown ? {view: this.shown, ...this.view(this.shown).state()} : {};
  }
  changed(): void {
    writeAddress(() => this.fullState());
  }
  private async copyLink(): Promise<void> {
    const link = location.href.split("#")[0] + addressOf(this.fullState());
    try {
      await navigator.clipboard.writeText(link);
      this.tell("The link is in the clipboard.");
    } catch {
      this.tell(link);
    }
  }

  choose(): void {
    this.input.click();
  }
  async take(files: FileData[]): Promise<void> {
    await this.load(files.map(({name, data}) =>
      ({name, size: data.byteLength, load: async () => data})));
  }

  /// Reads files one after the other; what cannot be read gives a message, and the rest goes on.
  private async load(
    sources: Source[], stay: ViewName | null = null, state: State = {}, faults: string[] = []) {
    this.dropNotes();
    const added: FileContent[] = [];
    const raw: FileData[] = [];
    for (const source of sources) {
      try {
        refuseHuge(source);
        raw.push({name: source.name, data: await source.load()});
      } catch (error) {
        faults.push(withName(source.name, messageOf(error)));
      }
    }
    for (const [index, file] of raw.entries()) {
      try {
        const label = raw.length > 1 ? `Reading ${file.name} (${index + 1} of ${raw.length})`
          : `Reading ${file.name}`;
        const beside = raw.filter((other) => isTimesOf(other, file));
        const call = this.work.call("read", {file, beside, kind: null});
        this.progress((index + 0.5) / raw.length);
        added.push(await this.track(label, call));
      } catch (error) {
        if (error instanceof Cancelled) {
          faults.push("Reading was cancelled.");
          break;
        }
        faults.push(withName(file.name, messageOf(error)));
      }
    }
    this.files = [...this.files, ...added];
    const idle = unused(added, this.files);
    const lines = [...faults, ...[...idle].map(([{name}, why]) => `${name}: nothing to show: ${why}.`)];
    if (lines.length) {
      const more = lines.length > 5 ? [`… and ${lines.length - 5} more`] : [];
      this.tell([...lines.slice(0, 5), ...more].join("\n"), faults.length ? "error" : "note");
    }
    if (!added.length) return;
    const shown = added.filter((file) => !idle.has(file));
    const meshes = shown.filter((file): file is MeshFile => file.type === "mesh");
    const now = this.shown && this.views.get(this.shown);
    const belong = now?.takesMeshes && meshes.length === shown.length && now.takesMeshes(meshes);
    const meant = belong && meshes.length ? this.shown! : viewFor(shown);
    const batch = {added, all: this.files, meant};
    this.batches.push(batch);
    const failed = [...this.views].find(([, view]) => !this.give(view, batch));
    if (failed) this.discard(...failed);
    // A view that is made now takes all files as it is made.
    if (shown.length || !this.shown) this.show(stay ?? meant, state);
  }

  tell(message: string, kind: "error" | "note" = "note"): void {
    const box = element(`div.message.${kind}`, kind === "error" ? {role: "alert"} : null,
      element("p", null, message),
      button("✕", () => box.remove(), {"aria-label": "Close the message"}));
    this.messages.replaceChildren(box);
  }
  /// What was told about something else is out of date; errors stay until they are closed.
  private dropNotes(): void {
    for (const note of this.messages.querySelectorAll(".message.note")) note.remove();
  }

  async track<T>(label: string, call: Call<T>): Promise<T> {
    const cancel = () => call.cancel();
    this.cancelBusy = cancel;
    // A short computation shows nothing.
    const timer = setTimeout(() => {
      this.busy.replaceChildren(element("span", null, label), this.bar, button("Cancel", cancel));
      this.busy.hidden = false;
    }, 120);
    try {
      return await call.result;
    } finally {
      clearTimeout(timer);
      if (this.cancelBusy === cancel) {
        this.cancelBusy = null;
        this.busy.hidden = true;
        this.bar.removeAttribute("value");
      }
    }
  }
  progress(share: number): void {
    if (Number.isFinite(share)) this.bar.value = share;
  }

  private acceptDrops(): void {
    const root = document.documentElement;
    const leave = () => root.classList.remove("dropping");
    window.addEventListener("dragover", (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      root.classList.add("dropping");
    });
    window.addEventListener("dragleave", (event) => {
      if (event.relatedTarget === null) leave();
    });
    window.addEventListener("drop", (event) => {
      leave();
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      void droppedSources(event.dataTransfer).then(({sources, leftOut}) => this.load(sources, null, {},
        leftOut ? [`Only the first ${sources.length} files of the folder were read.`] : []))
        .catch((error: unknown) => this.tell(messageOf(error), "error"));
    });
  }

  private pasted(event: ClipboardEvent): void {
    const inField = (event.target as Element | null)?.closest?.("input, textarea, select");
    const files = event.clipboardData?.files;
    if (inField || !files?.length) return;
    event.preventDefault();
    void this.load(sourcesOf(files));
  }

  private help(): void {
    openHelp(this.shown ? this.view(this.shown).keys : []);
  }

  private pressed(event: KeyboardEvent): void {
    // A dialog that was just closed keeps the focus until the next frame.
    const field = (event.target as Element | null)?.closest?.("input, textarea, select, dialog[open]");
    if (event.key === "Escape" && this.cancelBusy) this.cancelBusy();
    if (field || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const digit = VIEW_NAMES[Number(event.key) - 1];
    const actions: Record<string, () => void> = {
      "?": () => this.help(), o: () => this.choose(), l: () => void this.copyLink(),
      t: () => document.querySelector<HTMLButtonElement>('[aria-label^="Theme"]')?.click(),
    };
    const action = digit ? () => this.turnTo(digit) : actions[event.key.toLowerCase()];
    if (action) action();
    else if (!this.shown || !this.view(this.shown).key(event)) return;
    event.preventDefault();
  }
}
