import { type Body, type EventReader, Network, Organization, type Person, until } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

// Tests personal settings and lists: who receives events, and what is refused.

let network: Network;
let organization: Organization;
let owner: Person;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  network = await Network.start({
    replicas: { 'user-admin': 2, gateway: 2 },
    env: { PARLEY_USER_ADMIN_PRESENCE_INTERVAL_MS: '50' },
  });
  organization = await Organization.create(network);
  owner = organization.owner;
  ({ alice, bob } = await organization.add('alice', 'bob'));
});

afterAll(() => network?.stop());

const refused = (msg?: string) => ({
  status: 400,
  body: { result: 'error', code: 'BAD_REQUEST', ...(msg !== undefined && { msg }) },
});

/** Returns the events of a type that Alice and Bob receive during a change. */
async function eventsDuring(
  type: string,
  change: () => Promise<unknown>,
): Promise<{ alices: Body[]; bobs: Body[] }> {
  const readers = [
    await alice.register({ event_types: [type] }),
    await bob.register({ event_types: [type] }),
  ];
  await change();
  await network.caughtUp();
  const [alices, bobs] = await Promise.all(readers.map((reader) => reader.pollNow()));
  const withoutIds = (events: Body[]) => events.map(({ id: _, ...event }) => event);
  return { alices: withoutIds(alices!), bobs: withoutIds(bobs!) };
}

const initial = async (person: Person, type: string, more = {}) =>
  (await person.register({ event_types: [], fetch_event_types: [type], ...more })).initial;

describe('navigation views', () => {
  it('are announced only to the user’s own clients', async () => {
    const custom = { fragment: 'narrow/is/dm', is_pinned: true, name: 'Direct' };
    const { alices, bobs } = await eventsDuring('navigation_view', async () => {
      await alice.api.post('/navigation_views', { fragment: 'inbox', is_pinned: false });
      await alice.api.post('/navigation_views', custom);
      await alice.api.patch(`/navigation_views/${encodeURIComponent(custom.fragment)}`, { name: 'People' });
      await alice.api.patch('/navigation_views/inbox', { is_pinned: true });
      // The path accepts the fragment both as it is and percent-encoded.
      await alice.api.patch(`/navigation_views/${custom.fragment}`, { is_pinned: false });
      await alice.api.delete(`/navigation_views/${encodeURIComponent(custom.fragment)}`);
    });
    const type = 'navigation_view';
    const inbox = { fragment: 'inbox', is_pinned: false, name: null };
    expect(alices).toEqual([
      { type, op: 'add', navigation_view: inbox },
      { type, op: 'add', navigation_view: custom },
      { type, op: 'update', fragment: custom.fragment, data: { name: 'People' } },
      { type, op: 'update', fragment: 'inbox', data: { is_pinned: true } },
      { type, op: 'update', fragment: custom.fragment, data: { is_pinned: false } },
      { type, op: 'remove', fragment: custom.fragment },
    ]);
    expect(bobs).toEqual([]);
    const views = [{ ...inbox, is_pinned: true }];
    expect(await alice.api.get('/navigation_views')).toMatchObject({ navigation_views: views });
    expect(await initial(alice, 'navigation_views')).toMatchObject({ navigation_views: views });
  });

  it.each([
    ['a blank fragment', { fragment: '  ', is_pinned: true }, 'fragment cannot be blank'],
    ['one that is there', { fragment: 'inbox', is_pinned: true }, undefined],
    ['a custom one without a name', { fragment: 'narrow/x', is_pinned: true }, undefined],
    [
      'a built-in one with a name',
      { fragment: 'recent', is_pinned: true, name: 'Mine' },
      'Built-in views cannot have a custom name',
    ],
  ])('refuse %s', async (_kind, view, msg) => {
    await expect(alice.api.post('/navigation_views', view)).rejects.toMatchObject(refused(msg));
  });

  it('cannot be changed or removed if they do not exist', async () => {
    const msg = 'Navigation view does not exist.';
    await expect(alice.api.patch('/navigation_views/none', { is_pinned: true })).rejects.toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND', msg },
    });
    await expect(alice.api.delete('/navigation_views/none')).rejects.toMatchObject({
      status: 404,
      body: { code: 'BAD_REQUEST', msg },
    });
    await expect(alice.api.patch('/navigation_views/inbox', { name: 'Mine' })).rejects.toMatchObject(
      refused('Built-in views cannot have a custom name'),
    );
  });
});

