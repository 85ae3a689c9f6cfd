import {
  type AnyNetwork,
  anyNetwork,
  type Body,
  type EventReader,
  Organization,
  type Person,
  randomOf,
  until,
} from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let network: AnyNetwork;
let owner: Person;
/** A person who shares a channel with the guest. */
let alice: Person;
/** A person who shares no channel or conversation with the guest. */
let bob: Person;
let carol: Person;
let guest: Person;
let groups: ReadonlyMap<string, number>;
/** Host in the API addresses of people whose mail address is hidden. */
let host: string;

beforeAll(async () => {
  network = await anyNetwork({ replicas: { 'user-admin': 2, messaging: 2 } });
  const organization = await Organization.create(network);
  owner = organization.owner;
  ({ alice, bob, carol, guest } = await organization.add('alice', 'bob', 'carol', 'guest'));
  host = new URL((await network.client().get('/server_settings')).realm_url).hostname;
  const { user_groups } = await owner.api.get('/user_groups');
  groups = new Map(user_groups.map((group: Body) => [group.name, group.id]));
  await owner.api.patch(`/users/${guest.userId}`, { role: 600 });
  // Unsubscribes the guest from the default channels, so that only Alice's channel remains.
  const { subscriptions } = await guest.api.get('/users/me/subscriptions');
  if (subscriptions.length > 0) await guest.unsubscribe(subscriptions.map(({ name }: Body) => name));
  await alice.subscribe(['lobby']);
  await alice.subscribe(['lobby'], [guest]);
});

afterAll(() => network?.stop());

const everyonesGroup = 'can_access_all_users_group';
const limit = (group: 'role:everyone' | 'role:members') =>
  owner.api.patch('/realm', { [everyonesGroup]: { new: groups.get(group), old: undefined } });

const idsSeenBy = async (person: Person): Promise<number[]> =>
  (await person.api.get('/users')).members.map(({ user_id }: Body) => user_id);

/** Polls until an event satisfies `done`. Returns all events that were received until then. */
async function eventsUntil(
  queue: EventReader,
  what: string,
  done: (event: Body) => boolean,
): Promise<Body[]> {
  const received: Body[] = [];
  await until(what, async () => {
    received.push(...(await queue.pollNow()));
    return received.some(done);
  });
  return received;
}

const isPersonEvent = (op: string, person: Person) => (event: Body) =>
  event.type === 'realm_user' && event.op === op && event.person.user_id === person.userId;

const incomplete = { client_capabilities: { user_list_incomplete: true, empty_topic_name: true } };

it('a guest in a group with permissions has none of those that guests cannot have', async () => {
  const { group_id } = await owner.api.post('/user_groups/create', {
    name: 'mixed',
    description: '',
    members: [owner.userId, guest.userId],
  });
  const names = ['can_invite_users_group', 'can_create_bots_group', 'create_multiuse_invite_group'];
  const permit = (value: unknown) =>
    owner.api.patch('/realm', Object.fromEntries(names.map((name) => [name, { new: value }])));
  await permit(group_id);
  const invited = { invitee_emails: 'friend@test.example', stream_ids: [], invite_as: 600 };
  const attempts = [
    guest.api.raw('POST', '/invites', invited),
    guest.api.raw('POST', '/invites/multiuse', { invite_as: 600 }),
    guest.api.raw('POST', '/bots', { full_name: 'Guest bot', short_name: 'guestbot' }),
  ];
  for (const { status, body } of await Promise.all(attempts)) {
    expect([status, body.msg]).toEqual([400, 'Insufficient permission']);
  }
  await permit(groups.get('role:members'));
});

