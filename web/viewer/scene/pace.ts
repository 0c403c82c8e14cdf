// When a picture is drawn. A frame is drawn only when something has changed, and only when the frame
// before it is finished: a machine that draws slowly then follows the pointer with the delay of one
// frame and not of several. Where a full frame takes long, a change is first drawn coarsely, and in
// full as soon as nothing changes any more.

const SLOW = 60;     // milliseconds of a full frame from which on moving pictures are coarse
const REST = 250;    // milliseconds without a change after which the picture is drawn in full

export class Pace {
  private waiting = 0;
  private wanted = false;
  private rest = 0;
  private fence: WebGLSync | null = null;
  private begun = 0;
  private coarse = false;
  private heavy = false;
  private frames = 0;

  /// `draw` draws one frame. The canvas tells tests and measurements how many frames were drawn
  /// (data-frames), how long the last full one took (data-milliseconds), and whether the picture is
  /// finished (data-settled).
  constructor(
    private readonly gl: WebGL2RenderingContext, private readonly canvas: HTMLCanvasElement,
    private readonly draw: (coarse: boolean) => void) {}

  ask(): void {
    this.wanted = true;
    this.canvas.dataset.settled = "false";
    clearTimeout(this.rest);
    this.rest = 0;
    this.wait();
  }

  stop(): void {
    clearTimeout(this.rest);
    if (this.waiting) cancelAnimationFrame(this.waiting);
    this.waiting = 0;
    this.wanted = false;
    if (this.fence) this.gl.deleteSync(this.fence);
    this.fence = null;
  }

  private wait(): void {
    if (!this.waiting) this.waiting = requestAnimationFrame(() => this.next());
  }

  private next(): void {
    this.waiting = 0;
    if (!this.finished()) {
      this.wait();
    } else if (this.wanted) {
      this.wanted = false;
      this.begin(this.heavy);
    } else if (this.coarse) {
      this.rest = window.setTimeout(() => this.begin(false), REST);
    } else {
      this.canvas.dataset.settled = "true";
    }
  }

  private begin(coarse: boolean): void {
    this.coarse = coarse;
    this.begun = performance.now();
    this.draw(coarse);
    this.frames += 1;
    this.canvas.dataset.frames = String(this.frames);
    this.fence = this.gl.fenceSync(this.gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    this.gl.flush();
    this.wait();
  }

  /// Whether the last frame is finished; a full frame then tells how long frames take.
  private finished(): boolean {
    if (!this.fence) return true;
    const done = this.gl.isContextLost() ||
      this.gl.getSyncParameter(this.fence, this.gl.SYNC_STATUS) === this.gl.SIGNALED;
    if (!done) return false;
    this.gl.deleteSync(this.fence);
    this.fence = null;
    if (!this.coarse) {
      const taken = performance.now() - this.begun;
      this.heavy = taken > SLOW;
      this.canvas.dataset.milliseconds = taken.toFixed(1);
    }
    return true;
  }
}
