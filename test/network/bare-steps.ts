import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, sql } from '@parley/db';
import { connectNats } from '@parley/event-log';
import type { Network } from '@parley/test-kit';
import { sharedServers } from '@parley/test-servers';
import { openDatabase } from './open-database.ts';

const everyMs = 10;

/**
 * Repeats a bare step: a statement that reads nothing and a round trip to NATS, without any code of a service. A limit
 * of real time for a change that passes both servers allows for the slowest step meanwhile: on a machine with other
 * work, that time says nothing about Parley.
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

  /** Returns how long the slowest step has taken, in milliseconds. The step that runs now counts, too. */
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
 * Repeats requests until all of them are refused (401).
 * @returns the milliseconds after `since` at which the last accepted one was sent. The time of its answer does not count
 */
export async function lastAccepted(since: number, ask: () => Promise<readonly number[]>): Promise<number> {
  for (let last = 0; ; ) {
    const begun = performance.now();
    const statuses = await ask();
    if (statuses.every((status) => status === 401)) return last;
    last = begun - since;
    await sleep(everyMs);
  }
}