describe('a guest of an organization that lets guests see all users', () => {
  it('sees all users until the organization changes the setting', async () => {
    const all = await idsSeenBy(owner);
    expect(await idsSeenBy(guest)).toEqual(all);
    const queues = {
      guest: await guest.register({ event_types: ['realm_user'], ...incomplete }),
      old: await guest.register({ event_types: ['realm_user'] }),
      alice: await alice.register({ event_types: ['realm_user'], ...incomplete }),
    };
    await limit('role:members');
    const received = await eventsUntil(queues.guest, 'the removal of carol', isPersonEvent('remove', carol));
    for (const hidden of [bob, carol])
      expect(received.filter(isPersonEvent('remove', hidden))).toHaveLength(1);
    for (const seen of [alice, guest]) expect(received.filter(isPersonEvent('remove', seen))).toEqual([]);
    expect(await idsSeenBy(guest)).toEqual([alice.userId, guest.userId].sort((a, b) => a - b));
    const unnamed = await eventsUntil(queues.old, 'the update of carol', isPersonEvent('update', carol));
    expect(unnamed.find(isPersonEvent('update', carol))?.person).toEqual({
      user_id: carol.userId,
      full_name: 'Unknown user',
    });
    // Members see all people, whatever guests see.
    expect(await idsSeenBy(alice)).toEqual(all);
    expect(await queues.alice.pollNow()).toEqual([]);
  });
});

