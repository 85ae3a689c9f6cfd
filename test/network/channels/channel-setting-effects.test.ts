import { type Body, Network, Organization, type Person } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// Tests the effects of the settings of channels, subscriptions, and user groups.

let network: Network;
let organization: Organization;
let owner: Person;
let alice: Person;
let bob: Person;
/** IDs of the system groups, by name. */
let groups: ReadonlyMap<string, number>;

beforeAll(async () => {
  network = await Network.start();
  organization = await Organization.create(network);
  owner = organization.owner;
  ({ alice, bob } = await organization.add('alice', 'bob'));
  const { user_groups } = await owner.api.get('/user_groups');
  groups = new Map(user_groups.map(({ name, id }: Body) => [name, id]));
  const administrators = { new: groups.get('role:administrators') };
  // Restricts the organization-wide permissions, because they would permit the same acts as a channel's permissions.
  await owner.api.patch('/realm', {
    can_add_subscribers_group: administrators,
    can_delete_own_message_group: administrators,
    can_move_messages_between_channels_group: administrators,
    can_move_messages_between_topics_group: administrators,
    can_resolve_topics_group: administrators,
  });
});

afterAll(() => network?.stop());

const idOf = async (name: string): Promise<number> =>
  (await owner.api.get('/get_stream_id', { stream: name })).stream_id;
const only = (...people: Person[]) => ({
  direct_members: people.map(({ userId }) => userId),
  direct_subgroups: [],
});
const refused = { status: 400, body: { result: 'error' } };

/**
 * Gives a permission to a single person, verifies that the person may act, removes the permission, and verifies that the person
 * may not.
 */
async function followsRight(set: (holders: Body) => Promise<unknown>, act: () => Promise<unknown>) {
  await set(only(alice));
  // Waits, because the requests of another person may be handled before the services have processed the owner's change.
  await network.caughtUp();
  await act();
  await set(only());
  await network.caughtUp();
  await expect(act()).rejects.toMatchObject(refused);
}

describe('a permission of a channel', () => {
  let id: number;
  let count = 0;

  beforeAll(async () => {
    await owner.subscribe(['rules', 'elsewhere'], [owner, alice]);
    await owner.subscribe(['locked'], [owner], { invite_only: true });
    id = await idOf('rules');
  });

  const topic = () => `topic ${++count}`;
  /** Sends a message as the owner, and changes its topic or channel as Alice. */
  const move = async (change: (topic: string) => Body | Promise<Body>) => {
    const name = topic();
    const message = await owner.send(id, 'to be moved', name);
    await alice.api.patch(`/messages/${message}`, await change(name));
  };
  /** Acts of a member that require a channel's permission, by the setting that holds the permission. */
  const acts: Readonly<Record<string, () => Promise<unknown>>> = {
    async can_add_subscribers_group() {
      await owner.unsubscribe(['rules'], [bob]);
      await alice.subscribe(['rules'], [bob]);
    },
    can_administer_channel_group: () =>
      alice.api.patch(`/streams/${id}`, { description: `number ${++count}` }),
    can_create_topic_group: () => alice.send(id, 'first', topic()),
    can_delete_any_message_group: async () =>
      alice.api.delete(`/messages/${await owner.send(id, 'of the owner', topic())}`),
    can_delete_own_message_group: async () =>
      alice.api.delete(`/messages/${await alice.send(id, 'of Alice', topic())}`),
    can_move_messages_out_of_channel_group: () =>
      move(async () => ({ stream_id: await idOf('elsewhere'), propagate_mode: 'change_all' })),
    can_move_messages_within_channel_group: () => move(() => ({ topic: topic() })),
    async can_remove_subscribers_group() {
      await owner.subscribe(['rules'], [bob]);
      await alice.unsubscribe(['rules'], [bob]);
    },
    can_resolve_topics_group: () => move((name) => ({ topic: `✔ ${name}`, propagate_mode: 'change_all' })),
    can_send_message_group: () => alice.send(id, 'hello', 'one topic'),
    async can_subscribe_group() {
      await owner.unsubscribe(['locked'], [alice]);
      await alice.subscribe(['locked']);
    },
  };

  it.each(Object.keys(acts))('%s of a channel lets its holders act, and refuses others', async (name) => {
    const channelId = name === 'can_subscribe_group' ? await idOf('locked') : id;
    const before = (await owner.api.get(`/streams/${channelId}`)).stream[name];
    const set = (holders: Body | number) =>
      owner.api.patch(`/streams/${channelId}`, { [name]: { new: holders } });
    await followsRight(set, acts[name]!);
    await set(before);
  });
});

