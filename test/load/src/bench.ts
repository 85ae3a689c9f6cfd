import type { Cluster, Organization, Person } from '@parley/test-kit';
import type { Figure } from './report.ts';

/** Objects that every scenario (a benchmark) gets. */
export type Bench = {
  cluster: Cluster;
  organization: Organization;
  /** The user who sends messages. */
  sender: Person;
  /** Number of measured rounds, after a warm-up. */
  rounds: number;
  /** Returns users other than the sender. They are created once and shared by the scenarios. */
  people(count: number): Promise<Person[]>;
  /** Returns the IDs of accounts that no one signs in to. */
  accounts(count: number): Promise<number[]>;
  say(line: string): void;
};

export type Scenario = (bench: Bench) => Promise<Figure[]>;

/** Creates a channel, and subscribes the sender and further users. Returns the channel's ID. */
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

/** Runs `count` tasks, at most `limit` at a time. Returns their results in order. */
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