describe('a status', () => {
  it('is announced to all users, part by part', async () => {
    const { bobs } = await eventsDuring('user_status', async () => {
      await alice.api.post('/users/me/status', { status_text: ' on leave ', emoji_name: 'car' });
      await alice.api.post('/users/me/status', { status_text: '' });
    });
    const emoji = { emoji_name: 'car', emoji_code: '1f697', reaction_type: 'unicode_emoji' };
    const event = { type: 'user_status', user_id: alice.userId };
    expect(bobs).toEqual([
      { ...event, status_text: 'on leave', ...emoji },
      { ...event, status_text: '' },
    ]);
    expect((await bob.api.get(`/users/${alice.userId}/status`)).status).toEqual(emoji);
    expect((await initial(bob, 'user_status')).user_status).toEqual({ [alice.userId]: emoji });
  });

  it('is not announced when the same change is made again', async () => {
    const { bobs } = await eventsDuring('user_status', async () => {
      for (const status of [
        { status_text: 'on a train', emoji_name: 'car' },
        { status_text: '', emoji_name: '' },
      ]) {
        await alice.api.post('/users/me/status', status);
        await alice.api.post('/users/me/status', status);
      }
    });
    expect(bobs.map(({ status_text }) => status_text)).toEqual(['on a train', '']);
  });

  it('of another user can be changed only by administrators', async () => {
    const path = `/users/${alice.userId}/status`;
    await expect(bob.api.post(path, { status_text: 'x' })).rejects.toMatchObject(refused());
    await owner.api.post(path, { status_text: 'away until Monday', emoji_name: '' });
    expect((await bob.api.get(path)).status).toEqual({ status_text: 'away until Monday' });
    await alice.api.post('/users/me/status', { status_text: '' });
    expect((await bob.api.get(path)).status).toEqual({});
    await expect(bob.api.get('/users/999999/status')).rejects.toMatchObject(refused('No such user'));
  });

  it('accepts a code with any of its names, even with a name that alone means another emoji', async () => {
    for (const status of [
      { emoji_name: 'secret', emoji_code: '1f5dd' },
      { emoji_name: 'piñata', emoji_code: '1fa85', reaction_type: 'unicode_emoji' },
    ]) {
      await alice.api.post('/users/me/status', status);
      const { status: shown } = await bob.api.get(`/users/${alice.userId}/status`);
      expect(shown).toMatchObject({ ...status, reaction_type: 'unicode_emoji' });
    }
    await alice.api.post('/users/me/status', { emoji_name: '' });
  });

  it.each([
    [{}, 'Client did not pass any new values.'],
    [{ status_text: 'x'.repeat(61) }, 'status_text is too long (limit: 60 characters)'],
    [{ emoji_code: '1f697' }, 'Client must pass emoji_name if they pass either emoji_code or reaction_type.'],
    [{ emoji_name: 'invalid' }, "Emoji 'invalid' does not exist"],
    [{ emoji_name: 'car', emoji_code: '1f600' }, 'Invalid emoji name.'],
    [{ emoji_name: 'car', emoji_code: '1', reaction_type: 'realm_emoji' }, 'Invalid custom emoji.'],
  ])('refuses %j', async (status, msg) => {
    await expect(alice.api.post('/users/me/status', status)).rejects.toMatchObject(refused(msg));
  });
});

