import { askLogEnd, askWorker, type LogPosition, type Question } from '@parley/event-log';

/** Longest time to find a position out, milliseconds: longer than until another replica takes a worker's lease over. */
const withinMs = 5_000;
/** Positions that are found out at the same time; further requests share the next one. */
const maxConcurrent = 4;

/**
 * Workers that derive what requests read. Not among them are workers that only notify: `channel-notices` sends messages,
 * `messaging` tells clients what is read.
 */
export const derivingWorkers = ['channel', 'upload', 'user-admin-sights'] as const;

/**
 * Finds out positions of the log. A position found includes everything that was committed before it was asked for, and
 * what workers derived from that.
 */
export class Positions {
  readonly #question: Omit<Question, 'untilMs'>;
  #running = 0;
  #next: PromiseWithResolvers<LogPosition | undefined> | undefined;
  /** No position could be found lately, or ever. */
  #isFailing = true;

  constructor(question: Omit<Question, 'untilMs'>) {
    this.#question = question;
  }

  /** True once a position was found, and until none can be found in time. */
  get isWorking(): boolean {
    return !this.#isFailing;
  }

  /**
   * Returns a position, found out from now on; undefined when it cannot be found in time. While none can be found at all it
   * returns at once, and asks in the background.
   */
  find(): Promise<LogPosition | undefined> {
    const found = this.#join();
    return this.#isFailing ? Promise.resolve(undefined) : found;
  }

  /** Questions of one turn of the event loop share an answer. */
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
        this.#startNext();
      });
  }

  async #find(): Promise<LogPosition | undefined> {
    const beganMs = performance.now();
    const question = { ...this.#question, untilMs: beganMs + withinMs };
    const position = await askLogEnd(question);
    if (!position) return undefined;
    const answers = await Promise.all(derivingWorkers.map((name) => askWorker(question, name, position)));
    // What a worker wrote before the first question was asked is included in its answer.
    const elapsedMs = performance.now() - beganMs;
    if (answers.some((answer) => answer === undefined)) return undefined;
    if (answers.every((answer) => answer!.quietMs > elapsedMs)) return position;
    return await askLogEnd(question);
  }
}
