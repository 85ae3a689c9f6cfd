import { sql } from '@parley/db';
import type { User } from '@parley/facts';
import { UserChanged } from '@parley/proto/events/v1/facts';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { followGroups } from '../src/workers/groups.ts';
import { followPeople } from '../src/workers/people.ts';
import type { ClientEvent } from './emitted.ts';
import { type Env, followed, startChannel } from './support.ts';

let env: Env;
let owner: User;
let admin: User;
let alice: User;
let bob: User;
let carol: User;
let guest: User;
let visitor: User;
let friends: number;

beforeAll(async () => {
  env = await startChannel();
  const { organization } = env;
  owner = organization.add('owner');
  admin = organization.add('admin');
  alice = organization.add('member');
  bob = organization.add('member');
  carol = organization.add('member');
  guest = organization.add('guest');
  visitor = organization.add('guest');
  organization.add('member', { isActive: false });
  friends = organization.addGroup('friends', [carol.userId, visitor.userId]).groupId;
});
afterAll(() => env[Symbol.asyncDispose]());
beforeEach(async () => {
  await env.received();
});

const ids = (...people: User[]) => people.map((person) => person.userId);
const group = (groupId: number) => ({ value: { $case: 'groupId' as const, groupId } });

/** Returns the `type/op` of the events that each person received since the last call. People who received none are absent. */
async function receivedOps(): Promise<Record<number, string[]>> {
  return Object.fromEntries(
    [...(await env.received())].map(([id, events]) => [
      id,
      events.map((event) => `${event.type}/${event.op}`),
    ]),
  );
}

const created = ['stream/create'];
const joined = ['subscription/add'];
const peer = ['subscription/peer_add'];
const left = ['subscription/remove'];
const peerLeft = ['subscription/peer_remove'];

