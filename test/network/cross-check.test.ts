import { ApiError, type Body, type EventReader, Network, Organization, type Person } from '@parley/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ClientModel, wishOf } from './client-model.ts';

// A random while of a team, seen by clients of different capabilities that keep their own models: at the end each
// equals a fresh registration. Replicas of event-queue stop and come back meanwhile.

let network: Network;
let owner: Person;
let team: Person[];
const ids = { channels: [] as number[], group: 0 };

const newest = Object.fromEntries(
  [
    'archived_channels',
    'bulk_message_deletion',
    'empty_topic_name',
    'include_deactivated_groups',
    'linkifier_url_template',
    'notification_settings_null',
    'stream_typing_notifications',
    'user_list_incomplete',
  ].map((name) => [name, true]),
);
const capabilities: Record<string, boolean>[] = [newest, {}, { bulk_message_deletion: true }];

beforeAll(async () => {
  network = await Network.start({ replicas: { 'event-queue': 2, gateway: 2 } });
  const organization = await Organization.create(network);
  owner = organization.owner;
  team = Object.values(await organization.add('alice', 'bob', 'carol'));
  await owner.subscribe(['one', 'two', 'kept'], [owner, ...team]);
  const { streams } = await owner.api.get('/streams');
  ids.channels = streams
    .filter(({ name }: Body) => name === 'one' || name === 'two')
    .map((s: Body) => s.stream_id);
  const group = { name: 'crew', description: '', members: [owner.userId] };
  ids.group = (await owner.api.post('/user_groups/create', group)).group_id;
});

afterAll(() => network?.stop());

/** The same changes for the same seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Deed = (who: Person, random: (below: number) => number, step: number) => Promise<unknown>;

const sent: { id: number; by: Person }[] = [];
const drafts: { id: number; by: Person }[] = [];
const channelName = (at: number) => ['one', 'two'][at]!;
const takeOne = <T>(list: T[], random: (below: number) => number): T | undefined =>
  list.splice(random(list.length), 1)[0];

// What may be deleted is sent where nobody leaves: who left a channel hears nothing more of it.
const send: Deed = async (by, random, step) => {
  sent.push({ by, id: await by.send('kept', `message ${step}`, ['lunch', ''][random(2)]!) });
};

const deeds: readonly Deed[] = [
  send,
  send,
  (by, random, step) => by.send(channelName(random(2)), `passing ${step}`),
  async (by, random, step) => {
    const others = team.filter((each) => each !== by);
    sent.push({ by, id: await by.sendDirect([others[random(others.length)]!], `to you ${step}`) });
  },
  (by, random) => by.subscribe([channelName(random(2))]),
  (by, random) => by.unsubscribe([channelName(random(2))]),
  async (_by, random) => {
    const message = takeOne(sent, random);
    if (message) await owner.api.delete(`/messages/${message.id}`);
  },
  async (by, random) => {
    const messages = sent.filter((each) => each.by === by && random(2) === 0).map(({ id }) => id);
    const op = ['add', 'remove'][random(2)]!;
    if (messages.length > 0) await by.api.post('/messages/flags', { messages, op, flag: 'read' });
  },
  (by, _random, step) => by.api.patch('/settings', { full_name: `Person ${by.userId} ${step}` }),
  (by, _random, step) =>
    by.api.post('/users/me/status', { status_text: step % 3 === 0 ? '' : `busy ${step}` }),
  (by, random, step) =>
    by.api.post('/user_topics', {
      stream_id: ids.channels[random(2)],
      topic: `topic ${step % 4}`,
      visibility_policy: random(4),
    }),
  (by, random) => {
    const other = team.find((each) => each !== by)!;
    return by.api[random(2) === 0 ? 'post' : 'delete'](`/users/me/muted_users/${other.userId}`);
  },
  (by, random, step) =>
    by.api[random(3) > 0 ? 'post' : 'delete']('/users/me/alert_words', { alert_words: [`word${step % 5}`] }),
  async (by, _random, step) => {
    const draft = {
      type: 'stream',
      to: [ids.channels[0]],
      topic: 'd',
      content: `draft ${step}`,
      timestamp: step,
    };
    drafts.push({ by, id: (await by.api.post('/drafts', { drafts: [draft] })).ids[0] });
  },
  async (_by, random) => {
    const draft = takeOne(drafts, random);
    if (draft) await draft.by.api.delete(`/drafts/${draft.id}`);
  },
  (by, _random, step) => by.api.post('/saved_snippets', { title: `snippet ${step}`, content: 'text' }),
  (_by, random, step) =>
    owner.api.patch(`/streams/${ids.channels[random(2)]}`, { description: `about ${step}` }),
  (by, random) =>
    owner.api.post(`/user_groups/${ids.group}/members`, {
      [random(2) === 0 ? 'add' : 'delete']: [by.userId],
    }),
  (_by, _random, step) => owner.api.patch(`/user_groups/${ids.group}`, { description: `crew ${step}` }),
  async (by, _random, step) => {
    await by.subscribe([`short-lived ${step}`]);
    const { stream_id } = await by.api.get('/get_stream_id', { stream: `short-lived ${step}` });
    await owner.api.delete(`/streams/${stream_id}`);
  },
];

/** At least this is part of any such while. */
const expected = [
  'message',
  'delete_message',
  'update_message_flags/add',
  'stream/create',
  'stream/update',
  'subscription/add',
  'subscription/remove',
  'realm_user/update',
  'drafts/add',
  'saved_snippets/add',
  'alert_words',
  'muted_users',
  'user_topic',
  'user_status',
  'user_group/add_members',
];

/** What one person does may be refused because of what another just did. */
function passRefusal(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 400) throw error;
}

it.each([7, 11])(
  'every model equals a fresh registration after a random while (seed %i)',
  async (seed) => {
    const random = randomOf(seed);
    const clients: { person: Person; wish: Body; reader: EventReader; model: ClientModel }[] = [];
    const join = async (person: Person, wish: Body) => {
      const reader = await person.register(wish);
      clients.push({ person, wish, reader, model: new ClientModel(reader.initial) });
    };
    for (const person of team) for (const each of capabilities) await join(person, wishOf(each));
    const replicas = network.of('event-queue');
    for (let step = 0; step < 60; step++) {
      const chosen = Array.from({ length: 3 }, () => deeds[random(deeds.length)]!);
      // Different people, at once.
      await Promise.all(
        chosen.map((deed, at) => deed(team[(step + at) % team.length]!, random, step).catch(passRefusal)),
      );
      if (step === 20) await network.stopReplica(replicas[seed % 2]!);
      if (step === 30) for (const { model, reader } of clients.slice(0, 4)) await model.follow(reader);
      if (step === 40) await network.startReplica(replicas[seed % 2]!);
      if (step % 25 === 10) await join(team[step % team.length]!, wishOf(newest));
    }
    await network.caughtUp();
    for (const { person, wish, reader, model } of clients) {
      await model.follow(reader);
      const fresh = new ClientModel((await person.register(wish)).initial);
      const who = `${person.userId} with ${Object.keys(wish.client_capabilities).length} capabilities`;
      expect({ who, ...model.state() }).toEqual({ who, ...fresh.state() });
    }
    const heard = new Set(clients.flatMap(({ model }) => [...model.heard]));
    expect(expected.filter((type) => !heard.has(type))).toEqual([]);
  },
  120_000,
);
