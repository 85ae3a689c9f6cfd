import type { Cluster, Organization, Person } from '@parley/test-kit';
import type { Figure } from './report.ts';

/** The objects that every scenario receives. */
export type Bench = {
  cluster: Cluster;
  organization: Organization;
  /** The user who sends messages. */
  sender: Person;
  /** Rounds per measurement, after a warm-up. */
  rounds: number;
  /** Returns further users. They are created once and then used by several scenarios. */
  people(count: number): Promise<Person[]>;
  /** Returns the IDs of accounts that are never signed in to. */
  accounts(count: number): Promise<number[]>;
  say(line: string): void;
};

export type Scenario = (bench: Bench) => Promise<Figure[]>;

/** Creates a channel that the sender is subscribed to. Returns its ID. */
export async function createChannel(
  bench: Bench,
  name: string,
  userIds: readonly number[] = [],
): Promise<number> {
  await bench.sender.subscribe([name]);
  for (let start = 0; start < userIds.length; start += 5_000) {
    await bench.sender.api.post('/users/me/subscriptions', {
      subscriptions: [{ name }],
      principals: userIds.slice(start, start + 5_000),
    });
  }
  const { streams } = await bench.sender.api.get('/streams');
  return streams.find((stream: { name: string }) => stream.name === name).stream_id as number;
}

/** Runs tasks with bounded concurrency. Returns their results in order. */
export async function inParallel<T>(
  count: number,
  limit: number,
  task: (index: number) => Promise<T>,
): Promise<T[]> {
  const results = new Array<T>(count);
  let next = 0;
  const loop = async () => {
    for (let index = next++; index < count; index = next++) results[index] = await task(index);
  };
  await Promise.all(Array.from({ length: Math.min(limit, count) }, loop));
  return results;
}
