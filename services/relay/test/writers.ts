import pg from 'pg';
import type { Following, Place } from './harness.ts';
import { numberOf, put } from './harness.ts';

/** Several concurrent writers, which continue after failures of the database. */
export class Writers {
  /** The numbers whose commit was acknowledged, in order, for each writer. */
  readonly acknowledged: number[][] = [];
  readonly #place: Place;
  #next = 0;
  #stopped = false;
  #running: Promise<void>[] = [];

  constructor(place: Place, count = 4) {
    this.#place = place;
    for (let writer = 0; writer < count; writer++) {
      const own: number[] = [];
      this.acknowledged.push(own);
      this.#running.push(this.#write(own));
    }
  }

  get count(): number {
    return this.acknowledged.reduce((sum, own) => sum + own.length, 0);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#running);
  }

  async #write(own: number[]): Promise<void> {
    let client: pg.Client | undefined;
    while (!this.#stopped) {
      const n = this.#next++;
      try {
        client ??= await connect(this.#place.adminUrl);
        await put(client, n);
        own.push(n);
      } catch {
        // The outcome of this commit is unknown. The test later reads from the table which rows exist.
        await client?.end().catch(() => undefined);
        client = undefined;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
    await client?.end().catch(() => undefined);
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Returns the numbers of all committed rows. */
export async function committed(place: Place): Promise<number[]> {
  return await place.client(async (client) => {
    const { rows } = await client.query<{ n: number }>('select n from things order by n');
    return rows.map((row) => row.n);
  });
}

/**
 * Describes how the followed events differ from the expected ones: each committed number once, and each writer's numbers in
 * order. An empty result means that they do not differ.
 */
export function faults(following: Following, expected: readonly number[], writers?: Writers): string[] {
  const seen = following.seen.map(numberOf);
  const found: string[] = [];
  const unique = new Set(seen);
  if (unique.size !== seen.length) found.push(`${seen.length - unique.size} seen twice`);
  const lost = expected.filter((n) => !unique.has(n));
  if (lost.length > 0) found.push(`lost: ${lost.slice(0, 10).join(' ')} (${lost.length})`);
  const known = new Set(expected);
  const invented = seen.filter((n) => !known.has(n));
  if (invented.length > 0) found.push(`not committed: ${invented.slice(0, 10).join(' ')}`);
  for (let at = 1; at < following.seen.length; at++) {
    const [before, after] = [following.seen[at - 1]!, following.seen[at]!];
    if (after.id <= before.id) found.push(`ID ${after.id} after ${before.id}`);
    if (after.commitLsn < before.commitLsn) found.push(`commit ${after.commitLsn} after ${before.commitLsn}`);
  }
  const place = new Map(seen.map((n, at) => [n, at]));
  for (const own of writers?.acknowledged ?? []) {
    for (let at = 1; at < own.length; at++) {
      if (place.get(own[at]!)! < place.get(own[at - 1]!)!) found.push(`${own[at]} before ${own[at - 1]}`);
    }
  }
  return found.slice(0, 20);
}
