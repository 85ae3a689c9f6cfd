import { sleep } from '@parley/core';
import { askLogEnd, askWorker, type Question } from '@parley/event-log';

/** Workers that only notify are excluded: `channel-notices` and `messaging`. */
export const derivingWorkers = ['channel', 'upload', 'user-admin-sights'] as const;

/** Pause before a late worker is asked again, in milliseconds. */
const probeEveryMs = 500;

/**
 * A worker is late when it does not answer in time although others do. While a worker is late, requests do not wait for it. Otherwise
 * they would wait for its backlog of other users' writes.
 */
export class LateWorkers {
  readonly #question: Omit<Question, 'untilMs'>;
  readonly #attemptMs: number;
  readonly #names = new Set<string>();

  /** @param attemptMs time limit of one question, in milliseconds */
  constructor(question: Omit<Question, 'untilMs'>, attemptMs: number) {
    this.#question = question;
    this.#attemptMs = attemptMs;
  }

  get names(): ReadonlySet<string> {
    return this.#names;
  }

  /** Treats a worker as late until it has handled everything that is in the log. */
  add(name: string): void {
    if (this.#names.has(name)) return;
    this.#names.add(name);
    void this.#probe(name).finally(() => this.#names.delete(name));
  }

  async #probe(name: string): Promise<void> {
    const { nats, signal } = this.#question;
    while (!nats.isClosed() && !signal?.aborted) {
      const question = { ...this.#question, untilMs: performance.now() + this.#attemptMs };
      const end = await askLogEnd(question);
      if (end && (await askWorker(question, name, end))) return;
      await sleep(probeEveryMs, signal).catch(() => undefined);
    }
  }
}