describe('a guest who does not see a user', () => {
  const noSuchUser = { body: { code: 'BAD_REQUEST', msg: 'No such user' } };

  it.each([
    ['by ID', () => guest.api.get(`/users/${bob.userId}`)],
    ['by address', () => guest.api.get(`/users/${bob.email}`)],
    ['when reading the presence', () => guest.api.get(`/users/${bob.userId}/presence`)],
    ['when reading the presence by address', () => guest.api.get(`/users/${bob.email}/presence`)],
    ['when reading the status', () => guest.api.get(`/users/${bob.userId}/status`)],
    ['when muting', () => guest.api.post(`/users/me/muted_users/${bob.userId}`)],
  ])('gets the error for an unknown user %s', async (_what, ask) => {
    await expect(ask()).rejects.toMatchObject(noSuchUser);
  });

  it('cannot write to the user, and gets the same refusal as for an unknown user', async () => {
    const send = (to: unknown) => guest.api.post('/messages', { type: 'direct', to, content: 'hi' });
    await expect(send([bob.userId])).rejects.toMatchObject({
      body: { code: 'BAD_REQUEST', msg: `Invalid user ID ${bob.userId}` },
    });
    await expect(send([alice.userId, bob.userId])).rejects.toMatchObject({ body: { code: 'BAD_REQUEST' } });
    await expect(send([bob.email])).rejects.toMatchObject({
      body: { code: 'BAD_REQUEST', msg: `Invalid email '${bob.email}'` },
    });
    const typing = { op: 'start', type: 'direct', to: [bob.userId] };
    await expect(guest.api.post('/typing', typing)).rejects.toMatchObject({ body: { code: 'BAD_REQUEST' } });
    await expect(guest.messages([['sender', bob.email]])).rejects.toMatchObject({
      body: { code: 'BAD_NARROW' },
    });
  });

  it('cannot mention the user', async () => {
    const content = `@**bob** @**bob|${bob.userId}** @**alice**`;
    const { rendered } = await guest.api.post('/messages/render', { content });
    expect(rendered).not.toContain(`data-user-id="${bob.userId}"`);
    expect(rendered).toContain(`data-user-id="${alice.userId}"`);
    expect((await alice.api.post('/messages/render', { content })).rendered).toContain(
      `data-user-id="${bob.userId}"`,
    );
  });

  it('registers without the user, or with a placeholder without a name', async () => {
    const asks = { fetch_event_types: ['realm_user', 'presence', 'user_status'], event_types: [] };
    await bob.api.post('/users/me/status', { status_text: 'away' });
    await alice.api.post('/users/me/status', { status_text: 'here' });
    const known = (await guest.api.post('/register', { ...asks, ...incomplete })) as Body;
    const ids = known.realm_users.map(({ user_id }: Body) => user_id);
    expect(ids).toEqual([alice.userId, guest.userId].sort((a, b) => a - b));
    expect(Object.keys(known.user_status)).toEqual([String(alice.userId)]);
    const old = (await guest.api.post('/register', asks)) as Body;
    expect(old.realm_users.find(({ user_id }: Body) => user_id === bob.userId)).toMatchObject({
      full_name: 'Unknown user',
      email: `user${bob.userId}@${host}`,
      delivery_email: null,
    });
    expect(old.realm_users.find(({ user_id }: Body) => user_id === alice.userId).full_name).toBe('alice');
  });

  it('receives no events of the user’s changes and presence', async () => {
    const types = ['realm_user', 'user_status', 'presence'];
    const queue = await guest.register({ event_types: types, ...incomplete });
    const other = await alice.register({ event_types: types, ...incomplete });
    for (const person of [bob, alice]) {
      await owner.api.patch(`/users/${person.userId}`, { full_name: `${person.email.split('@')[0]} B.` });
      await person.api.post('/users/me/status', { status_text: 'busy' });
      await person.api.post('/users/me/presence', { status: 'active', slim_presence: true });
    }
    const of = (event: Body) =>
      event.person?.user_id ?? event.user_id ?? Number(Object.keys(event.presences)[0]);
    const presenceOf = (person: Person) => (event: Body) =>
      event.type === 'presence' && of(event) === person.userId;
    const all = await eventsUntil(other, 'presence of both', presenceOf(bob));
    await network.caughtUp();
    // A presence may overtake the changes that were made before it.
    all.push(...(await other.pollNow()));
    const received = await queue.pollNow();
    expect(received.filter((event) => of(event) === bob.userId)).toEqual([]);
    expect(received.filter(({ type }) => type !== 'presence').map(of)).toEqual([
      alice.userId,
      alice.userId,
      alice.userId,
    ]);
    expect(all.filter((event) => event.type !== 'presence' && of(event) === bob.userId)).toHaveLength(3);
    const { presences } = await guest.api.post('/users/me/presence', {
      status: 'active',
      slim_presence: true,
      last_update_id: -1,
    });
    expect(Object.keys(presences)).not.toContain(String(bob.userId));
    expect(Object.keys((await guest.api.get('/realm/presence')).presences)).not.toContain(bob.email);
  });

  it('receives no event when the removal of a choice clears the user’s profile field', async () => {
    const [red, blue] = [
      { text: 'Red', order: '1' },
      { text: 'Blue', order: '2' },
    ];
    const field = { name: 'Colour', field_type: 3, field_data: { red, blue } };
    const { id } = await owner.api.post('/realm/profile_fields', field);
    for (const person of [bob, alice]) {
      await owner.api.patch(`/users/${person.userId}`, { profile_data: [{ id, value: 'red' }] });
    }
    const queue = await guest.register({ event_types: ['realm_user'], ...incomplete });
    await owner.api.patch(`/realm/profile_fields/${id}`, { field_data: { blue } });
    await network.caughtUp();
    expect((await queue.pollNow()).map(({ person }) => person)).toEqual([
      { user_id: alice.userId, custom_profile_field: { id, value: null } },
    ]);
    await owner.api.delete(`/realm/profile_fields/${id}`);
  });

  it('reads the user’s messages and reactions without the name and address', async () => {
    const types = ['message', 'reaction'];
    const queues = {
      guest: await guest.register({ event_types: types }),
      alice: await alice.register({ event_types: types }),
    };
    // People who are not subscribed may send messages to a public channel.
    const id = await bob.send('lobby', 'hello', 'greetings');
    await bob.api.post(`/messages/${id}/reactions`, { emoji_name: 'wave' });
    await network.caughtUp();
    const unknown = { sender_full_name: 'Unknown user', sender_email: `user${bob.userId}@${host}` };
    const [message, reaction] = await queues.guest.pollNow();
    expect(message!.message).toMatchObject({ id, sender_id: bob.userId, content: 'hello', ...unknown });
    expect(reaction!.user).toMatchObject({ user_id: bob.userId, full_name: 'Unknown user' });
    const [seen, seenReaction] = await queues.alice.pollNow();
    expect(seen!.message).toMatchObject({ id, sender_full_name: 'bob B.', sender_email: bob.email });
    expect(seenReaction!.user).toMatchObject({ full_name: 'bob B.', email: bob.email });
    expect((await guest.messages()).find((each) => each.id === id)).toMatchObject(unknown);
    expect((await guest.api.get(`/messages/${id}`)).message).toMatchObject(unknown);
    expect((await alice.messages()).find((each) => each.id === id)).toMatchObject({
      sender_email: bob.email,
    });
  });

  it('does not receive the user’s group memberships', async () => {
    const types = { event_types: ['user_group'], fetch_event_types: ['realm_user_groups'] };
    const queue = await guest.register(types);
    const other = await alice.register(types);
    const members = [alice.userId, bob.userId];
    const { group_id } = await owner.api.post('/user_groups/create', {
      name: 'crew',
      description: '',
      members,
    });
    await owner.api.patch(`/users/${bob.userId}`, { role: 300 });
    await network.caughtUp();
    const seen = (event: Body): number[] => event.user_ids ?? event.group?.members ?? [];
    const received = await queue.pollNow();
    expect(received.flatMap(seen)).toEqual([alice.userId]);
    expect(received.map(({ op }) => op)).toEqual(['add', 'add_members']);
    expect((await other.pollNow()).flatMap(seen)).toEqual([...members, bob.userId, bob.userId, bob.userId]);

    const all = (groupsOf: Body[]) => new Set(groupsOf.flatMap(({ members: ids }) => ids));
    const visible = new Set([alice.userId, guest.userId]);
    expect(all((await guest.api.get('/user_groups')).user_groups)).toEqual(visible);
    expect(all((await guest.register(types)).initial.realm_user_groups)).toEqual(visible);
    expect(all((await alice.api.get('/user_groups')).user_groups)).toContain(bob.userId);
    const path = `/user_groups/${group_id}/members`;
    expect((await guest.api.get(path)).members).toEqual([alice.userId]);
    expect((await alice.api.get(path)).members).toEqual(members);
    const stranger = 1_000_000;
    for (const userId of [bob.userId, stranger]) {
      await expect(guest.api.get(`${path}/${userId}`)).rejects.toMatchObject({
        body: { code: 'BAD_REQUEST', msg: `Invalid user ID: ${userId}` },
      });
    }
    await owner.api.post(path, { delete: [bob.userId] });
    await owner.api.patch(`/users/${bob.userId}`, { role: 400 });
    await network.caughtUp();
    expect(await queue.pollNow()).toEqual([]);
    expect((await other.pollNow()).map(seen)).toHaveLength(4);
  });
});

