import { describe, expect, expectTypeOf, it } from 'vitest';
import { event, message, messageEvent, registration, selfId } from '../../test/registration.ts';
import type { EventType, Registration } from '../objects.ts';
import { directKey } from '../place.ts';
import { type HandledEventType, Store } from './store.ts';

/** Types of events that change no field of a registration. */
type NotStored =
  | 'app_view'
  | 'apps'
  | 'block_action'
  | 'device'
  | 'ephemeral_message'
  | 'heartbeat'
  | 'invites_changed'
  | 'push_device'
  | 'realm_export'
  | 'realm_export_consent';

function loaded(more: object = {}): Store {
  const store = new Store();
  store.load({ ...registration(), ...more } as Registration);
  return store;
}

describe('a store', () => {
  it('handles every type of event', () => {
    expectTypeOf<Exclude<EventType, HandledEventType | NotStored>>().toBeNever();
  });

  it('calls listeners once for all events that arrived together', () => {
    const store = loaded();
    let notified = 0;
    store.unread.totals.watch(() => notified++);
    store.apply([1, 2, 3].map((id) => messageEvent(message(id, { channelId: 1 }))));
    expect(notified).toBe(1);
    expect(store.unread.totals.get().count).toBe(3);
  });

  it('notifies only of differences when it loads a second registration', () => {
    const store = loaded();
    const same = store.people.users.get(2)!;
    const changed: unknown[] = [];
    store.fields.watchAll((names) => changed.push(...names));
    store.load({ ...registration(), realm_name: 'Renamed', realm_users: [same] } as unknown as Registration);
    expect(changed).toEqual(['realm_name']);
    expect(store.people.users.size).toBe(1);
  });

  it('ignores events of a type that it does not know', () => {
    const store = loaded();
    expect(() => store.apply([event({ type: 'of the future' })])).not.toThrow();
  });
});

describe('people', () => {
  it('are active, idle or offline by the server’s thresholds', () => {
    const presence = (active: number, idle: number) => ({ active_timestamp: active, idle_timestamp: idle });
    const store = loaded({
      server_presence_offline_threshold_seconds: 100,
      presences: { 2: presence(950, 950), 3: presence(800, 950), 4: presence(800, 800) },
    });
    expect([2, 3, 4, 5].map((id) => store.people.presenceOf(id, 1000))).toEqual([
      'active',
      'idle',
      'offline',
      'offline',
    ]);
    store.apply([event({ type: 'presence', presences: { 4: presence(1000, 1000) } })]);
    expect(store.people.presenceOf(4, 1000)).toBe('active');
  });

  it('stay active while answers to reports say so, by the clock of the server', () => {
    const ahead = 3_600;
    const serverNow = () => Math.floor(Date.now() / 1000) + ahead;
    const presence = (at: number) => ({ active_timestamp: at, idle_timestamp: at });
    const store = loaded({
      presences: { 2: presence(serverNow() - 190), 3: presence(serverNow() - 300) },
      presence_last_update_id: 7,
      server_timestamp: serverNow(),
    });
    expect([2, 3].map((id) => store.people.presenceOf(id))).toEqual(['active', 'offline']);
    expect(store.people.presenceUpdateId).toBe(7);
    expect(store.people.presenceOf(2, serverNow() + 20)).toBe('offline');
    const changes: number[] = [];
    store.people.presences.watch(2, () => changes.push(2));
    store.people.updatePresences({
      presence_last_update_id: 9,
      server_timestamp: serverNow(),
      presences: { 2: presence(serverNow()) },
    });
    expect(store.people.presenceUpdateId).toBe(9);
    expect(store.people.presenceOf(2, serverNow() + 20)).toBe('active');
    expect(changes).toEqual([2]);
    // Answers of servers without presences, such as those to plain pings, change nothing.
    store.people.updatePresences({});
    expect(store.people.presenceUpdateId).toBe(9);
    expect(store.people.presenceOf(2)).toBe('active');
  });

  it('are all judged again when an answer shows that the clock of the device jumped', () => {
    const presence = { active_timestamp: 1_000, idle_timestamp: 1_000 };
    const now = Math.floor(Date.now() / 1000);
    const store = loaded({ presences: { 2: presence, 3: presence }, server_timestamp: now });
    const changes: number[] = [];
    for (const id of [2, 3]) store.people.presences.watch(id, () => changes.push(id));
    store.people.updatePresences({ server_timestamp: now + 1 });
    expect(changes).toEqual([]);
    store.people.updatePresences({ server_timestamp: now - 600 });
    expect(changes).toEqual([2, 3]);
  });

  it('update the fields of the user’s own account as well', () => {
    const store = loaded({ full_name: 'Old', is_admin: false, is_owner: false, is_guest: false });
    store.apply([
      event({ type: 'realm_user', op: 'update', person: { user_id: selfId, full_name: 'New' } }),
      event({ type: 'realm_user', op: 'update', person: { user_id: selfId, role: 200 } }),
      event({ type: 'realm_user', op: 'update', person: { user_id: 2, full_name: 'Another' } }),
    ]);
    expect(store.fields.get('full_name')).toBe('New');
    expect(store.fields.get('is_admin')).toBe(true);
    expect(store.people.users.get(2)!.full_name).toBe('Another');
  });
});

