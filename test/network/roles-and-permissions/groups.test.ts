import { type AnyNetwork, anyNetwork, Organization, type Person } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// Tests user groups through the API, and their effect on permissions in channels.

let network: AnyNetwork;
let owner: Person;
let people: Record<'alice' | 'bob' | 'carol' | 'eve', Person>;

beforeAll(async () => {
  network = await anyNetwork({ replicas: { channel: 2, 'user-admin': 2 } });
  const organization = await Organization.create(network);
  owner = organization.owner;
  people = await organization.add('alice', 'bob', 'carol', 'eve');
});

afterAll(() => network?.stop());

const refusal = (msg: string | RegExp, code = 'BAD_REQUEST') => ({
  body: { result: 'error', code, msg: typeof msg === 'string' ? msg : expect.stringMatching(msg) },
});

async function create(person: Person, name: string, members: Person[], more = {}): Promise<number> {
  const { group_id } = await person.api.post('/user_groups/create', {
    name,
    description: `About ${name}`,
    members: members.map(({ userId }) => userId),
    ...more,
  });
  return group_id;
}

const change = (person: Person, groupId: number, params: Record<string, unknown>) =>
  person.api.post(`/user_groups/${groupId}/members`, params);

describe('a user group', () => {
  it('is announced to all users when it is created, changed and filled', async () => {
    const { alice, bob, carol, eve } = people;
    const queue = await eve.register({ event_types: ['user_group'] });
    const id = await create(alice, 'rowers', [alice, bob]);
    await change(alice, id, { add: [carol.userId], delete: [bob.userId] });
    await alice.api.patch(`/user_groups/${id}`, { name: 'Rowers', can_join_group: { new: id } });
    const inner = await create(alice, 'coxes', []);
    await alice.api.post(`/user_groups/${id}/subgroups`, { add: [inner] });
    await alice.api.post(`/user_groups/${id}/subgroups`, { delete: [inner] });
    await network.caughtUp();
    expect(await queue.pollNow()).toMatchObject([
      {
        op: 'add',
        group: {
          id,
          name: 'rowers',
          description: 'About rowers',
          members: [alice.userId, bob.userId],
          direct_subgroup_ids: [],
          is_system_group: false,
          creator_id: alice.userId,
          can_manage_group: { direct_members: [alice.userId], direct_subgroups: [] },
          deactivated: false,
        },
      },
      { op: 'add_members', group_id: id, user_ids: [carol.userId] },
      { op: 'remove_members', group_id: id, user_ids: [bob.userId] },
      { op: 'update', group_id: id, data: { name: 'Rowers', can_join_group: id } },
      { op: 'add', group: { id: inner } },
      { op: 'add_subgroups', group_id: id, direct_subgroup_ids: [inner] },
      { op: 'remove_subgroups', group_id: id, direct_subgroup_ids: [inner] },
    ]);
    const { user_groups } = await eve.api.get('/user_groups');
    const { initial } = await eve.register({ fetch_event_types: ['realm_user_groups'] });
    expect(initial.realm_user_groups).toEqual(user_groups);
    expect(user_groups.find((group: { id: number }) => group.id === id)).toMatchObject({
      name: 'Rowers',
      members: [alice.userId, carol.userId],
    });
  });

  it('lists its members and subgroups, direct and transitive', async () => {
    const { alice, bob, carol } = people;
    const [top, middle, bottom] = [
      await create(alice, 'top', [alice]),
      await create(alice, 'middle', [bob]),
      await create(alice, 'bottom', [carol]),
    ];
    await change(alice, top, { add_subgroups: [middle] });
    await change(alice, middle, { add_subgroups: [bottom] });
    const members = async (direct: boolean) =>
      (await bob.api.get(`/user_groups/${top}/members`, { direct_member_only: direct })).members;
    expect(await members(true)).toEqual([alice.userId]);
    expect(await members(false)).toEqual([alice.userId, bob.userId, carol.userId]);
    const isMember = async (direct: boolean) =>
      (await bob.api.get(`/user_groups/${top}/members/${carol.userId}`, { direct_member_only: direct }))
        .is_user_group_member;
    expect(await isMember(true)).toBe(false);
    expect(await isMember(false)).toBe(true);
    const subgroups = async (direct: boolean) =>
      (await bob.api.get(`/user_groups/${top}/subgroups`, { direct_subgroup_only: direct })).subgroups;
    expect(await subgroups(true)).toEqual([middle]);
    expect(await subgroups(false)).toEqual([middle, bottom]);
    await expect(change(alice, bottom, { add_subgroups: [top] })).rejects.toMatchObject(
      refusal(/cannot be in itself/),
    );
    await expect(change(alice, top, { add_subgroups: [top] })).rejects.toMatchObject(refusal(/itself/));
    const { user_groups } = await bob.api.get('/user_groups');
    const everyone = user_groups.find((group: { name: string }) => group.name === 'role:everyone').id;
    const all = (await bob.api.get(`/user_groups/${everyone}/members`)).members;
    expect(all).toEqual([owner, ...Object.values(people)].map(({ userId }) => userId).sort((a, b) => a - b));
    await expect(change(owner, everyone, { add: [bob.userId] })).rejects.toMatchObject(
      refusal('Insufficient permission'),
    );
  });

  it('is changed by users with permission', async () => {
    const { alice, bob, carol, eve } = people;
    const id = await create(alice, 'choir', [alice], {
      can_join_group: { direct_members: [bob.userId], direct_subgroups: [] },
    });
    await expect(change(eve, id, { add: [eve.userId] })).rejects.toMatchObject(
      refusal('Insufficient permission'),
    );
    await expect(change(bob, id, { add: [carol.userId] })).rejects.toMatchObject(
      refusal('Insufficient permission'),
    );
    await change(bob, id, { add: [bob.userId] });
    await expect(change(bob, id, { delete: [alice.userId] })).rejects.toMatchObject(
      refusal('Insufficient permission'),
    );
    await change(bob, id, { delete: [bob.userId] });
    await expect(bob.api.patch(`/user_groups/${id}`, { name: 'band' })).rejects.toMatchObject(
      refusal('Insufficient permission'),
    );
    await owner.api.patch(`/user_groups/${id}`, { description: 'by the owner' });
    await expect(change(alice, id, { add: [alice.userId] })).rejects.toMatchObject(
      refusal(/already a member/),
    );
    await expect(change(alice, id, { delete: [eve.userId] })).rejects.toMatchObject(refusal(/no member/));
    await expect(change(alice, id, { add: [999_999] })).rejects.toMatchObject(
      refusal('Invalid user ID: 999999'),
    );
    await expect(change(alice, id, {})).rejects.toMatchObject(refusal(/^Nothing to do/));
    await expect(create(bob, 'CHOIR', [])).rejects.toMatchObject(
      refusal("User group 'CHOIR' already exists."),
    );
    await expect(create(bob, 'role:kings', [])).rejects.toMatchObject(refusal(/cannot start with/));
    await expect(
      alice.api.patch(`/user_groups/${id}`, { can_mention_group: { new: id, old: 1 } }),
    ).rejects.toMatchObject({
      body: {
        code: 'EXPECTATION_MISMATCH',
        msg: expect.stringMatching(/old/),
        current: { can_mention_group: expect.anything() },
      },
    });
  });

  it('is deactivated only when nothing depends on it', async () => {
    const { alice, bob } = people;
    const id = await create(alice, 'crew', [alice]);
    const { id: channelId } = await alice.api.post('/channels/create', {
      name: 'crew only',
      subscribers: [alice.userId],
      can_send_message_group: id,
    });
    await expect(alice.api.post(`/user_groups/${id}/deactivate`)).rejects.toMatchObject({
      body: {
        code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
        objections: [{ type: 'channel', channel_id: channelId, settings: ['can_send_message_group'] }],
      },
    });
    const { user_groups } = await alice.api.get('/user_groups');
    const everyone = user_groups.find((group: { name: string }) => group.name === 'role:everyone').id;
    await alice.api.patch(`/streams/${channelId}`, { can_send_message_group: { new: everyone, old: id } });
    await expect(bob.api.post(`/user_groups/${id}/deactivate`)).rejects.toMatchObject(
      refusal('Insufficient permission'),
    );
    const queue = await bob.register({
      event_types: ['user_group'],
      client_capabilities: { include_deactivated_groups: true },
    });
    const old = await bob.register({ event_types: ['user_group'] });
    await alice.api.post(`/user_groups/${id}/deactivate`);
    await expect(change(alice, id, { add: [bob.userId] })).rejects.toMatchObject(
      refusal('User group is deactivated.'),
    );
    await alice.api.patch(`/user_groups/${id}`, { deactivated: false });
    await network.caughtUp();
    expect(await queue.pollNow()).toMatchObject([
      { op: 'update', group_id: id, data: { deactivated: true } },
      { op: 'update', group_id: id, data: { deactivated: false } },
    ]);
    expect(await old.pollNow()).toMatchObject([
      { op: 'remove', group_id: id },
      { op: 'add', group: { id, members: [alice.userId] } },
    ]);
    await change(alice, id, { add: [bob.userId] });
  });
});