describe('alert words', () => {
  it('belong to one user, without regard to case', async () => {
    const { alices, bobs } = await eventsDuring('alert_words', async () => {
      const added = await alice.api.post('/users/me/alert_words', {
        alert_words: [' Lunch', 'deploy', 'lunch'],
      });
      expect(added.alert_words).toEqual(['deploy', 'Lunch']);
      await alice.api.post('/users/me/alert_words', { alert_words: ['LUNCH'] });
      const removed = await alice.api.delete('/users/me/alert_words', { alert_words: ['lunch'] });
      expect(removed.alert_words).toEqual(['deploy']);
    });
    expect(alices.map((event) => event.alert_words)).toEqual([['deploy', 'Lunch'], ['deploy']]);
    expect(bobs).toEqual([]);
    expect((await alice.api.get('/users/me/alert_words')).alert_words).toEqual(['deploy']);
    expect(await initial(alice, 'alert_words')).toMatchObject({ alert_words: ['deploy'] });
    await expect(
      alice.api.post('/users/me/alert_words', { alert_words: ['x'.repeat(101)] }),
    ).rejects.toMatchObject(refused('alert_words[0] is too long (limit: 100 characters)'));
  });

  it('apply to messages that are sent or edited later, only for that user', async () => {
    await alice.subscribe(['alerts'], [alice, bob]);
    const readers = [alice, bob].map((person) => person.register({ event_types: ['message'] }));
    const [alices, bobs] = await Promise.all(readers);
    await owner.subscribe(['alerts']);
    await alice.api.post('/users/me/alert_words', { alert_words: ['pizza'] });
    // Alert words reach `messaging` through the event log, within a second.
    await network.caughtUp();
    const alerted = await owner.send('alerts', 'PIZZA for everybody');
    const other = await owner.send('alerts', 'pizzas are something else');
    const edited = await owner.send('alerts', 'salad');
    await owner.api.patch(`/messages/${edited}`, { content: 'salad, and pizza' });
    await alice.api.delete('/users/me/alert_words', { alert_words: ['pizza'] });
    await network.caughtUp();
    const late = await owner.send('alerts', 'no more pizza');
    await network.caughtUp();
    const flagsIn = async (reader: EventReader) =>
      new Map((await reader.pollNow()).map((event) => [event.message.id, event.flags]));
    const flags = await flagsIn(alices!);
    expect([alerted, other, late].map((id) => flags.get(id))).toEqual([['has_alert_word'], [], []]);
    expect((await flagsIn(bobs!)).get(alerted)).toEqual([]);
    const ids = async (person: Person) =>
      (await person.messages([['is', 'alerted']])).map((message) => message.id);
    expect(await ids(alice)).toEqual([alerted, edited]);
    expect(await ids(bob)).toEqual([]);
  });
});

describe('muted users', () => {
  it('are muted for one user and announced only to that user', async () => {
    const path = `/users/me/muted_users/${bob.userId}`;
    const { alices, bobs } = await eventsDuring('muted_users', async () => {
      await alice.api.post(path);
      await expect(alice.api.post(path)).rejects.toMatchObject(refused('User already muted'));
      const { muted_users } = await initial(alice, 'muted_users');
      expect(muted_users).toEqual([{ id: bob.userId, timestamp: expect.any(Number) }]);
      await alice.api.delete(path);
      await expect(alice.api.delete(path)).rejects.toMatchObject(refused('User is not muted'));
    });
    expect(alices.map((event) => event.muted_users.map((user: Body) => user.id))).toEqual([[bob.userId], []]);
    expect(bobs).toEqual([]);
    const self = `/users/me/muted_users/${alice.userId}`;
    await expect(alice.api.post(self)).rejects.toMatchObject(refused('Cannot mute self'));
    await expect(alice.api.post('/users/me/muted_users/999999')).rejects.toMatchObject(
      refused('No such user'),
    );
  });
});

it('onboarding steps are offered until they are marked as seen', async () => {
  const { alices, bobs } = await eventsDuring('onboarding_steps', () =>
    alice.api.post('/users/me/onboarding_steps', { onboarding_step: 'intro_inbox_view_modal' }),
  );
  const { onboarding_steps } = await initial(alice, 'onboarding_steps');
  expect(onboarding_steps.map((step: Body) => step.name)).not.toContain('intro_inbox_view_modal');
  expect(alices).toEqual([{ type: 'onboarding_steps', onboarding_steps }]);
  expect(bobs).toEqual([]);
  await expect(
    alice.api.post('/users/me/onboarding_steps', { onboarding_step: 'none' }),
  ).rejects.toMatchObject(refused());
});

