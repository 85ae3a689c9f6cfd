import type { Connection, MessageList, Narrow } from '@parley/client';
import { type Body, Network, Organization, type Person, randomOf, triesManyCases } from '@parley/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect, when } from './client-connection.ts';

// Verifies that the client library's message lists always equal the server's answers, while messages are sent, edited, moved
// and deleted.

let network: Network;
let people: Person[];
let channels: number[];

beforeAll(async () => {
  network = await Network.start({ replicas: { 'event-queue': 2, gateway: 2 } });
  const organization = await Organization.create(network);
  people = [organization.owner, ...Object.values(await organization.add('alice', 'bob'))];
  const names = ['one', 'two'];
  await people[0]!.subscribe(names, people);
  const { streams } = await people[0]!.api.get('/streams');
  channels = names.map((name) => streams.find((each: Body) => each.name === name).stream_id);
});

afterAll(() => network?.stop());

const narrows = (): Narrow[] => [
  [],
  [{ operator: 'channel', operand: channels[0]! }],
  [
    { operator: 'channel', operand: channels[0]! },
    { operator: 'topic', operand: 'red' },
  ],
  [
    { operator: 'channel', operand: channels[1]! },
    { operator: 'topic', operand: 'blue' },
  ],
  [{ operator: 'dm', operand: [people[1]!.userId, people[2]!.userId] }],
  [{ operator: 'is', operand: 'starred' }],
  [{ operator: 'is', operand: 'mentioned' }],
  [{ operator: 'sender', operand: people[1]!.userId }],
  [
    { operator: 'channel', operand: channels[0]! },
    { operator: 'sender', operand: people[1]!.userId, negated: true },
  ],
];

type Action = (by: Person) => Promise<unknown>;

function actionsOf(random: (below: number) => number, sent: number[]): Action[] {
  const owner = people[0]!;
  const topic = () => ['red', 'blue', 'Red'][random(3)]!;
  const some = () => sent[random(sent.length)]!;
  const send: Action = async (by) => {
    const content = random(3) === 0 ? `hello @**${'all'}**` : `hello ${random(1000)}`;
    sent.push(await by.send(channels[random(2)]!, content, topic()));
  };
  return [
    send,
    send,
    send,
    async (by) =>
      sent.push(await by.sendDirect(people.filter((each) => each !== by).slice(0, 1 + random(2)), 'psst')),
    () => owner.api.delete(`/messages/${some()}`),
    () =>
      owner.api.patch(`/messages/${some()}`, {
        topic: topic(),
        propagate_mode: ['change_one', 'change_all'][random(2)],
      }),
    () =>
      owner.api.patch(`/messages/${some()}`, {
        stream_id: channels[random(2)],
        propagate_mode: 'change_one',
      }),
    () => owner.api.patch(`/messages/${some()}`, { content: `edited ${random(1000)}` }),
    (by) =>
      by.api.post('/messages/flags', {
        messages: [some(), some()],
        op: ['add', 'remove'][random(2)],
        flag: 'starred',
      }),
    (by) => by.api.post(`/messages/${some()}/reactions`, { emoji_name: ['tada', 'smile'][random(2)] }),
    (by) => by.api.post('/messages/flags', { messages: [some()], op: 'add', flag: 'read' }),
  ];
}

/** Ignores answers with status 400 or 404, which concurrent actions of other people may cause. Rethrows any other error. */
const ignoreRefusal = (error: unknown) => {
  const { status } = error as { status?: number };
  if (status !== 400 && status !== 404) throw error;
};

/** Returns the properties of a message that events update. Leaves out internal IDs. */
const lasting = ({
  flags,
  reactions,
  recipient_id: _recipient,
  edit_history: _history,
  match_content: _content,
  match_subject: _subject,
  ...rest
}: Body): Body => ({
  ...rest,
  flags: [...flags].sort(),
  reactions: reactions.map(({ emoji_name, user_id }: Body) => `${emoji_name} ${user_id}`).sort(),
});

async function verify(connection: Connection, list: MessageList): Promise<void> {
  const fresh = await connection.client.call('get-messages', {
    anchor: 'newest',
    num_before: 1000,
    num_after: 0,
    narrow: list.narrow as never,
    allow_empty_topic_name: true,
    client_gravatar: false,
  });
  const { ids } = list.newestRange!;
  expect({ narrow: list.narrow, ids }).toEqual({
    narrow: list.narrow,
    ids: fresh.messages.map(({ id }) => id),
  });
  const known = ids.map((id) => lasting(connection.store.messages.known.get(id)!));
  expect(known).toEqual(fresh.messages.map(lasting));
}

it.each(triesManyCases ? [5, 17, 23] : [17])(
  'every list equals what the server answers after random changes (seed %i)',
  async (seed) => {
    const random = randomOf(seed);
    const [, , bob] = people;
    const sent: number[] = [];
    for (let step = 0; step < 12; step++)
      sent.push(await people[step % 3]!.send(channels[step % 2]!, 'start', 'red'));
    await using connection = await connect(network, bob!);
    const lists = narrows().map((narrow) => connection.history.list(narrow));
    for (const list of lists) list.watch(() => undefined);
    const actions = actionsOf(random, sent);
    // Loads and extends the lists while messages change.
    let deletedQueue: string | undefined;
    const reading = lists.map((list) => connection.history.load(list, { anchor: 'newest', before: 5 }));
    for (let step = 0; step < 40; step++) {
      const chosen = [0, 1, 2].map((by) =>
        actions[random(actions.length)]!(people[by]!).catch(ignoreRefusal),
      );
      const list = lists[step % lists.length]!;
      const range = list.newestRange;
      if (step % 4 === 0 && range)
        reading.push(connection.history.loadBefore(list, range.ids[0] ?? 0, 5).then(() => 0));
      if (step === 20) {
        deletedQueue = connection.queueId;
        await bob!.api.delete('/event_queues');
      }
      await Promise.all(chosen);
    }
    await Promise.all(reading);
    await when(
      () => connection.queueId !== undefined && connection.queueId !== deletedQueue,
      (each) => connection.state.watch(each),
    );
    await connection.history.settled();
    for (const list of lists) {
      while (list.newestRange!.from !== 0)
        await connection.history.loadBefore(list, list.newestRange!.from, 50);
    }
    await network.caughtUp();
    const last = await people[0]!.send(channels[0]!, 'the end', 'the end');
    await when(
      () => connection.store.messages.maxId >= last,
      (each) => connection.store.messages.known.watchAll(each),
    );
    await when(
      () => connection.store.messages.staleLists.length === 0,
      (each) => connection.store.messages.known.watchAll(each),
    );
    // Waits for messages that now belong to a list but were not loaded before.
    await connection.history.settled();
    for (const list of lists) {
      while (list.newestRange!.from !== 0)
        await connection.history.loadBefore(list, list.newestRange!.from, 50);
      await verify(connection, list);
    }
  },
);
