import { sleep } from '@parley/core';
import { askLogEnd, askWorker, type LogPosition, type Question } from '@parley/event-log';

/**
 * Time limit for determining a position and merging it, milliseconds: longer than the takeover of a worker's lease.
 * Requests wait no longer.
 */
export const withinMs = 5_000;
/** Maximum number of positions that are determined concurrently; further requests share the next one. */
const maxConcurrent = 4;

/**
 * Workers that derive data that requests read. Workers that only notify are excluded: `channel-notices` sends messages,
 * `messaging` notifies clients of read messages.
 */
export const derivingWorkers = ['channel', 'upload', 'user-admin-sights'] as const;

/** Pause between two questions to a late worker, in milliseconds. */
const probeEveryMs = 500;

/**
 * Determines positions of the log. A position includes everything that was committed before it was requested, and
 * what workers derived from that. A worker that does not answer in time while others do is late: positions do not
 * wait for it until it has caught up, because the requests would wait for something else than their own writes.
 */
export class Positions {
  readonly #question: Omit<Question, 'untilMs'>;
  readonly #attemptMs: number;
  #running = 0;
  #next: PromiseWithResolvers<LogPosition | undefined> | undefined;
  /** Whether the last attempt failed, or there was none yet. */
  #isFailing = true;
  readonly #late = new Set<string>();

  /** @param attemptMs time limit of one attempt, milliseconds */
  constructor(question: Omit<Question, 'untilMs'>, attemptMs = withinMs) {
    this.#question = question;
    this.#attemptMs = attemptMs;
  }

  /** True after a position was determined, until an attempt fails. */
  get isWorking(): boolean {
    return !this.#isFailing;
  }

  /** Names of the workers that positions do not wait for. */
  get lateWorkers(): ReadonlySet<string> {
    return this.#late;
  }

  /**
   * Determines a position. Returns undefined when that takes too long. While attempts fail, it returns undefined
   * immediately and continues in the background.
   * @param untilMs by `performance.now()`
   */
  find(untilMs: number): Promise<LogPosition | undefined> {
    const found = this.#join();
    return this.#isFailing ? Promise.resolve(undefined) : inTime(found, untilMs);
  }

  /** Returns the result that all requests of one turn of the event loop share. */
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
        // Requests that wait for the next attempt would have to wait for as long as this one did.
        this.#next?.resolve(undefined);
        this.#next = undefined;
      });
  }

  async #find(): Promise<LogPosition | undefined> {
    const beganMs = performance.now();
    const question = { ...this.#question, untilMs: beganMs + this.#attemptMs };
    const position = await askLogEnd(question);
    if (!position) return undefined;
    const asked = derivingWorkers.filter((name) => !this.#late.has(name));
    const answers = await Promise.all(asked.map((name) => askWorker(question, name, position)));
    // `position` includes what a worker wrote before `beganMs`.
    const elapsedMs = performance.now() - beganMs;
    const silent = asked.filter((_, index) => answers[index] === undefined);
    // Without any answer it is probably NATS that is slow.
    if (silent.length === asked.length) return undefined;
    for (const name of silent) void this.#probe(name);
    if (answers.every((answer) => answer === undefined || answer.quietMs > elapsedMs)) return position;
    return await askLogEnd({ ...question, untilMs: performance.now() + this.#attemptMs });
  }

  /** Treats a worker as late until it has handled everything that is in the log. */
  async #probe(name: string): Promise<void> {
    if (this.#late.has(name)) return;
    this.#late.add(name);
    const { nats, signal } = this.#question;
    while (!nats.isClosed() && !signal?.aborted) {
      const question = { ...this.#question, untilMs: performance.now() + this.#attemptMs };
      const end = await askLogEnd(question);
      if (end && (await askWorker(question, name, end))) break;
      await sleep(probeEveryMs, signal).catch(() => undefined);
    }
    this.#late.delete(name);
  }
}

/** Returns the result of a promise; undefined when it does not resolve in time. */
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
