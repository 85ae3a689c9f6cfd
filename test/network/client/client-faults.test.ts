import { Client, Connection, type ConnectionState, topicKey } from '@parley/client';
import type { Network, Person } from '@parley/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientOf, connect, startWithTwoPeople, when } from './client-connection.ts';

// Tests the guarantees of the client library while services are stopped, queues are deleted, and answers are lost.

let network: Network;
let alice: Person;
let bob: Person;
let channelId: number;

beforeAll(async () => {
  ({ network, alice, bob, channelId } = await startWithTwoPeople());
});

afterAll(() => network?.stop());

const place = (topic: string) => ({ kind: 'topic', channelId, topic }) as const;

/** Opens a topic's message list and loads its newest messages. */
async function open(connection: Connection, topic: string) {
  const list = connection.history.list([
    { operator: 'channel', operand: channelId },
    { operator: 'topic', operand: topic },
  ]);
  list.watch(() => undefined);
  await connection.history.load(list, { anchor: 'newest', before: 100 });
  const ids = () => list.newestRange?.ids ?? [];
  return {
    list,
    ids,
    contents: () => ids().map((id) => text(connection.store.messages.known.get(id)!.content)),
    /** Resolves when the list has `count` messages. */
    has: (count: number) =>
      when(
        () => ids().length >= count,
        (each) => list.watch(each),
      ),
  };
}

const text = (html: string) => html.replaceAll(/<[^>]*>/g, '');

const isOnline = (connection: Connection) =>
  when(
    () => connection.state.get().phase === 'online',
    (each) => connection.state.watch(each),
  );

it('keeps its queue while a replica of event-queue is stopped', async () => {
  await using connection = await connect(network, bob);
  const { queueId } = connection;
  const topic = await open(connection, 'replicas');
  for (const replica of network.of('event-queue')) {
    await network.stopReplica(replica);
    await alice.send('room', 'meanwhile', 'replicas');
    await network.startReplica(replica);
  }
  await alice.send('room', 'afterwards', 'replicas');
  await topic.has(3);
  expect(topic.contents()).toEqual(['meanwhile', 'meanwhile', 'afterwards']);
  expect(connection.queueId).toBe(queueId);
});

it('re-registers when its queue has expired, and reloads the visible messages', async () => {
  await using connection = await connect(network, bob);
  const { queueId } = connection;
  const first = await alice.send('room', 'to be edited', 'ended');
  const topic = await open(connection, 'ended');
  const phases: ConnectionState['phase'][] = [];
  connection.state.watch(() => phases.push(connection.state.get().phase));
  expect(topic.contents()).toEqual(['to be edited']);

  // While the client has no queue, a message is edited and a new message mentions the person.
  await alice.api.patch(`/messages/${first}`, { content: 'edited' });
  await bob.api.delete('/event_queues');
  await alice.send('room', `@**bob|${bob.userId}** come`, 'ended');
  await when(
    () => connection.queueId !== queueId,
    (each) => connection.state.watch(each),
  );
  await isOnline(connection);
  // The new queue may deliver the second message before the first one has been reloaded.
  await expect.poll(topic.contents).toEqual(['edited', '@bob come']);
  // The reloaded list may contain the second message before the queue delivers it.
  const unread = () => connection.store.unread.places.get(topicKey(channelId, 'ended'));
  await expect.poll(unread).toMatchObject({ mentions: 1 });
  expect(phases.filter((phase) => phase !== 'catching-up')).toEqual(['online']);

  await alice.send('room', 'later', 'ended');
  await topic.has(3);
});

it('sends messages that were written without a gateway once and in order', async () => {
  await using connection = await connect(network, bob);
  const topic = await open(connection, 'outage');
  for (const replica of network.of('gateway')) await network.stopReplica(replica);
  const written = ['one', 'two', 'three', 'four'];
  for (const content of written) connection.send(place('outage'), content);
  await when(
    () => connection.state.get().phase === 'offline',
    (each) => connection.state.watch(each),
  );
  expect(connection.store.outbox.to(topicKey(channelId, 'outage')).map(({ content }) => content)).toEqual(
    written,
  );
  for (const replica of network.of('gateway')) await network.startReplica(replica);
  await topic.has(written.length);
  expect(topic.contents()).toEqual(written);
  await expect.poll(() => connection.store.outbox.messages.size).toBe(0);
});

it('stores and shows each message once, although answers are lost', async () => {
  let count = 0;
  const { email, apiKey } = bob;
  const lossy = new Client({
    url: 'http://gateway.test',
    auth: { kind: 'key', email, apiKey },
    fetch: async (url, init) => {
      const answer = await fetch(url.replace('http://gateway.test', network.gatewayUrl()), init);
      // The server has made the change, but the client does not receive the answer.
      if (init.method === 'POST' && url.endsWith('/messages') && ++count % 3 !== 0) {
        throw new TypeError('connection reset');
      }
      return answer;
    },
  });
  await using connection = new Connection(lossy);
  await connection.start();
  const topic = await open(connection, 'lossy');
  const written = Array.from({ length: 6 }, (_, index) => `message ${index}`);
  for (const content of written) connection.send(place('lossy'), content);
  await topic.has(written.length);
  await when(
    () => connection.store.outbox.messages.size === 0,
    (each) => connection.store.outbox.messages.watchAll(each),
  );
  expect(topic.contents()).toEqual(written);
  const stored = await alice.messages([
    ['channel', 'room'],
    ['topic', 'lossy'],
  ]);
  expect(stored.map(({ content }) => content)).toEqual(written);
});

it('reports that it is signed out when its API key is no longer valid', async () => {
  const connection = new Connection(clientOf(network, { email: bob.email, apiKey: 'x'.repeat(32) }));
  await expect(connection.start()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect(connection.state.get()).toMatchObject({ phase: 'signed-out' });
});
