import { type Body, type EventReader, Network, Organization, type Person, until } from '@parley/test-kit';
import { startLoopClock } from '@parley/test-servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// Tests the guarantees of event queues over HTTP: positions, other replicas, queues of other users, and who may manage queues.

let network: Network;
let organization: Organization;
let people: Record<'alice' | 'bob', Person>;

beforeAll(async () => {
  network = await Network.start({ replicas: { 'event-queue': 2, gateway: 2 } });
  organization = await Organization.create(network);
  people = await organization.add('alice', 'bob');
  await organization.owner.subscribe(['room'], Object.values(people));
});

afterAll(() => network?.stop());

const own = { event_types: ['alert_words'], fetch_event_types: [] };

/** Makes a change that causes an event only for the person who makes it. */
const change = (person: Person, word: string): Promise<Body> =>
  person.api.post('/users/me/alert_words', { alert_words: [word] });

it('a deleted queue is not found by the next poll, through any gateway', async () => {
  const { alice } = people;
  for (let round = 0; round < 40; round++) {
    const { queueId } = await alice.register(own);
    const poll = () => alice.api.raw('GET', '/events', { queue_id: queueId, dont_block: true });
    expect((await poll()).status).toBe(200);
    await alice.api.delete('/events', { queue_id: queueId });
    const { status, body } = await poll();
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'BAD_EVENT_QUEUE_ID' });
  }
});

describe('last_event_id', () => {
  it('starts from the beginning if absent, -1 or old; acknowledged events are not repeated', async () => {
    const { alice } = people;
    const { queueId, lastEventId } = await alice.register(own);
    await change(alice, 'one');
    await change(alice, 'two');
    await network.caughtUp();
    const poll = async (position: object) => {
      const { events } = await alice.api.get('/events', { queue_id: queueId, dont_block: true, ...position });
      return events.map(({ id }: Body) => id) as number[];
    };
    const all = await poll({});
    expect(all).toHaveLength(2);
    for (const position of [-1, 0, lastEventId]) expect(await poll({ last_event_id: position })).toEqual(all);
    expect(await poll({ last_event_id: all[0] })).toEqual([all[1]]);
    expect(await poll({ last_event_id: -1 })).toEqual([all[1]]);
  });

  it.each(['next', '1.5', '-2', '9007199254740993', 'true'])('%s is refused', async (position) => {
    const { queueId } = await people.alice.register(own);
    const { status, body } = await people.alice.api.raw('GET', '/events', {
      queue_id: queueId,
      last_event_id: position,
    });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'BAD_REQUEST' });
    expect(body.msg).toContain('last_event_id');
  });

  it('beyond the newest event is refused immediately', async () => {
    const { queueId, lastEventId } = await people.alice.register(own);
    using clock = startLoopClock();
    const { status, body } = await people.alice.api.raw('GET', '/events', {
      queue_id: queueId,
      last_event_id: lastEventId + 2 ** 40,
    });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'BAD_REQUEST' });
    expect(body.msg).toContain('last_event_id');
    expect(clock.elapsedMs()).toBeLessThan(10_000);
  });
});

it('a waiting poll is answered even if every replica at which it waited stops', async () => {
  const { alice } = people;
  const reader = (await alice.register(own)).start();
  const replicas = network.of('event-queue');
  for (const replica of replicas) {
    await network.pollsWaiting(1);
    await network.stopReplica(replica);
    await change(alice, `after ${replica.index}`);
    await reader.waitFor((events) => events.length === replica.index + 1);
    await network.startReplica(replica);
  }
  expect(reader.failures).toEqual([]);
  await reader.stop();
});

it('a narrow that queues do not support is refused, not misread', async () => {
  for (const narrow of [
    [['has', 'link']],
    [['-channel', 'room']],
    [{ operator: 'channel', operand: 'room', negated: true }],
    [['channel']],
  ]) {
    const { status, body } = await people.alice.api.raw('POST', '/register', { ...own, narrow });
    expect({ status, code: body.code }, JSON.stringify(narrow)).toEqual({ status: 400, code: 'BAD_REQUEST' });
  }
});

it('GET /events with the parameters of a registration opens a queue and polls it', async () => {
  const { alice } = people;
  const { queue_id: queueId, events } = await alice.api.get('/events', { ...own, dont_block: true });
  expect(events).toEqual([]);
  await change(alice, 'opened');
  await network.caughtUp();
  const next = await alice.api.get('/events', { queue_id: queueId, dont_block: true });
  expect(next.events).toMatchObject([{ type: 'alert_words' }]);
  expect((await alice.api.raw('GET', '/events', { dont_block: true })).body).toMatchObject({
    code: 'REQUEST_VARIABLE_MISSING',
    var_name: 'queue_id',
  });
});