describe('the audience of a channel', () => {
  it('is members and above for a public channel; guests only when subscribed', async () => {
    await env.as(alice).subscribe(['public'], { principalUserIds: ids(alice, guest) });
    const member = [...created, ...peer];
    expect(await receivedOps()).toEqual({
      [owner.userId]: member,
      [admin.userId]: member,
      [alice.userId]: [...created, ...joined],
      [bob.userId]: member,
      [carol.userId]: member,
      [guest.userId]: [...created, ...joined],
    });
    await env.as(bob).subscribe(['public']);
    expect(await receivedOps()).toEqual({
      ...Object.fromEntries(ids(owner, admin, alice, carol, guest).map((id) => [id, peer])),
      [bob.userId]: joined,
    });
    await env.as(admin).unsubscribe(['public'], { principalUserIds: ids(guest, bob) });
    expect(await receivedOps()).toEqual({
      ...Object.fromEntries(ids(owner, admin, alice, carol).map((id) => [id, peerLeft])),
      [bob.userId]: [...left, ...peerLeft],
      [guest.userId]: [...left, 'stream/delete'],
    });
    await env.as(bob).subscribe(['public']);
    expect((await receivedOps())[guest.userId]).toBeUndefined();
  });

  it('is subscribers, administrators and holders of a setting for a private channel; guests only when subscribed', async () => {
    await env.as(alice).subscribe(['private'], { inviteOnly: true });
    expect(await receivedOps()).toEqual({
      [owner.userId]: [...created, ...peer],
      [admin.userId]: [...created, ...peer],
      [alice.userId]: [...created, ...joined],
    });
    await env.as(alice).subscribe(['private'], { principalUserIds: ids(guest) });
    expect(await receivedOps()).toEqual({
      ...Object.fromEntries(ids(owner, admin, alice).map((id) => [id, peer])),
      [guest.userId]: [...created, ...joined],
    });
    await env.as(alice).unsubscribe(['private']);
    // The creator of the channel still sees it through `can_administer_channel_group`.
    expect(await receivedOps()).toEqual({
      ...Object.fromEntries(ids(owner, admin, guest).map((id) => [id, peerLeft])),
      [alice.userId]: left,
    });
    await env.as(alice).subscribe(['for friends'], {
      inviteOnly: true,
      groupSettings: {
        can_subscribe_group: group(friends),
        can_administer_channel_group: group(env.organization.idOfRule('role:nobody')),
      },
    });
    expect(Object.keys(await receivedOps()).map(Number)).toEqual(ids(owner, admin, alice, carol));
    await env.as(carol).subscribe(['for friends']);
    await env.received();
    await env.as(alice).unsubscribe(['for friends']);
    expect((await receivedOps())[alice.userId]).toEqual([...left, 'stream/delete']);
  });

  it('is everyone for a web-public channel', async () => {
    await env.as(owner).subscribe(['site'], { isWebPublic: true });
    const events = await env.take();
    expect(events[0]!.event.deliveries[0]!.audience).toMatchObject({ maxRole: 600 });
    await env.as(guest).subscribe(['site']);
    const received = await receivedOps();
    expect(received[visitor.userId]).toEqual(peer);
    expect(received[guest.userId]).toEqual(joined);
  });

  it('gets the change only; new subscribers get whole objects', async () => {
    await env.as(alice).subscribe(['objects'], { principalUserIds: ids(alice, bob) });
    const received = await env.received();
    const [create, add] = received.get(bob.userId)!;
    const [state] = (
      await env.as(bob).state(['subscription'], { includeSubscribers: 'true' })
    ).fields.subscriptions.filter((each: { name: string }) => each.name === 'objects');
    expect(add).toEqual({ type: 'subscription', op: 'add', subscriptions: [state] });
    expect((create!.streams as object[])[0]).toMatchObject({ name: 'objects', subscriber_count: 0 });
    expect(received.get(carol.userId)![1]).toEqual({
      type: 'subscription',
      op: 'peer_add',
      stream_ids: [state.stream_id],
      user_ids: ids(alice, bob),
    });
    await env.as(bob).unsubscribe(['objects']);
    expect((await env.received()).get(bob.userId)).toEqual([
      {
        type: 'subscription',
        op: 'remove',
        subscriptions: [{ stream_id: state.stream_id, name: 'objects' }],
      },
    ]);
  });

  it('gets no event when nothing changed', async () => {
    await env.as(bob).subscribe(['public']);
    await env.as(carol).unsubscribe(['public']);
    await env.received();
    await env.as(bob).subscribe(['public']);
    await env.as(carol).unsubscribe(['public']);
    expect(await env.take()).toEqual([]);
  });

  it('receives returning subscribers with their own settings, in the same event as new ones', async () => {
    await env.as(bob).subscribe([{ name: 'objects', color: '#123456' }]);
    await env.db.execute({
      name: 'mute',
      text: 'update subscriptions set is_muted = true where user_id = $1',
      values: [bob.userId],
    });
    await env.as(bob).unsubscribe(['objects']);
    await env.received();
    await env.as(alice).subscribe(['objects'], { principalUserIds: ids(bob, carol) });
    const events = await env.take();
    expect(events).toHaveLength(1);
    const looks = events[0]!.event.deliveries
      .slice(0, 2)
      .map((each) => JSON.parse(each.json.toString()).subscriptions[0]);
    expect(looks.map((look) => look.is_muted).sort()).toEqual([false, true]);
    expect(looks.every((look) => look.subscriber_count === 3)).toBe(true);
  });
});

/** The channels as a client knows them from its registration and the events since then. */
type View = Map<
  number,
  { isSubscribed: boolean; subscribers: number[]; count: number; properties: Properties }
>;

/** Properties of a channel, by their names in the API. */
type Properties = Record<string, unknown>;
const propertyNames = [
  'name',
  'description',
  'rendered_description',
  'invite_only',
  'is_web_public',
  'history_public_to_subscribers',
  'is_archived',
  'can_administer_channel_group',
  'can_subscribe_group',
  'can_send_message_group',
  'is_announcement_only',
  'stream_post_policy',
];
const propertiesOf = (channel: Record<string, unknown>): Properties =>
  Object.fromEntries(propertyNames.map((name) => [name, channel[name]]));

/** Capabilities of two kinds of clients: current clients, and clients without `archived_channels`. */
const clients = [['archived_channels'], []] as const;

async function register(user: User, capabilities: readonly string[]): Promise<View> {
  const { fields } = await env
    .as(user)
    .state(['subscription'], { includeSubscribers: 'true', capabilities: [...capabilities] });
  const view: View = new Map();
  for (const kind of ['subscriptions', 'unsubscribed', 'never_subscribed']) {
    for (const each of fields[kind]) {
      view.set(each.stream_id, {
        isSubscribed: kind === 'subscriptions',
        subscribers: each.subscribers,
        count: each.subscriber_count,
        properties: propertiesOf(each),
      });
    }
  }
  return view;
}