describe('a guest starts to see a user', () => {
  it('when the user joins a shared channel, until the user leaves', async () => {
    const queue = await guest.register({ event_types: ['realm_user', 'user_status'], ...incomplete });
    await bob.subscribe(['lobby']);
    const came = await eventsUntil(queue, 'the addition of bob', isPersonEvent('add', bob));
    expect(came.find(isPersonEvent('add', bob))?.person).toMatchObject({
      full_name: 'bob B.',
      email: bob.email,
    });
    await until('bob is listed', async () => (await idsSeenBy(guest)).includes(bob.userId));
    expect((await guest.api.get(`/users/${bob.userId}`)).user.full_name).toBe('bob B.');
    await bob.api.patch('/settings', { full_name: 'bob' });
    await eventsUntil(queue, 'the update of bob', isPersonEvent('update', bob));
    await bob.unsubscribe(['lobby']);
    await eventsUntil(queue, 'the removal of bob', isPersonEvent('remove', bob));
    expect(await idsSeenBy(guest)).not.toContain(bob.userId);
  });

  it('when one of them writes to the other', async () => {
    const queue = await guest.register({ event_types: ['realm_user', 'message'], ...incomplete });
    await carol.sendDirect([guest], 'welcome');
    const received = await eventsUntil(queue, 'the addition of carol', isPersonEvent('add', carol));
    expect(received.find(({ type }) => type === 'message')?.message.sender_full_name).toBe('carol');
    await guest.sendDirect([carol], 'thanks');
    expect(await idsSeenBy(guest)).toContain(carol.userId);
  });

  it('when the guest becomes a member, or guests may see all users again', async () => {
    const queue = await guest.register({ event_types: ['realm_user'], ...incomplete });
    await owner.api.patch(`/users/${guest.userId}`, { role: 400 });
    await eventsUntil(queue, 'the addition of bob', isPersonEvent('add', bob));
    await owner.api.patch(`/users/${guest.userId}`, { role: 600 });
    await eventsUntil(queue, 'the removal of bob', isPersonEvent('remove', bob));
    await limit('role:everyone');
    await eventsUntil(queue, 'the addition of bob', isPersonEvent('add', bob));
    expect(await idsSeenBy(guest)).toEqual(await idsSeenBy(owner));
  });
});

