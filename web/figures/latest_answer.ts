// Asks a worker, one question at a time. Of the questions that come while it is busy only the last
// one is asked; the others are cancelled before they start.

/** Calls `onReply` with every reply. `onBusy` tells when the worker starts and stops working. */
export class LatestAnswer<Question, Reply> {
  private readonly worker: Worker;
  private readonly onBusy: (busy: boolean) => void;
  private busy = false;
  private waiting: Question | undefined;

  constructor(worker: Worker, onReply: (reply: Reply) => void, onBusy: (busy: boolean) => void,
              onError: (reason: string) => void) {
    this.worker = worker;
    this.onBusy = onBusy;
    worker.addEventListener("message", (event: MessageEvent<Reply>) => {
      this.busy = false;
      const next = this.waiting;
      this.waiting = undefined;
      onReply(event.data);
      if (next !== undefined && !this.busy) this.ask(next);
      else if (!this.busy) onBusy(false);
    });
    worker.addEventListener("error", (event) => onError(event.message || "the worker stopped"));
  }

  ask(question: Question): void {
    if (this.busy) {
      this.waiting = question;
      return;
    }
    this.busy = true;
    this.onBusy(true);
    this.worker.postMessage(question);
  }

  /** Ends the worker, also in the middle of a question. */
  end(): void {
    this.worker.terminate();
  }
}