/** Adapts an event for clients without the capability `archived_channels`, as the service `event-queue` does. */
function withoutArchived(view: View, event: ClientEvent): ClientEvent | undefined {
  const { was_archived: _, ...plain } = event;
  if (event.type === 'stream' && event.op === 'update' && event.property === 'is_archived') {
    return event.value
      ? { type: 'stream', op: 'delete', streams: [{ stream_id: event.stream_id }] }
      : undefined;
  }
  if (event.type === 'stream' && event.op === 'create') {
    const streams = (event.streams as Properties[]).filter((each) => !each.is_archived);
    return streams.length > 0 ? ({ ...plain, streams } as ClientEvent) : undefined;
  }
  // A client without the capability receives no events about archived channels.
  const about = [event.stream_id, ...((event.stream_ids as number[]) ?? [])].concat(
    ((event.subscriptions as { stream_id: number }[]) ?? []).map((each) => each.stream_id),
  );
  const isKnown = about.some((id) => view.has(id as number));
  return isKnown || event.op === 'add' ? (plain as ClientEvent) : undefined;
}

function applyEvent(view: View, event: ClientEvent, self: number): void {
  const change = (id: number, users: number[], add: boolean) => {
    const channel = view.get(id);
    expect(channel, `an event about channel ${id}, which this person does not know`).toBeDefined();
    const rest = channel!.subscribers.filter((user) => !users.includes(user));
    channel!.subscribers = [...rest, ...(add ? users : [])].sort((a, b) => a - b);
    channel!.count += add ? users.length : -users.length;
  };
  const channels = (event.streams ?? event.subscriptions) as ({
    stream_id: number;
    subscriber_count: number;
    subscribers: number[];
  } & Properties)[];
  switch (`${event.type}/${event.op}`) {
    case 'stream/create':
      for (const each of channels) {
        expect(view.has(each.stream_id), 'a channel is created twice').toBe(false);
        view.set(each.stream_id, {
          isSubscribed: false,
          subscribers: [],
          count: each.subscriber_count,
          properties: propertiesOf(each),
        });
      }
      break;
    case 'stream/update': {
      const channel = view.get(event.stream_id as number);
      expect(channel, 'a change of a channel that this person does not know').toBeDefined();
      const { type: _type, op: _op, stream_id: _id, name: _name, property, value, ...more } = event;
      Object.assign(channel!.properties, { [property as string]: value, ...more });
      break;
    }
    case 'stream/delete':
      for (const each of channels) view.delete(each.stream_id);
      break;
    case 'subscription/add':
      for (const each of channels) {
        expect(view.has(each.stream_id)).toBe(true);
        view.set(each.stream_id, {
          isSubscribed: true,
          subscribers: each.subscribers,
          count: each.subscriber_count,
          properties: propertiesOf(each),
        });
      }
      break;
    case 'subscription/remove':
      for (const each of channels) {
        change(each.stream_id, [self], false);
        view.get(each.stream_id)!.isSubscribed = false;
      }
      break;
    case 'default_streams/undefined':
      break;
    default:
      for (const id of event.stream_ids as number[]) {
        change(id, event.user_ids as number[], event.op === 'peer_add');
      }
  }
}

const roleNumbers = [100, 200, 300, 400, 600];

type Change = Parameters<ReturnType<Env['as']>['update']>[1];

/** Returns changes of a channel: of one property, and of several at once. */
function changes(): Change[] {
  const { idOfRule } = env.organization;
  const setting = (name: string, groupId: number): Change => ({
    groupSettings: { [name]: { new: group(groupId) } },
  });
  return [
    { isPrivate: true },
    { isPrivate: true, historyPublicToSubscribers: true },
    { isPrivate: false },
    { isWebPublic: true },
    { isWebPublic: false, description: 'no longer on the web' },
    setting('can_subscribe_group', friends),
    setting('can_subscribe_group', idOfRule('role:moderators')),
    setting('can_subscribe_group', idOfRule('role:members')),
    setting('can_subscribe_group', idOfRule('role:nobody')),
    setting('can_send_message_group', idOfRule('role:administrators')),
    { isPrivate: true, ...setting('can_administer_channel_group', friends) },
    { isArchived: true },
    { isArchived: false },
  ];
}

