import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, sql } from '@parley/db';
import { connectNats } from '@parley/event-log';
import type { Network } from '@parley/test-kit';
import { sharedServers } from '@parley/test-servers';
import { openDatabase } from '../open-database.ts';

const everyMs = 10;

/**
 * Repeatedly measures the machine's own delay: a short pause, a trivial SQL statement and a round trip to NATS, without code
 * of a service. Tests with a limit of real time add the slowest such step to the limit, because a busy machine says nothing
 * about Parley.
 */
export class BareSteps implements AsyncDisposable {
  readonly #db: Db;
  readonly #nats: Awaited<ReturnType<typeof connectNats>>;
  readonly #running: Promise<void>;
  #isStopped = false;
  #begunAt = performance.now();
  #slowestMs = 0;

  private constructor(db: Db, nats: Awaited<ReturnType<typeof connectNats>>) {
    this.#db = db;
    this.#nats = nats;
    this.#running = this.#run();
  }

  static async start(network: Network): Promise<BareSteps> {
    return new BareSteps(
      openDatabase(network),
      await connectNats({ url: sharedServers().nats, name: 'test-bare-steps' }),
    );
  }

  /** Returns the duration of the slowest step so far, in milliseconds. Includes the step that is still running. */
  slowestMs(): number {
    return Math.max(this.#slowestMs, performance.now() - this.#begunAt);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true;
    await this.#running;
    await this.#nats.close();
    await this.#db.close();
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      this.#begunAt = performance.now();
      await sleep(everyMs);
      await this.#db.execute(sql`select`);
      await this.#nats.flush();
      this.#slowestMs = this.slowestMs();
    }
  }
}

/**
 * Repeats requests until all of them are refused with status 401.
 * @returns milliseconds between `since` and the sending of the last request that was accepted
 * @throws Error when a request is still accepted after three minutes
 */
export async function lastAccepted(since: number, ask: () => Promise<readonly number[]>): Promise<number> {
  for (let last = 0; ; ) {
    const begun = performance.now();
    const statuses = await ask();
    if (statuses.every((status) => status === 401)) return last;
    last = begun - since;
    if (last > 180_000) throw new Error('The requests are still accepted.');
    await sleep(everyMs);
  }
}