describe('topics', () => {
  const read = (name: string, maxId: number) => ({ name, max_id: maxId });
  const names = (store: Store) => (store.topics.ofChannel.get(1) ?? []).map(({ name }) => name);
  const arrives = (store: Store, id: number, subject: string) =>
    store.apply([
      event({ type: 'message', flags: [], message: { id, stream_id: 1, type: 'stream', subject } }),
    ]);

  it('leave the list when they were moved or deleted, even the newest one', () => {
    const store = loaded({});
    store.topics.receive(store.topics.begin(1), [read('lunch', 9), read('other', 3)]);
    store.topics.receive(store.topics.begin(1), [read('✔ lunch', 10), read('other', 3)]);
    expect(names(store)).toEqual(['✔ lunch', 'other']);
    store.topics.receive(store.topics.begin(1), [read('other', 3)]);
    expect(names(store)).toEqual(['other']);
  });

  it('have their new name at once when they are renamed, and are one with a topic of that name', () => {
    const store = loaded({});
    store.topics.receive(store.topics.begin(1), [read('lunch', 9), read('dinner', 5), read('other', 3)]);
    const rename = (from: string, to: string) =>
      store.apply([
        event({
          type: 'update_message',
          message_id: 9,
          message_ids: [9],
          stream_id: 1,
          orig_subject: from,
          subject: to,
          propagate_mode: 'change_all',
          flags: [],
        }),
      ]);
    rename('Lunch', 'DINNER');
    expect(store.topics.ofChannel.get(1)).toEqual([
      { name: 'DINNER', newestId: 9 },
      { name: 'other', newestId: 3 },
    ]);
    expect(store.topics.movedTo(1, 'lunch')).toMatchObject({
      channelId: 1,
      topic: 'DINNER',
      isIntoOthers: true,
    });
    rename('dinner', 'lunch');
    expect(store.topics.movedTo(1, 'lunch')).toBeUndefined();
    expect(store.topics.movedTo(1, 'dinner')).toMatchObject({ topic: 'lunch', isIntoOthers: false });
    expect(names(store)).toEqual(['lunch', 'other']);
  });

  it('stay when they got a message while the list was read', () => {
    const store = loaded({});
    store.topics.receive(store.topics.begin(1), [read('other', 3)]);
    const request = store.topics.begin(1);
    arrives(store, 12, 'new');
    arrives(store, 13, 'OTHER');
    store.topics.receive(request, [read('other', 3), read('third', 2)]);
    expect(names(store)).toEqual(['OTHER', 'new', 'third']);
  });

  it('do not return with an answer that a later request has overtaken', () => {
    const store = loaded({});
    const [first, second] = [store.topics.begin(1), store.topics.begin(1)];
    store.topics.receive(second, [read('present', 5)]);
    store.topics.receive(first, [read('former', 5)]);
    expect(names(store)).toEqual(['present']);
  });
});

describe('groups', () => {
  it('include the members of their subgroups, even in a cycle', () => {
    const group = (id: number, members: number[], subgroups: number[]) => ({
      id,
      members,
      direct_subgroup_ids: subgroups,
    });
    const store = loaded({ realm_user_groups: [group(1, [2], [2]), group(2, [3], [1]), group(3, [4], [])] });
    expect([2, 3, 4].map((id) => store.groups.includes(1, id))).toEqual([true, true, false]);
    const setting = { direct_members: [5], direct_subgroups: [3] };
    expect([4, 5, 6].map((id) => store.groups.includes(setting, id))).toEqual([true, true, false]);
    store.apply([event({ type: 'user_group', op: 'remove_members', group_id: 2, user_ids: [3] })]);
    expect(store.groups.includes(1, 3)).toBe(false);
  });
});

describe('typing', () => {
  const typing = (op: string) =>
    event({
      type: 'typing',
      op,
      message_type: 'direct',
      sender: { user_id: 2, email: '' },
      recipients: [
        { user_id: selfId, email: '' },
        { user_id: 2, email: '' },
      ],
    });

  it('ends with its stop event, when the message arrives, and after a timeout', async () => {
    const store = loaded({ server_typing_started_expiry_period_milliseconds: 20 });
    const key = directKey([2]);
    const typists = () => store.typing.places.get(key);
    store.apply([typing('start')]);
    expect(typists()).toEqual([2]);
    store.apply([typing('stop')]);
    expect(typists()).toBeUndefined();
    store.apply([typing('start'), messageEvent(message(1, { senderId: 2 }))]);
    expect(typists()).toBeUndefined();
    store.apply([typing('start')]);
    await new Promise<void>((resolve) => {
      store.typing.places.watch(key, resolve);
    });
    expect(typists()).toBeUndefined();
  });
});