describe('a group that may subscribe to a private channel', () => {
  it('lets users see the channel while they are members', async () => {
    const { alice, bob, eve } = people;
    const id = await create(alice, 'insiders', [alice]);
    const { id: channelId } = await alice.api.post('/channels/create', {
      name: 'inside',
      subscribers: [alice.userId, bob.userId],
      invite_only: true,
      can_subscribe_group: id,
    });
    await network.caughtUp();
    const queue = await eve.register({ event_types: ['stream', 'subscription'] });
    const others = await bob.register({ event_types: ['stream', 'subscription'] });
    await expect(eve.subscribe(['inside'])).rejects.toMatchObject({ status: 400 });
    queue.start();
    await change(alice, id, { add: [eve.userId] });
    // The notice of the changed permission, which an earlier test causes, may be posted late. It is the first message of its channel.
    const seen = () => queue.events.filter(({ property }) => property !== 'first_message_id');
    await queue.waitFor(() => seen().length >= 2);
    expect(seen()).toMatchObject([
      { type: 'stream', op: 'create', streams: [{ stream_id: channelId, subscriber_count: 0 }] },
      { type: 'subscription', op: 'peer_add', user_ids: [alice.userId, bob.userId] },
    ]);
    expect((await eve.api.get(`/streams/${channelId}`)).stream.subscriber_count).toBe(2);
    await eve.send(channelId, 'without being subscribed');
    await change(alice, id, { delete: [eve.userId] });
    const gone = await queue.waitFor((events) => events.find(({ op }) => op === 'delete'));
    expect(gone).toMatchObject({ type: 'stream', stream_ids: [channelId] });
    await queue.stop();
    // Other replicas may use cached data for up to a second.
    await expect
      .poll(() => eve.api.raw('GET', `/streams/${channelId}`).then(({ status }) => status), {
        timeout: 60_000,
      })
      .toBe(400);
    const rest = (await others.pollNow()).filter(({ property }) => property !== 'first_message_id');
    expect(rest).toEqual([]);
  });
});