describe('without credentials', () => {
  const register = (parameters: object = {}) =>
    network.client().raw('POST', '/register', parameters as Record<string, unknown>);

  it('registration is refused if the organization has no public content', async () => {
    expect(await register()).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
  });

  it('a registration returns web-public content without users, and no queue', async () => {
    const { owner } = organization;
    await owner.api.patch('/realm', { enable_spectator_access: true });
    await owner.subscribe(['open to all'], [owner], { is_web_public: true });
    const { status, body } = await register({ fetch_event_types: ['realm_user', 'subscription', 'message'] });
    expect(status).toBe(200);
    expect(body).toMatchObject({ queue_id: null, last_event_id: -1, realm_users: [], is_admin: false });
    expect(body.subscriptions.map(({ name }: Body) => name)).toEqual(['open to all']);
    expect(body).not.toHaveProperty('max_message_id');
    for (const [parameters, name] of [
      [{ client_gravatar: true }, 'client_gravatar'],
      [{ include_subscribers: true }, 'include_subscribers'],
    ] as const) {
      const refused = await register(parameters);
      expect(refused.status).toBe(400);
      expect(refused.body.msg).toContain(name);
    }
  });
});

describe('event queues', () => {
  it('are listed and closed by their owner and by administrators', async () => {
    const { alice, bob } = people;
    const { owner } = organization;
    const reader = await bob.register(own);
    const { event_queues: mine } = await bob.api.get('/event_queues');
    expect(mine).toContainEqual({
      queue_id: reader.queueId,
      client: expect.any(String),
      created_at: expect.any(Number),
      last_active_at: expect.any(Number),
      idle_queue_timeout_secs: reader.initial.idle_queue_timeout_secs,
    });
    const { event_queues: seen } = await owner.api.get('/event_queues', { user_id: bob.userId });
    expect(seen).toEqual(mine);
    for (const method of ['GET', 'DELETE'] as const) {
      const refused = await alice.api.raw(method, '/event_queues', { user_id: bob.userId });
      expect(refused).toMatchObject({ status: 400, body: { code: 'UNAUTHORIZED_PRINCIPAL' } });
    }
    const one = await bob.api.delete('/event_queues', { queue_ids: [reader.queueId] });
    expect(one.closed).toBe(1);
    await expect(reader.pollNow()).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
    const again = await bob.register(own);
    expect((await owner.api.delete('/event_queues', { user_id: bob.userId })).closed).toBeGreaterThan(0);
    await expect(again.pollNow()).rejects.toMatchObject({ body: { queue_id: again.queueId } });
    expect((await bob.api.get('/event_queues')).event_queues).toEqual([]);
  });
});

it('the empty topic has its current name for clients that do not support it', async () => {
  const { alice, bob } = people;
  const types = { event_types: ['message', 'user_topic'], fetch_event_types: [] };
  const [old, late] = [await alice.register(types), await alice.register(types)];
  const knowing = await alice.register({ ...types, client_capabilities: { empty_topic_name: true } });
  const { stream_id } = await alice.api.get('/get_stream_id', { stream: 'room' });
  const speak = async (topic: string, visibility_policy: number) => {
    await alice.api.post('/user_topics', { stream_id, topic, visibility_policy });
    const id = await bob.send('room', 'hello', topic);
    await network.caughtUp();
    return id;
  };
  const topics = async (queue: EventReader) =>
    (await queue.pollNow()).map(({ message, topic_name }) => message?.subject ?? topic_name);
  const narrowed = await alice.register({ ...types, narrow: [['topic', 'general chat']] });
  const shown = async () => {
    const { message } = await alice.api.get(`/messages/${first}`);
    const { initial } = await alice.register({ event_types: [], fetch_event_types: ['user_topic'] });
    return [message.subject, ...initial.user_topics.map(({ topic_name }: Body) => topic_name)];
  };

  const first = await speak('', 3);
  expect(await topics(old)).toEqual(['general chat', 'general chat']);
  expect(await topics(knowing)).toEqual(['', '']);
  await organization.owner.api.patch('/realm', { empty_topic_display_name: 'Sundries' });
  // Replicas of the services process the changed setting at different times.
  await until('all services have the setting', async () => (await shown()).join() === 'Sundries,Sundries');
  await speak('Sundries', 2);
  await speak('general chat', 2);
  const spoken = ['Sundries', 'Sundries', 'general chat', 'general chat'];
  expect(await topics(old)).toEqual(spoken);
  expect(await topics(knowing)).toEqual(['', '', 'general chat', 'general chat']);
  expect(await topics(late)).toEqual(['Sundries', 'Sundries', ...spoken]);
  // A queue with a narrow (a message filter) for the empty topic still receives the messages of that topic. It receives none of
  // the topic that is now called like the empty topic's former display name.
  const narrowedTo = (await narrowed.pollNow()).filter(({ type }) => type === 'message');
  expect(narrowedTo.map(({ message }) => message.subject)).toEqual(['Sundries', 'Sundries']);
});