describe('presence', () => {
  const ping = (person: Person, more = {}) =>
    person.api.post('/users/me/presence', { status: 'active', slim_presence: true, ...more });

  /** Repeats a ping until the answer is as expected, because replicas read stored presences only periodically. */
  async function pingUntil(person: Person, more: object, wanted: (answer: Body) => boolean): Promise<Body> {
    return until('an expected answer to a ping', async () => {
      const answer = await ping(person, { status: 'idle', ...more });
      return wanted(answer) && answer;
    });
  }

  const presenceOf = (reader: EventReader, userId: number) =>
    reader.waitFor((events) => events.find((event) => event.presences?.[userId] || event.user_id === userId));

  /** Repeats a read until the answer is as expected, because replicas learn the presences of other replicas with a delay. */
  const eventuallyReads = (read: () => Promise<Body>, expected: Body) =>
    vi.waitFor(async () => expect(await read()).toMatchObject(expected), { timeout: 60_000 });

  it('is reported by pings, in both formats, as changes, and as an event', async () => {
    const { carol } = await organization.add('carol');
    await using modern = (
      await bob.register({
        event_types: ['presence'],
        client_capabilities: { simplified_presence_events: true },
      })
    ).start();
    await using older = (await bob.register({ event_types: ['presence'] })).start();
    await ping(carol, { ping_only: true });
    const seen = await pingUntil(bob, { last_update_id: -1 }, (answer) => answer.presences[carol.userId]);
    expect(seen.presences[carol.userId]).toEqual({
      active_timestamp: expect.any(Number),
      idle_timestamp: expect.any(Number),
    });
    const later = await ping(bob, { last_update_id: seen.presence_last_update_id });
    expect(later.presences).not.toHaveProperty(String(carol.userId));
    expect(await presenceOf(modern, carol.userId)).toEqual({
      type: 'presence',
      id: expect.any(Number),
      presences: expect.objectContaining({ [carol.userId]: seen.presences[carol.userId] }),
    });
    expect(await presenceOf(older, carol.userId)).toMatchObject({
      user_id: carol.userId,
      email: carol.email,
      server_timestamp: expect.any(Number),
      presence: { website: { client: 'website', status: 'active' } },
    });

    const website = { status: 'active', timestamp: seen.presences[carol.userId].active_timestamp };
    const presence = { aggregated: website, website };
    await eventuallyReads(() => bob.api.get(`/users/${carol.userId}/presence`), { presence });
    await eventuallyReads(() => bob.api.get(`/users/${carol.email}/presence`), { presence });
    await eventuallyReads(() => bob.api.get('/realm/presence'), {
      presences: { [carol.email]: { aggregated: website } },
    });
    await eventuallyReads(() => initial(bob, 'presence', { slim_presence: true }), {
      presences: { [carol.userId]: seen.presences[carol.userId] },
      presence_last_update_id: expect.toSatisfy((updateId: number) => updateId > 0),
    });
    await eventuallyReads(() => initial(bob, 'presence'), { presences: { [carol.email]: { website } } });
  });

  it('of an invisible user looks offline to others', async () => {
    const { dora } = await organization.add('dora');
    await ping(dora);
    const before = await pingUntil(bob, { last_update_id: -1 }, (answer) => answer.presences[dora.userId]);
    const since = { last_update_id: before.presence_last_update_id };
    const { bobs } = await eventsDuring('user_status', () =>
      dora.api.patch('/settings', { presence_enabled: false }),
    );
    expect(bobs).toEqual([{ type: 'user_status', user_id: dora.userId, away: true }]);
    const gone = await pingUntil(bob, since, (answer) => answer.presences[dora.userId]);
    const { idle_timestamp } = gone.presences[dora.userId];
    expect(idle_timestamp).toBeLessThan(Date.now() / 1000 - 190);
    await ping(dora);
    const updateId: number = gone.presence_last_update_id;
    const next = await pingUntil(
      bob,
      { last_update_id: updateId },
      (answer) => answer.presence_last_update_id > updateId,
    );
    expect(next.presences).not.toHaveProperty(String(dora.userId));
    await dora.api.post('/users/me/status', { away: false });
    const back = await pingUntil(
      bob,
      { last_update_id: updateId },
      (answer) => answer.presences[dora.userId],
    );
    expect(back.presences[dora.userId].active_timestamp).toBeGreaterThan(idle_timestamp);
  });

  it('is refused for bots, unknown users and invalid statuses', async () => {
    await expect(ping(alice, { status: 'away' })).rejects.toMatchObject(refused());
    await expect(bob.api.get('/users/999999/presence')).rejects.toMatchObject(refused('No such user'));
    await expect(bob.api.get(`/users/${owner.userId}/presence`)).rejects.toMatchObject(
      refused(`No presence data for ${owner.email}`),
    );
  });
});
