import { askLogEnd, askWorker, type LogPosition, type Question } from '@parley/event-log';

/**
 * Time limit for determining a position and merging it, milliseconds: longer than the takeover of a worker's lease. Requests
 * wait no longer.
 */
export const withinMs = 5_000;
/** Maximum number of positions that are determined concurrently; further requests share the next one. */
const maxConcurrent = 4;

/**
 * Workers that derive data that requests read. Workers that only notify are excluded: `channel-notices` sends messages,
 * `messaging` notifies clients of read messages.
 */
export const derivingWorkers = ['channel', 'upload', 'user-admin-sights'] as const;

/**
 * Determines positions of the log. A position includes everything that was committed before it was requested, and
 * what workers derived from that.
 */
export class Positions {
  readonly #question: Omit<Question, 'untilMs'>;
  readonly #attemptMs: number;
  #running = 0;
  #next: PromiseWithResolvers<LogPosition | undefined> | undefined;
  /** The last attempt failed, or there was none yet. */
  #isFailing = true;

  /** @param attemptMs time limit of one attempt, milliseconds */
  constructor(question: Omit<Question, 'untilMs'>, attemptMs = withinMs) {
    this.#question = question;
    this.#attemptMs = attemptMs;
  }

  /** True after a position was determined, until an attempt fails. */
  get isWorking(): boolean {
    return !this.#isFailing;
  }

  /**
   * Returns a position that is determined from now on; undefined when it is not known in time. While attempts fail, it returns
   * immediately and tries in the background.
   * @param untilMs by `performance.now()`
   */
  find(untilMs: number): Promise<LogPosition | undefined> {
    const found = this.#join();
    return this.#isFailing ? Promise.resolve(undefined) : inTime(found, untilMs);
  }

  /** Requests of one turn of the event loop share a result. */
  #join(): Promise<LogPosition | undefined> {
    if (!this.#next) {
      this.#next = Promise.withResolvers();
      setImmediate(() => this.#startNext());
    }
    return this.#next.promise;
  }

  #startNext(): void {
    const next = this.#next;
    const limit = this.#isFailing ? 1 : maxConcurrent;
    if (!next || this.#running >= limit) return;
    this.#next = undefined;
    this.#running++;
    void this.#find()
      .catch(() => undefined)
      .then((position) => {
        this.#running--;
        this.#isFailing = position === undefined;
        next.resolve(position);
        if (!this.#isFailing) return this.#startNext();
        // Requests that wait for the next attempt would wait as long again.
        this.#next?.resolve(undefined);
        this.#next = undefined;
      });
  }

  async #find(): Promise<LogPosition | undefined> {
    const beganMs = performance.now();
    const question = { ...this.#question, untilMs: beganMs + this.#attemptMs };
    const position = await askLogEnd(question);
    if (!position) return undefined;
    const answers = await Promise.all(derivingWorkers.map((name) => askWorker(question, name, position)));
    // `position` includes what a worker wrote before `beganMs`.
    const elapsedMs = performance.now() - beganMs;
    if (answers.some((answer) => answer === undefined)) return undefined;
    if (answers.every((answer) => answer!.quietMs > elapsedMs)) return position;
    return await askLogEnd(question);
  }
}

/** Returns the result of a promise; undefined when it takes longer. */
async function inTime<T>(promise: Promise<T>, untilMs: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, untilMs - performance.now(), undefined);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
