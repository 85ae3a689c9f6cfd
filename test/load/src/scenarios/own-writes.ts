import { join } from 'node:path';
import { ApiClient, Cluster, Person } from '@parley/test-kit';
import type { Scenario } from '../bench.ts';
import type { Figure } from '../report.ts';
import { percentile } from '../stats.ts';

const rounds = Number(process.env.BENCH_OWN_WRITES_ROUNDS ?? 60);
const stepsPerRound = 10;

/** Durations in milliseconds, by kind of request. */
type Times = Record<'writes' | 'reads' | 'writes of facts' | 'first reads after them', number[]>;

type Place = { person: Person; channelId: number; times: Times };

/**
 * Measures the cost of the guarantee "read your writes": a person reads and writes through two gateways in turn. Alternates
 * between a cluster with the guarantee and a cluster whose gateways do not track writers. A round has ten steps: a send, two
 * reads of messages, a read of the own account and a change of a flag. In addition, alert words are written and read through
 * the other gateway.
 */
export const ownWrites: Scenario = async ({ cluster, say }) => {
  say('Starting a cluster without read your writes');
  const before = process.env.NODE_OPTIONS;
  process.env.NODE_OPTIONS = `--import ${join(import.meta.dirname, '../without-own-writes.js')}`;
  await using other = await Cluster.start({ replicas: { gateway: 2 } });
  if (before === undefined) delete process.env.NODE_OPTIONS;
  else process.env.NODE_OPTIONS = before;
  const places = { with: await open(cluster), without: await open(other) };
  for (let round = -5; round < rounds; round++) {
    for (const place of [places.with, places.without]) {
      await measure(place, round);
      if (round < 0) for (const times of Object.values(place.times)) times.length = 0;
    }
  }
  return (Object.keys(places.with.times) as (keyof Times)[]).map((what): Figure => {
    const [mine, theirs] = [places.with.times[what], places.without.times[what]].map((times) =>
      percentile(times, 0.5),
    ) as [number, number];
    const method = `median of ${places.with.times[what].length}, two gateways; without: ${theirs.toFixed(2)} ms, in alternation`;
    return { name: `${what}, with read your writes, p50`, value: mine, unit: 'ms', limit: theirs, method };
  });
};

async function open(cluster: Cluster): Promise<Place> {
  const { reader } = await cluster.organization.add('reader');
  const ports = cluster.gatewayPorts;
  let asked = 0;
  const url = () => `http://127.0.0.1:${ports[asked++ % ports.length]}`;
  const person = new Person(reader, new ApiClient(url, reader));
  await person.subscribe(['own writes']);
  const { stream_id: channelId } = await person.api.get('/get_stream_id', { stream: 'own writes' });
  return {
    person,
    channelId,
    times: { writes: [], reads: [], 'writes of facts': [], 'first reads after them': [] },
  };
}

async function measure({ person, channelId, times }: Place, round: number): Promise<void> {
  const timed = async (into: number[], request: Promise<unknown>) => {
    const started = performance.now();
    await request;
    into.push(performance.now() - started);
  };
  for (let step = 0; step < stepsPerRound; step++) {
    const sending = person.send(channelId, `message ${round} ${step}`);
    await timed(times.writes, sending);
    await timed(
      times.reads,
      person.messages([{ operator: 'channel', operand: channelId }], { num_before: 20 }),
    );
    await timed(times.reads, person.messages([], { num_before: 20 }));
    await timed(times.reads, person.api.get('/users/me'));
    const flags = { messages: [await sending], op: 'add', flag: 'starred' };
    await timed(times.writes, person.api.post('/messages/flags', flags));
  }
  const words = { alert_words: [`word${round}`] };
  await timed(times['writes of facts'], person.api.post('/users/me/alert_words', words));
  await timed(times['first reads after them'], person.api.get('/users/me/alert_words'));
}
