// A robot that is open in the worker, with the motion that is decided there. The worker holds one
// robot at a time: one that was closed for another, or by a cancelled computation, is opened again.
import type {Call} from "../../worker/client";
import type {Operations, RobotAnswer, RobotInfo, RobotPath} from "../../worker/messages";
import type {Context} from "../view";
import type {RobotFiles} from "./robot_files";

type Opened = Operations["robotOpen"]["gives"];

export class LiveRobot {
  /// The robot that the worker holds.
  private static held: LiveRobot | null = null;
  path: RobotPath;
  /// Whether the motion was made up here, because no file has one.
  readonly madeUp: boolean;
  method = "Certified";

  private constructor(
    private readonly context: Context, readonly info: RobotInfo, path: RobotPath | null,
    private readonly reopen: () => Call<Opened>) {
    this.madeUp = path === null;
    this.path = path ?? somewhere(info);
    LiveRobot.held = this;
  }

  static async example(context: Context): Promise<LiveRobot> {
    const open = () => context.work.call("robotExample", {});
    const {info} = await context.track("Making the robot", open());
    return new LiveRobot(context, info,
      {configurations: [[-0.9, 0.9, 0.7, 0], [1.9, 0.75, 0.9, 0.6]], times: []}, open);
  }

  /// Of a URDF file and what belongs to it.
  static async ofFiles(context: Context, files: RobotFiles): Promise<LiveRobot> {
    const takes = files.toOpen();
    const open = () => context.work.call("robotOpen", takes);
    const opened = await context.track("Reading the robot", open());
    return new LiveRobot(context, opened.info, opened.path, open);
  }

  /// Whether the motion is one edge, both of whose ends can be moved.
  get isEdge(): boolean {
    return this.path.configurations.length === 2;
  }

  /// Both ends of an edge as text for links, with all digits.
  ends(): {from: string; to: string} | null {
    const [from, to] = this.path.configurations;
    return this.isEdge ? {from: from.join(","), to: to.join(",")} : null;
  }
  /// Takes the ends from such text, if it fits.
  setEnds(from: string, to: string): void {
    const ends = [from, to].map((text) => text.split(",").map(Number));
    if (ends.every((values) => values.length === this.info.values.length && values.every(Number.isFinite)))
      this.path = {configurations: ends, times: []};
  }

  /// The joint values at time t.
  valuesAt(t: number): number[] {
    const {configurations, times} = this.path, last = configurations.length - 1;
    const timeOf = (i: number) => (times.length ? times[i] : i / last);
    let i = 0;
    while (i + 1 < last && timeOf(i + 1) <= t) ++i;
    const share = (t - timeOf(i)) / (timeOf(i + 1) - timeOf(i));
    return configurations[i].map((value, k) => (1 - share) * value + share * configurations[i + 1][k]);
  }

  /// Decides the motion; with a label the page shows that it is busy.
  async decide(label: string | null): Promise<RobotAnswer> {
    if (LiveRobot.held !== this) {
      await this.context.track("Opening the robot again", this.reopen());
      LiveRobot.held = this;
    }
    const path = structuredClone(this.path);
    const call = this.context.work.call("robotMotion", {path, method: this.method},
      (share) => this.context.progress(share));
    try {
      return await (label ? this.context.track(label, call) : call.result);
    } catch (error) {
      // Whatever went wrong, the worker may be a new one that holds nothing.
      if (LiveRobot.held === this) LiveRobot.held = null;
      throw error;
    }
  }
}

/// A motion to begin with, within the limits.
function somewhere({neutral, values}: RobotInfo): RobotPath {
  const to = neutral.map((value, i) =>
    Math.min(values[i].upper, Math.max(values[i].lower, value + (i === 0 ? 1 : 0.3))));
  return {configurations: [[...neutral], to], times: []};
}
