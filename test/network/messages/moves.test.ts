import {
  type ApiClient,
  type Body,
  type EventReader,
  Network,
  Organization,
  type Person,
} from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/**
 * Moves a message between all kinds of channels, and collects what every kind of reader then receives about it: events, the
 * notices in both topics, the message with its edit history, its versions, and results of searches. Readers who may not read the
 * message in one of the two channels must receive neither that channel's name nor the message's topic and text there.
 */
const readerNames = [
  'both',
  'originOnly',
  'targetOnly',
  'neither',
  'guestOfBoth',
  'guestOfOrigin',
  'guestOfTarget',
  'foreignGuest',
  'visitor',
] as const;
type ReaderName = (typeof readerNames)[number];

const kinds = {
  public: {},
  'web-public': { is_web_public: true },
  private: { invite_only: true, history_public_to_subscribers: true },
  protected: { invite_only: true, history_public_to_subscribers: false },
} as const;
type Kind = keyof typeof kinds;

/** Texts that appear only in one of the two places of one move. */
const marksOf = (move: number) => ({
  origin: { channel: `zorigin${move}z`, topic: `zformertopic${move}z`, text: `zformertext${move}z` },
  target: { channel: `ztarget${move}z`, topic: `zpresenttopic${move}z` },
});

let network: Network;
let owner: Person;
let people: Record<Exclude<ReaderName, 'visitor'>, Person>;

beforeAll(async () => {
  network = await Network.start({ replicas: { messaging: 2 } });
  const organization = await Organization.create(network);
  owner = organization.owner;
  const names = readerNames.filter((name) => name !== 'visitor');
  people = await organization.add(...names);
  await owner.api.patch('/realm', {
    enable_spectator_access: true,
    move_messages_between_streams_limit_seconds: 'unlimited',
  });
  for (const name of names)
    if (/guest/i.test(name)) await owner.api.patch(`/users/${people[name].userId}`, { role: 600 });
});

afterAll(() => network?.stop());

const clientOf = (name: ReaderName): ApiClient => (name === 'visitor' ? network.client() : people[name].api);

let moves = 0;
let count = 0;
type Channel = { id: number; name: string };

async function createChannel(mark: string, kind: Kind, readers: readonly ReaderName[]): Promise<Channel> {
  const name = `${mark} ${++count}`;
  const subscribers = [owner, ...readers.flatMap((each) => (each === 'visitor' ? [] : [people[each]]))];
  await owner.subscribe([name], subscribers, kinds[kind]);
  return { id: (await owner.api.get('/get_stream_id', { stream: name })).stream_id, name };
}

/** Terms that select the messages of a channel. Requests without an account must say that they want public channels only. */
const narrowTo = (name: ReaderName, channel: Channel): object[] => [
  ...(name === 'visitor' ? [{ operator: 'channels', operand: 'web-public' }] : []),
  { operator: 'channel', operand: channel.id },
];

const mayRead = async (name: ReaderName, id: number, channel: Channel): Promise<boolean> => {
  const api = clientOf(name);
  const narrow = [...narrowTo(name, channel), { operator: 'id', operand: id }];
  const answer = await api.raw('GET', '/messages', { anchor: 'newest', num_before: 5, num_after: 0, narrow });
  return answer.status === 200 && answer.body.messages.some((each: Body) => each.id === id);
};

/** Everything that a reader receives about the moved message, by where it comes from. */
async function received(
  name: ReaderName,
  id: number,
  { origin, target, queue }: { origin: Channel; target: Channel; queue: EventReader | undefined },
): Promise<Record<string, unknown>> {
  const api = clientOf(name);
  const read = async (path: string, params = {}) => {
    const { status, body } = await api.raw('GET', path, params);
    return status === 200 ? body : undefined;
  };
  const messages = async (channel: Channel, ...terms: object[]) => {
    const narrow = [...narrowTo(name, channel), ...terms];
    const answer = await read('/messages', { anchor: 'newest', num_before: 50, num_after: 0, narrow });
    return (answer?.messages ?? []) as Body[];
  };
  await queue?.pollNow();
  return {
    events: queue?.events.filter(({ type }) => type !== 'delete_message'),
    'notices and messages of the origin': await messages(origin),
    'notices and messages of the target': await messages(target),
    'search in the target': await messages(target, { operator: 'search', operand: 'zpresenttext' }),
    'single message': await read(`/messages/${id}`),
    history: await read(`/messages/${id}/history`),
    everywhere: await read('/messages', {
      anchor: 'newest',
      num_before: 50,
      num_after: 0,
      narrow: [{ operator: 'search', operand: 'moved' }],
    }),
  };
}