describe('a channel', () => {
  it('is_default_stream subscribes new people', async () => {
    await owner.subscribe(['news']);
    const id = await idOf('news');
    const isSubscribed = async (person: Person) =>
      (await owner.api.get(`/users/${person.userId}/subscriptions/${id}`)).is_subscribed;
    const { before } = await organization.add('before');
    await owner.api.patch(`/streams/${id}`, { is_default_stream: true });
    const { during } = await organization.add('during');
    await owner.api.patch(`/streams/${id}`, { is_default_stream: false });
    const { after } = await organization.add('after');
    await network.caughtUp();
    expect(await Promise.all([before, during, after].map((each) => isSubscribed(each!)))).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('history_public_to_subscribers shows earlier messages to new subscribers of a private channel', async () => {
    await owner.subscribe(['past'], [owner], { invite_only: true });
    const id = await idOf('past');
    const message = await owner.send(id, 'before Bob and Alice');
    const reads = async (person: Person) =>
      (await person.messages([{ operator: 'channel', operand: id }])).some((each) => each.id === message);
    await owner.subscribe(['past'], [bob]);
    await network.caughtUp();
    expect(await reads(bob)).toBe(false);
    await owner.api.patch(`/streams/${id}`, { is_private: true, history_public_to_subscribers: true });
    await owner.subscribe(['past'], [alice]);
    await network.caughtUp();
    expect([await reads(alice), await reads(bob)]).toEqual([true, true]);
  });

  it('topics_policy decides for the channel, whatever the organization wants', async () => {
    await owner.subscribe(['themes']);
    const id = await idOf('themes');
    await owner.api.patch(`/streams/${id}`, { topics_policy: 'disable_empty_topic' });
    await expect(owner.send(id, 'without a topic', '')).rejects.toMatchObject(refused);
    await owner.api.patch('/realm', { topics_policy: 'disable_empty_topic' });
    await owner.api.patch(`/streams/${id}`, { topics_policy: 'allow_empty_topic' });
    await owner.send(id, 'without a topic', '');
    await owner.api.patch(`/streams/${id}`, { topics_policy: 'inherit' });
    await expect(owner.send(id, 'without a topic', '')).rejects.toMatchObject(refused);
    await owner.api.patch('/realm', { topics_policy: 'allow_empty_topic' });
    await owner.send(id, 'without a topic', '');
  });
});

describe('a permission of a user group', () => {
  let id: number;
  let count = 0;

  beforeAll(async () => {
    const { group_id } = await owner.api.post('/user_groups/create', {
      name: 'crew',
      description: '',
      members: [owner.userId],
    });
    id = group_id;
    await owner.subscribe(['deck'], [owner, alice]);
  });

  const change = (person: Person, members: Body) => person.api.post(`/user_groups/${id}/members`, members);
  /** Adds or removes a member. Does nothing if the person already has the wanted state. */
  const setMember = async (person: Person, isMember: boolean) => {
    const { members } = await owner.api.get(`/user_groups/${id}/members`);
    if (members.includes(person.userId) === isMember) return;
    await change(owner, { [isMember ? 'add' : 'delete']: [person.userId] });
    await network.caughtUp();
  };
  /** Acts of a person that require a group's permission, by the setting that holds the permission. */
  const acts: Readonly<Record<string, () => Promise<unknown>>> = {
    async can_add_members_group() {
      await setMember(bob, false);
      await change(alice, { add: [bob.userId] });
    },
    async can_join_group() {
      await setMember(alice, false);
      await change(alice, { add: [alice.userId] });
    },
    async can_leave_group() {
      await setMember(alice, true);
      await change(alice, { delete: [alice.userId] });
    },
    can_manage_group: () => alice.api.patch(`/user_groups/${id}`, { description: `number ${++count}` }),
    can_mention_group: () => alice.send('deck', '@*crew*'),
    async can_remove_members_group() {
      await setMember(bob, true);
      await change(alice, { delete: [bob.userId] });
    },
  };

  it.each(Object.keys(acts))('%s of a group lets its holders act, and refuses others', async (name) => {
    const { user_groups } = await owner.api.get('/user_groups');
    const before = user_groups.find((each: Body) => each.id === id)[name];
    const set = (holders: Body | number) =>
      owner.api.patch(`/user_groups/${id}`, { [name]: { new: holders } });
    await followsRight(set, acts[name]!);
    await set(before);
  });
});
