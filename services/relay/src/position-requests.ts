import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { asError, firstItem } from '@parley/core';
import { logNames } from '@parley/event-log';
import type { LogProgress } from './log-progress.ts';
import type { CommitSnapshot } from './visibility.ts';

export type PositionRequestsOptions = LogProgress & {
  nats: NatsConnection;
  prefix: string;
  epoch: string;
  onFailure: (error: Error) => void;
};

/** Requests that arrived before a snapshot was read. They are answered when the log includes everything in the snapshot. */
type Batch = { snapshot: CommitSnapshot; requests: readonly Msg[]; checks: number };

/** Interval in milliseconds at which the relay tries to make the slot reach the position of a snapshot. */
const pushEveryMs = 10;
/** Time in milliseconds after a failed attempt until the next attempt to read a snapshot. */
const retryAfterMs = 10;
/** Maximum number of snapshots that wait at the same time. Later requests share the next snapshot. */
const maxBatches = 8;

/**
 * Answers requests for the end of the log. The answer is the sequence number of an entry. Every event that was visible in the
 * database when the request arrived is in this entry or an earlier one. One snapshot serves all requests that arrive in one
 * turn of the event loop (docs/decisions/read-your-writes.md#the-position-of-a-write).
 */
export class PositionRequests {
  readonly #options: PositionRequestsOptions;
  readonly #batches: Batch[] = [];
  readonly #subscription: { unsubscribe(): void };
  #arrived: Msg[] = [];
  #isReading = false;
  #timer: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: PositionRequestsOptions) {
    this.#options = options;
    this.#subscription = options.nats.subscribe(logNames(options.prefix).position, {
      callback: (error, message) => {
        if (error) return;
        this.#arrived.push(message);
        if (this.#arrived.length === 1) setImmediate(() => void this.#read());
      },
    });
  }

  stop(): void {
    this.#isStopped = true;
    this.#subscription.unsubscribe();
    clearInterval(this.#timer);
    clearTimeout(this.#retry);
  }

  /** Must be called after anything was received from the slot or published. */
  check(): void {
    const { receivedLsn, isOutstanding, epoch, sequence } = this.#options;
    while (this.#batches.length > 0) {
      const { snapshot, requests } = firstItem(this.#batches);
      if (receivedLsn() < snapshot.walLsn || isOutstanding(snapshot)) break;
      this.#batches.shift();
      const answer = JSON.stringify({ epoch, sequence: sequence() });
      for (const request of requests) request.respond(answer);
    }
    if (this.#batches.length === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    if (this.#arrived.length > 0) void this.#read();
  }

  async #read(): Promise<void> {
    if (this.#isReading || this.#isStopped || this.#arrived.length === 0) return;
    if (this.#batches.length >= maxBatches) return;
    this.#isReading = true;
    const requests = this.#arrived;
    this.#arrived = [];
    try {
      const snapshot = await this.#options.readSnapshot();
      this.#batches.push({ snapshot, requests, checks: 0 });
    } catch (error) {
      this.#options.onFailure(asError(error));
      // The next snapshot serves these requests, together with those that have arrived since.
      this.#arrived.unshift(...requests);
      if (!this.#isStopped) this.#retry = setTimeout(() => void this.#read(), retryAfterMs);
      return;
    } finally {
      this.#isReading = false;
    }
    this.check();
    if (this.#batches.length === 0 || this.#isStopped) return;
    this.#options.ask();
    this.#timer ??= setInterval(() => void this.#push(), pushEveryMs);
  }

  /** If not after two intervals, the end of the WAL may not be flushed, so this flushes it. */
  async #push(): Promise<void> {
    const [first] = this.#batches;
    if (!first || this.#options.receivedLsn() >= first.snapshot.walLsn) return;
    if (++first.checks === 2) {
      try {
        await this.#options.flush();
      } catch (error) {
        this.#options.onFailure(asError(error));
        return;
      }
    }
    this.#options.ask();
  }
}