describe('the state of a guest’s clients after random changes', () => {
  const asks = {
    event_types: ['realm_user', 'user_status', 'user_group'],
    fetch_event_types: ['realm_user', 'user_status', 'realm_user_groups'],
  };

  /** State of the guest's client: names, statuses and group members. */
  class Model {
    readonly names = new Map<number, string>();
    readonly statuses = new Map<number, string>();
    readonly groups = new Map<number, Set<number>>();

    constructor(initial: Body) {
      for (const { user_id, full_name } of initial.realm_users) this.names.set(user_id, full_name);
      for (const [userId, { status_text }] of Object.entries<Body>(initial.user_status)) {
        this.statuses.set(Number(userId), status_text);
      }
      for (const { id, members } of initial.realm_user_groups) this.groups.set(id, new Set(members));
    }

    apply({ type, op, person, user_id, status_text, group_id, user_ids = [] }: Body): void {
      const members = this.groups.get(group_id);
      if (op === 'add_members') for (const id of user_ids) members!.add(id);
      else if (op === 'remove_members') for (const id of user_ids) members!.delete(id);
      else if (type === 'user_status') this.statuses.set(user_id, status_text);
      else if (op === 'remove') this.names.delete(person.user_id);
      else if (person.full_name !== undefined) this.names.set(person.user_id, person.full_name);
    }

    /** Returns the state for a comparison. Contains statuses only of people whose names the guest knows. */
    state() {
      const known = [...this.names].filter(([, name]) => name !== 'Unknown user').map(([userId]) => userId);
      return {
        names: [...this.names].sort(([a], [b]) => a - b),
        statuses: known.map((userId) => [userId, this.statuses.get(userId) ?? '']).sort(),
        groups: [...this.groups].map(([id, members]) => [id, [...members].sort((a, b) => a - b)]),
      };
    }
  }

  it.each([1, 2, 3])('equals a fresh registration (%i)', async (seed) => {
    await limit('role:members');
    const random = randomOf(seed);
    const queues = {
      new: await guest.register({ ...asks, ...incomplete }),
      old: await guest.register(asks),
    };
    const people = [alice, bob, owner];
    const crew = (await owner.api.get('/user_groups')).user_groups.find(
      (group: Body) => group.name === 'crew',
    );
    for (let step = 0; step < 25; step++) {
      const person = people[random(people.length)]!;
      const actions = [
        () => person.subscribe(['lobby']),
        () => person.unsubscribe(['lobby']),
        () => person.api.patch('/settings', { full_name: `Name ${seed} ${step}` }),
        () => person.api.post('/users/me/status', { status_text: `doing ${step}` }),
        // Ignores that a repeated subscription or unsubscription is refused.
        () => guest[random(2) === 0 ? 'subscribe' : 'unsubscribe'](['lobby']).catch(() => undefined),
        () => alice.subscribe(['lobby', 'attic'], [guest, person]),
        // Ignores that adding a member twice, or removing a person who is not a member, is refused.
        () =>
          owner.api
            .post(`/user_groups/${crew.id}/members`, {
              [random(2) === 0 ? 'add' : 'delete']: [person.userId, carol.userId],
            })
            .catch(() => undefined),
        () => owner.api.patch(`/users/${bob.userId}`, { role: random(2) === 0 ? 300 : 400 }),
      ];
      await actions[random(actions.length)]!();
    }
    for (const person of [owner, carol]) await person.sendDirect([guest], 'see me');
    // Verifies first that the guest sees exactly those people with whom the guest shares a channel or conversation.
    const { subscriptions } = await guest.api.get('/users/me/subscriptions', { include_subscribers: 'true' });
    const shared = new Set<number>([guest.userId, carol.userId, owner.userId]);
    for (const { subscribers } of subscriptions) for (const userId of subscribers) shared.add(userId);
    const expected = [...shared].sort((a, b) => a - b);
    await until('what the guest sees has been compared', async () => {
      const seen = (await idsSeenBy(guest)).sort((a, b) => a - b);
      return JSON.stringify(seen) === JSON.stringify(expected);
    });
    await network.caughtUp();
    for (const [name, more] of [
      ['new', incomplete],
      ['old', {}],
    ] as const) {
      const model = new Model(queues[name].initial);
      for (
        let events = await queues[name].pollNow();
        events.length > 0;
        events = await queues[name].pollNow()
      ) {
        for (const event of events) model.apply(event);
      }
      const fresh = new Model((await guest.register({ ...asks, ...more })).initial);
      expect(model.state(), name).toEqual(fresh.state());
    }
  });
});