const pairs = (Object.keys(kinds) as Kind[]).flatMap((from) =>
  (Object.keys(kinds) as Kind[]).map((to) => [from, to] as const),
);

describe.each(pairs)('a message that moves from a %s channel to a %s channel', (from, to) => {
  it('shows each reader only the places in which they may read it', async () => {
    const inOrigin: ReaderName[] = ['both', 'originOnly', 'guestOfBoth', 'guestOfOrigin'];
    const inTarget: ReaderName[] = ['both', 'targetOnly', 'guestOfBoth', 'guestOfTarget'];
    const marks = marksOf(++moves);
    const origin = await createChannel(marks.origin.channel, from, inOrigin);
    const target = await createChannel(marks.target.channel, to, inTarget);
    const id = await owner.send(origin.id, marks.origin.text, marks.origin.topic);
    await owner.api.patch(`/messages/${id}`, { content: 'zpresenttext' });
    const readers = await Promise.all(
      readerNames.map(async (name) => {
        const queue =
          name === 'visitor'
            ? undefined
            : await people[name].register({
                event_types: ['message', 'update_message', 'delete_message'],
                all_public_streams: false,
              });
        return { name, queue, readsOrigin: await mayRead(name, id, origin) };
      }),
    );
    await owner.api.patch(`/messages/${id}`, {
      stream_id: target.id,
      topic: marks.target.topic,
      propagate_mode: 'change_all',
      send_notification_to_old_thread: true,
      send_notification_to_new_thread: true,
    });
    await network.caughtUp();
    for (const { name, queue, readsOrigin } of readers) {
      const readsTarget = await mayRead(name, id, target);
      const all = await received(name, id, { origin, target, queue });
      // A reader knows the names of channels to which they are subscribed.
      const isIn = { origin: inOrigin.includes(name), target: inTarget.includes(name) };
      for (const [source, found] of Object.entries(all)) {
        const text = JSON.stringify(found ?? '');
        const leaked = [
          ...(readsOrigin || isIn.origin
            ? []
            : [...Object.values(marks.origin), `"prev_stream":${origin.id}`]),
          ...(readsTarget || isIn.target ? [] : Object.values(marks.target)),
        ].filter((mark) => text.includes(mark));
        expect({ name, source, leaked, text: leaked.length > 0 && text }).toEqual({
          name,
          source,
          leaked: [],
          text: false,
        });
      }
      expect([name, all['single message'] !== undefined]).toEqual([name, readsTarget && name !== 'visitor']);
      const updates = queue?.events.filter(({ type }) => type === 'update_message') ?? [];
      const deletions = queue?.events.filter(({ type }) => type === 'delete_message') ?? [];
      if (readsTarget && (isIn.origin || isIn.target)) {
        expect(updates).toMatchObject([
          { message_ids: [id], new_stream_id: target.id, subject: marks.target.topic },
        ]);
        // Readers of both places see where the message was.
        if (readsOrigin) {
          expect(updates).toMatchObject([{ stream_id: origin.id, orig_subject: marks.origin.topic }]);
          const [entry] = (all['single message'] as Body).message.edit_history;
          expect(entry).toMatchObject({ prev_stream: origin.id, prev_topic: marks.origin.topic });
          expect(JSON.stringify(all.history)).toContain(marks.origin.text);
        }
      } else {
        expect([name, updates]).toEqual([name, []]);
        expect([name, deletions.flatMap((each) => each.message_ids ?? [each.message_id])]).toEqual([
          name,
          readsOrigin && isIn.origin ? [id] : [],
        ]);
      }
    }
  });
});

