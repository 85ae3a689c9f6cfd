import { type AnyNetwork, anyNetwork, Organization, type Person } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// Verifies that removed permissions stop working on every replica within a second, under any load. Attempts run continuously
// through all gateways. No attempt may succeed if it starts more than a second after the answer to the change.

let network: AnyNetwork;
let organization: Organization;
let owner: Person;
let people: Record<'alice' | 'bob' | 'carol' | 'dave' | 'eve' | 'frank' | 'gina', Person>;

beforeAll(async () => {
  network = await anyNetwork({
    replicas: { gateway: 2, channel: 2, messaging: 2, 'user-admin': 2 },
  });
  organization = await Organization.create(network);
  owner = organization.owner;
  people = await organization.add('alice', 'bob', 'carol', 'dave', 'eve', 'frank', 'gina');
});

afterAll(() => network?.stop());

const graceMs = 1_000;
/** Minimum number of attempts per permission that start more than a second after the change. */
const lateAttempts = 12;

/**
 * Repeats an attempt in four concurrent loops, and applies the change in between.
 * @returns `before`: successful attempts before the change; `late`: attempts that started at least a second after its answer;
 * `succeededLate`: how many of those succeeded
 */
async function attempts(
  attempt: () => Promise<boolean>,
  change: () => Promise<unknown>,
): Promise<{ before: number; late: number; succeededLate: number }> {
  const counts = { before: 0, late: 0, succeededLate: 0 };
  let changedAt = Number.POSITIVE_INFINITY;
  let running = true;
  const [before, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const loop = async () => {
    while (running) {
      const startedAt = performance.now();
      const succeeded = await attempt();
      if (succeeded && changedAt === Number.POSITIVE_INFINITY && ++counts.before >= 8) before.resolve();
      if (startedAt < changedAt + graceMs) continue;
      if (++counts.late >= lateAttempts) late.resolve();
      if (succeeded) counts.succeededLate++;
    }
  };
  const ended = Promise.all(Array.from({ length: 4 }, loop));
  try {
    await Promise.race([before.promise, ended]);
    await change();
    changedAt = performance.now();
    await Promise.race([late.promise, ended]);
  } finally {
    // Also after a failure: loops that go on would keep the process busy for ever.
    running = false;
  }
  await ended;
  return counts;
}

const succeeds = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    (error) => {
      if (error.status >= 500 || error.status === undefined) throw error;
      return false;
    },
  );

async function create(person: Person, name: string, more: Record<string, unknown> = {}): Promise<number> {
  return (await person.api.post('/channels/create', { name, subscribers: [person.userId], ...more })).id;
}

const sees = (person: Person, channelId: number, messageId: number) => async () =>
  (
    await person.messages([{ operator: 'channel', operand: channelId }]).catch((error) => {
      // The server is gone, and no later attempt succeeds.
      if (error.status === undefined) throw error;
      return [];
    })
  ).some(({ id }) => id === messageId);

describe('under load', () => {
  it('a revoked permission ends within a second, for sends and reads', async () => {
    const { alice, bob, carol, dave, eve, frank, gina } = people;
    const group = async (name: string, member: Person): Promise<number> =>
      (
        await alice.api.post('/user_groups/create', {
          name,
          description: '',
          members: [alice.userId, member.userId],
        })
      ).group_id;
    const [group_id, insiders] = [await group('writers', bob), await group('insiders', frank)];
    const writers = await create(alice, 'writers', { can_send_message_group: group_id });
    const open = await create(alice, 'open');
    const square = await create(alice, 'square');
    const library = await create(alice, 'library');
    const book = await alice.send(library, 'a book');
    const readers = await create(alice, 'readers', {
      subscribers: [alice.userId, eve.userId],
      invite_only: true,
    });
    const letter = await alice.send(readers, 'a letter');
    const inside = await create(alice, 'inside', {
      invite_only: true,
      history_public_to_subscribers: true,
      can_subscribe_group: insiders,
    });
    const secret = await alice.send(inside, 'a secret');
    const news = await create(alice, 'news');
    const headline = await alice.send(news, 'a headline');

    const results = await Promise.all([
      // removing a member from a group
      attempts(
        () => succeeds(bob.send(writers, 'hello')),
        () => alice.api.post(`/user_groups/${group_id}/members`, { delete: [bob.userId] }),
      ),
      attempts(sees(frank, inside, secret), () =>
        alice.api.post(`/user_groups/${insiders}/members`, { delete: [frank.userId] }),
      ),
      // making a channel private
      attempts(
        () => succeeds(carol.send(open, 'hello')),
        () => alice.api.patch(`/streams/${open}`, { is_private: true }),
      ),
      attempts(sees(carol, library, book), () =>
        alice.api.patch(`/streams/${library}`, { is_private: true }),
      ),
      // making a person a guest
      attempts(
        () => succeeds(dave.send(square, 'hello')),
        () => owner.api.patch(`/users/${dave.userId}`, { role: 600 }),
      ),
      attempts(sees(gina, news, headline), () => owner.api.patch(`/users/${gina.userId}`, { role: 600 })),
      // unsubscribing another person
      attempts(sees(eve, readers, letter), () => alice.unsubscribe(['readers'], [eve])),
    ]);
    for (const { before, late, succeededLate } of results) {
      expect(before).toBeGreaterThan(0);
      expect(late).toBeGreaterThanOrEqual(lateAttempts);
      expect(succeededLate).toBe(0);
    }
  });
});

describe('a private channel with protected history', () => {
  it('shows a returning subscriber exactly the messages from their subscribed periods', async () => {
    const { alice, bob } = people;
    const id = await create(alice, 'diary', { invite_only: true, history_public_to_subscribers: false });
    const expected: number[] = [];
    for (const isIn of [false, true, false, true, true, false, true]) {
      await (isIn ? alice.subscribe(['diary'], [bob]) : alice.unsubscribe(['diary'], [bob]));
      const sent = await Promise.all([alice.send(id, `${isIn}`), alice.send(id, `${isIn}`, 'other')]);
      if (isIn) expected.push(...sent.sort((a, b) => a - b));
    }
    const shown = await bob.messages([{ operator: 'channel', operand: id }]);
    expect(shown.map((message) => message.id)).toEqual(expected);
    expect(shown.every(({ content }) => content === 'true')).toBe(true);
    const { topics } = await bob.api.get(`/users/me/${id}/topics`);
    const newest = topics.map((topic: { max_id: number }) => topic.max_id) as number[];
    expect(newest.sort((a, b) => a - b)).toEqual(expected.slice(-2));
  });
});

describe('a change of role', () => {
  it('to guest removes access to channels, and back to member restores it', async () => {
    const { newcomer } = await organization.add('newcomer');
    const { streams } = await newcomer.api.get('/streams');
    const known = streams.map((each: { stream_id: number }) => each.stream_id);
    const queue = await newcomer.register({ event_types: ['stream'] });
    queue.start();
    await owner.api.patch(`/users/${newcomer.userId}`, { role: 600 });
    await queue.waitFor((events) => events.length === 1);
    expect(queue.events[0]).toMatchObject({ op: 'delete', stream_ids: known });
    // Replicas may use cached data for up to a second.
    await new Promise((resolve) => setTimeout(resolve, graceMs));
    expect((await newcomer.api.get('/streams')).streams).toEqual([]);
    await owner.api.patch(`/users/${newcomer.userId}`, { role: 400 });
    await queue.waitFor((events) => events.length === 2);
    const created = queue.events[1]!.streams.map((each: { stream_id: number }) => each.stream_id);
    expect(created).toEqual(known);
    await queue.stop();
  });
});