async function changeNamed(name: string, user: User, change: Change): Promise<void> {
  const row = await env.db.maybeOne<{ id: number }>(
    sql`select channel_id as id from channels where name = ${name}`,
  );
  if (!row) return;
  await env
    .as(user)
    .update(row.id, change)
    .catch((error: { status?: number }) => expect(error.status).toBe(400));
}

/** Makes the worker handle an event about a changed person. */
async function followPerson(user: User): Promise<void> {
  const userChanged = UserChanged.fromPartial({ user });
  await followPeople(env.ctx, followed({ $case: 'userChanged', userChanged }), new AbortController().signal);
}

describe('a new role', () => {
  it('shows channels with their subscribers when it has more rights, and hides them when it has fewer', async () => {
    const { organization } = env;
    await env.as(alice).create('everywhere', { principalUserIds: ids(alice, bob) });
    await env.as(alice).create('secret', { inviteOnly: true, principalUserIds: ids(alice) });
    const person = organization.add('guest');
    await followPerson(person);
    await env.as(alice).create('shared', { principalUserIds: ids(alice, person) });
    const [open, secret] = (await env.as(owner).channels({ includeAll: true })).filter(({ name }) =>
      ['everywhere', 'secret'].includes(name),
    );
    const about = (event: ClientEvent): number[] =>
      [event.streams as { stream_id: number }[], event.stream_ids as number[]]
        .flat()
        .map((each) => (typeof each === 'object' ? each.stream_id : each));
    const eventsAfterRole = async (role: number) => {
      await env.received();
      await followPerson(organization.change(person, { role }));
      const received = await env.received();
      expect([...received.keys()]).toEqual([person.userId]);
      const events = received.get(person.userId)!;
      const of = (id: number) =>
        events
          .filter((event) => event.type !== 'default_streams' && about(event).includes(id))
          .map((event) => [event.op, event.user_ids]);
      return { open: of(open.stream_id), secret: of(secret.stream_id), events };
    };
    const member = await eventsAfterRole(400);
    expect(member.open).toEqual([
      ['create', undefined],
      ['peer_add', ids(alice, bob)],
    ]);
    expect(member.secret).toEqual([]);
    expect(member.events.at(-1)).toMatchObject({ type: 'default_streams' });
    const administrator = await eventsAfterRole(200);
    expect(administrator.open).toEqual([]);
    expect(administrator.secret).toEqual([
      ['create', undefined],
      ['peer_add', ids(alice)],
    ]);
    expect((await eventsAfterRole(300)).secret).toEqual([['delete', undefined]]);
    const guestAgain = await eventsAfterRole(600);
    expect(guestAgain.open).toEqual([['delete', undefined]]);
    expect(guestAgain.events.at(-1)).toMatchObject({ type: 'default_streams', default_streams: [] });
    organization.change(person, { isActive: false });
  });
});

