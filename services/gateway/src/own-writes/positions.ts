import { askLogEnd, askWorker, type LogPosition, type Question } from '@parley/event-log';
import { derivingWorkers, LateWorkers } from './late-workers.ts';

/** Milliseconds for finding a position and reading the log up to it; longer than the takeover of a worker's lease. */
export const withinMs = 5_000;
/** Maximum number of concurrent lookups. Requests beyond it share the next lookup. */
const maxConcurrent = 4;

/**
 * Determines positions of the event log. A position includes everything that was committed before it was requested, and the data
 * that workers derived from that. Positions do not wait for late workers.
 */
export class Positions {
  readonly #question: Omit<Question, 'untilMs'>;
  readonly #attemptMs: number;
  #running = 0;
  #next: PromiseWithResolvers<LogPosition | undefined> | undefined;
  /** Whether the last lookup failed. Also true before the first lookup. */
  #isFailing = true;
  readonly #late: LateWorkers;

  /**
   * @param attemptMs time limit for the questions of one lookup, in milliseconds. When a lookup asks for the end of the log a
   *   second time, this question has a limit of its own, which is as long.
   */
  constructor(question: Omit<Question, 'untilMs'>, attemptMs = withinMs) {
    this.#question = question;
    this.#attemptMs = attemptMs;
    this.#late = new LateWorkers(question, attemptMs);
  }

  /** Whether the last lookup succeeded. False before the first lookup. */
  get isWorking(): boolean {
    return !this.#isFailing;
  }

  get lateWorkers(): ReadonlySet<string> {
    return this.#late.names;
  }

  /**
   * Determines a position. Returns undefined when that takes too long. While lookups fail, it returns undefined immediately,
   * and the lookup continues in the background.
   * @param untilMs time limit, by the clock of `performance.now()`
   */
  find(untilMs: number): Promise<LogPosition | undefined> {
    const found = this.#join();
    return this.#isFailing ? Promise.resolve(undefined) : inTime(found, untilMs);
  }

  /** Returns the result of the next lookup, which all requests of this turn of the event loop share. */
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
        // Requests that wait for the next lookup would have to wait as long as for this one, so they fail now.
        this.#next?.resolve(undefined);
        this.#next = undefined;
      });
  }

  async #find(): Promise<LogPosition | undefined> {
    const beganMs = performance.now();
    const question = { ...this.#question, untilMs: beganMs + this.#attemptMs };
    const position = await askLogEnd(question);
    if (!position) return undefined;
    const asked = derivingWorkers.filter((name) => !this.#late.names.has(name));
    const answers = await Promise.all(asked.map((name) => askWorker(question, name, position)));
    // When a worker wrote nothing during this lookup, `position` already includes everything that it wrote.
    const elapsedMs = performance.now() - beganMs;
    const silent = asked.filter((_, index) => answers[index] === undefined);
    // When no worker answers, the cause is probably a slow NATS and not the workers.
    if (silent.length === asked.length) return undefined;
    for (const name of silent) this.#late.add(name);
    if (answers.every((answer) => answer === undefined || answer.quietMs > elapsedMs)) return position;
    return await askLogEnd({ ...question, untilMs: performance.now() + this.#attemptMs });
  }
}

async function inTime<T>(promise: Promise<T>, untilMs: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, untilMs - performance.now()), undefined);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