describe('a notice of a move', () => {
  const notices = async (channel: Channel) =>
    (await owner.messages([{ operator: 'channel', operand: channel.id }]))
      .filter(({ sender_id }) => sender_id !== owner.userId)
      .map(({ content }) => content as string);
  const move = (id: number, target: Channel, topic: string) =>
    owner.api.patch(`/messages/${id}`, {
      stream_id: target.id,
      topic,
      propagate_mode: 'change_all',
      send_notification_to_old_thread: true,
      send_notification_to_new_thread: true,
    });
  const by = () => `@_**Owner|${owner.userId}**`;

  it('names the other topic if all readers may read it', async () => {
    const origin = await createChannel('open', 'public', ['both']);
    const target = await createChannel('other', 'public', ['both']);
    await move(await owner.send(origin.id, 'text', 'old'), target, 'new');
    expect(await notices(origin)).toEqual([`This topic was moved to #**${target.name}>new** by ${by()}.`]);
    expect(await notices(target)).toEqual([
      `This topic was moved here from #**${origin.name}>old** by ${by()}.`,
    ]);
  });

  it('does not name a public channel where a guest would read its name', async () => {
    const origin = await createChannel('open', 'public', ['both']);
    const target = await createChannel('with a guest', 'public', ['both', 'guestOfTarget']);
    await move(await owner.send(origin.id, 'text', 'old'), target, 'new');
    expect(await notices(origin)).toEqual([`This topic was moved to #**${target.name}>new** by ${by()}.`]);
    expect(await notices(target)).toEqual([
      `This topic was moved here by ${by()}, from a topic that not everyone here can see.`,
    ]);
  });

  it('does not name a topic whose messages are older than the subscriptions of readers', async () => {
    const channel = await createChannel('protected', 'protected', []);
    const id = await owner.send(channel.id, 'text', 'old');
    await people.both.subscribe([channel.name]).catch(() => undefined);
    await owner.subscribe([channel.name], [people.both]);
    await move(id, channel, 'new');
    expect(await notices(channel)).toEqual([
      `This topic was moved here by ${by()}, from a topic that not everyone here can see.`,
      `This topic was moved by ${by()} to a topic that not everyone here can see.`,
    ]);
    const shown = JSON.stringify(await people.both.messages([{ operator: 'channel', operand: channel.id }]));
    expect(shown).not.toContain('>old');
  });
});

describe('the history of a message', () => {
  it('leaves out what happened in a channel that its reader may not read', async () => {
    const open = await createChannel('open', 'public', ['targetOnly']);
    const hidden = await createChannel('hidden', 'private', []);
    const to = (channel: Channel, topic: string) => ({ stream_id: channel.id, topic });
    const id = await owner.send(open.id, 'first', 'one');
    const change = (params: object) => owner.api.patch(`/messages/${id}`, { ...params });
    await change({ content: 'second' });
    await change(to(hidden, 'secret'));
    await change({ content: 'zhidden' });
    await change({ content: 'third' });
    await change(to(open, 'two'));
    await change({ content: 'fourth' });
    const historyOf = async (person: Person) =>
      (await person.api.get(`/messages/${id}/history`)).message_history as Body[];
    const entriesOf = async (person: Person) =>
      (await person.api.get(`/messages/${id}`, { apply_markdown: false })).message.edit_history as Body[];
    const { userId } = owner;
    expect(await historyOf(people.targetOnly)).toMatchObject([
      { content: 'first', topic: 'one', user_id: userId },
      { content: 'second', topic: 'one', prev_content: 'first' },
      { content: 'third', topic: 'two', prev_content: 'second', prev_topic: 'one' },
      { content: 'fourth', topic: 'two', prev_content: 'third' },
    ]);
    expect(await entriesOf(people.targetOnly)).toMatchObject([
      { prev_content: 'third' },
      { prev_content: 'second', prev_topic: 'one', topic: 'two' },
      { prev_content: 'first' },
    ]);
    for (const read of [historyOf, entriesOf]) {
      const shown = JSON.stringify(await read(people.targetOnly));
      for (const mark of ['zhidden', 'secret', `stream":${hidden.id}`]) expect(shown).not.toContain(mark);
      expect(JSON.stringify(await read(owner))).toContain('zhidden');
    }
  });
});