describe('a group that sees a private channel', () => {
  type Change = { members?: number[]; subgroups?: number[] };

  it('shows it to new members, direct or of a subgroup, and hides it from members who left entirely', async () => {
    const { organization } = env;
    const [ann, ben, cleo, gil] = (['member', 'member', 'member', 'guest'] as const).map((role) =>
      organization.add(role),
    ) as [User, User, User, User];
    const inner = organization.addGroup('inner', ids(ben, cleo, gil));
    const outer = organization.addGroup('outer', []);
    const { channelId } = await env.as(alice).create('vault', {
      inviteOnly: true,
      principalUserIds: ids(alice, cleo),
      groupSettings: { can_subscribe_group: group(outer.groupId) },
    });
    const change = async (added: Change, removed: Change) => {
      const before = organization.groups.get(outer.groupId)!;
      const after = {
        ...before,
        directMemberIds: [...before.directMemberIds, ...(added.members ?? [])].filter(
          (id) => !removed.members?.includes(id),
        ),
        directSubgroupIds: [...before.directSubgroupIds, ...(added.subgroups ?? [])].filter(
          (id) => !removed.subgroups?.includes(id),
        ),
      };
      organization.groups.set(outer.groupId, after);
      await env.received();
      const groupChanged = {
        group: after,
        addedMemberIds: added.members ?? [],
        removedMemberIds: removed.members ?? [],
        addedSubgroupIds: added.subgroups ?? [],
        removedSubgroupIds: removed.subgroups ?? [],
      };
      await followGroups(
        env.ctx,
        followed({ $case: 'groupChanged', groupChanged }),
        new AbortController().signal,
      );
      return receivedOps();
    };
    const learns = [...created, ...peer];
    expect(await change({ members: ids(ann) }, {})).toEqual({ [ann.userId]: learns });
    // Subscribers see the channel already, and guests never see it through a group. So only one person receives an event.
    expect(await change({ subgroups: [inner.groupId] }, {})).toEqual({ [ben.userId]: learns });
    expect(await change({ members: ids(ben) }, {})).toEqual({});
    expect(await change({}, { subgroups: [inner.groupId] })).toEqual({});
    const gone = ['stream/delete'];
    await followPerson(bob);
    expect(await change({}, { members: ids(ann, ben) })).toEqual({ [ann.userId]: gone, [ben.userId]: gone });
    expect((await change({ subgroups: [organization.idOfRule('role:members')] }, {}))[bob.userId]).toEqual(
      learns,
    );
    expect((await env.as(ben).channel(channelId)).name).toBe('vault');
  });
});

describe('a registration with its later events', () => {
  it('equals the current state for everyone, under any interleaving', async () => {
    const people = [owner, admin, alice, bob, carol, guest, visitor];
    const person = fc.integer({ min: 0, max: people.length - 1 });
    const operation = fc.record({
      actor: person,
      targets: fc.option(fc.uniqueArray(person, { minLength: 1, maxLength: 4 }), { nil: undefined }),
      names: fc.uniqueArray(fc.integer({ min: 0, max: 7 }), { minLength: 1, maxLength: 3 }),
      kind: fc.constantFrom(
        'join',
        'join',
        'private',
        'friends',
        'web',
        'leave',
        'change',
        'change',
        'change',
        'role',
      ),
      change: fc.constantFrom(...changes()),
      role: fc.constantFrom(...roleNumbers),
    });
    for (const user of people) await followPerson(user);
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 25 }), async (operations) => {
        round++;
        await env.received();
        const received = new Map<number, ClientEvent[]>();
        const collect = async () => {
          for (const [id, events] of await env.received())
            received.set(id, [...(received.get(id) ?? []), ...events]);
        };
        const views: { user: User; knows: readonly string[]; view: View }[] = [];
        for (const user of people) {
          for (const knows of clients) views.push({ user, knows, view: await register(user, knows) });
        }
        for (const { actor, targets, names, kind, change, role } of operations) {
          if (kind === 'role') {
            // Collects the events so far, because their audience depends on the role before this change.
            await collect();
            await followPerson(env.organization.change(people[actor]!, { role }));
            continue;
          }
          const client = env.as(people[actor]!);
          const channels = names.map((name) => `round ${round} ${name}`);
          if (kind === 'change') {
            for (const name of channels) await changeNamed(name, people[actor]!, change);
            continue;
          }
          const principals = targets
            ? { principalUserIds: targets.map((index) => people[index]!.userId) }
            : {};
          const done =
            kind === 'leave'
              ? client.unsubscribe(channels, principals)
              : client.subscribe(channels, {
                  ...principals,
                  authorizationErrorsFatal: false,
                  inviteOnly: kind === 'private' || kind === 'friends',
                  isWebPublic: kind === 'web',
                  ...(kind === 'friends' && { groupSettings: { can_subscribe_group: group(friends) } }),
                });
          await done.catch((error: { status?: number }) => expect(error.status).toBe(400));
        }
        await collect();
        for (const { user, knows, view } of views) {
          for (const event of received.get(user.userId) ?? []) {
            const isOld = knows.length === 0;
            if (!isOld && event.was_archived) continue;
            const adapted = isOld ? withoutArchived(view, event) : event;
            if (adapted) applyEvent(view, adapted, user.userId);
          }
          const now = await register(user, knows);
          expect([...view].sort(([a], [b]) => a - b)).toEqual([...now].sort(([a], [b]) => a - b));
        }
      }),
      { numRuns: 12, endOnFailure: true },
    );
  });
});
