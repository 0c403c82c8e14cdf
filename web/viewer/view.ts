// What a view is to the shell around it, and the shell to a view.
import type {MethodInfo} from "firstcontact";
import type {Call, Client} from "../worker/client";
import type {FileContent, MeshFile} from "../worker/messages";

export type ViewName = "queries" | "steps" | "simulations" | "bodies" | "benchmark";

/// The part of the address after "#", as names and values.
export type State = Record<string, string>;

export interface View {
  readonly root: HTMLElement;
  /// The view becomes visible: it makes its pictures. `state` is empty but for permalinks.
  show(state: State): void;
  /// The view is left: it frees its pictures.
  hide(): void;
  /// New files were read; `all` has them and those before, `meant` is the view that they are shown in.
  /// True if the view has something to show.
  accept(added: FileContent[], all: FileContent[], meant: ViewName): boolean;
  /// Whether meshes that come alone belong to what this view shows.
  takesMeshes?(meshes: MeshFile[]): boolean;
  /// What a permalink has to hold.
  state(): State;
  /// A key that no field or picture has taken. True if the view takes it.
  key(event: KeyboardEvent): boolean;
  /// The keys of the view, for the help: [keys, what they do].
  readonly keys: [string, string][];
}

/// What the shell offers to views.
export interface Context {
  /// Computes single pairs, at once.
  readonly pairs: Client;
  /// Reads files and computes what takes long.
  readonly work: Client;
  methods(): MethodInfo[];
  /// A message at the top of the page, until it is closed or another one comes.
  tell(message: string, kind?: "error" | "note"): void;
  /// Shows that a computation runs, with a button that cancels it.
  track<T>(label: string, call: Call<T>): Promise<T>;
  /// The share of the computation that `track` shows.
  progress(share: number): void;
  /// The state has changed: the address follows.
  changed(): void;
  /// Opens the dialog that chooses files.
  choose(): void;
  /// Reads data that was not a file, for instance pasted text.
  take(files: {name: string; data: ArrayBuffer}[]): Promise<void>;
}
