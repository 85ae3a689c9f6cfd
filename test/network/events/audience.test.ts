import { type AnyNetwork, anyNetwork, Organization, type Person } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// Verifies that people do not receive events that are not meant for them. Each assertion waits until all replicas have
// processed the event, and then reads the whole queue.

let network: AnyNetwork;
let people: Record<'alice' | 'bob' | 'eve' | 'left', Person>;

beforeAll(async () => {
  network = await anyNetwork({ replicas: { 'event-queue': 2, gateway: 2 } });
  const organization = await Organization.create(network);
  people = await organization.add('alice', 'bob', 'eve', 'left');
});

afterAll(() => network?.stop());

const text = (events: unknown): string => JSON.stringify(events);

describe.each([
  ['a public channel', {}],
  ['a private channel', { invite_only: true }],
])('%s', (_kind, settings) => {
  const name = `audience-${Object.keys(settings).length}`;
  const marker = `marker of ${name}`;

  it('is delivered only to those who are subscribed when it is sent', async () => {
    const { alice, bob, eve, left } = people;
    await alice.subscribe([name], [alice, bob, left], settings);
    const queues = {
      bob: await bob.register(),
      eve: await eve.register(),
      left: await left.register(),
    };
    await alice.send(name, `${marker} 1`);
    await left.unsubscribe([name]);
    await alice.send(name, `${marker} 2`);
    await network.caughtUp();

    const received = {
      bob: text(await queues.bob.pollNow()),
      eve: text(await queues.eve.pollNow()),
      left: text(await queues.left.pollNow()),
    };
    expect(received.bob).toContain(`${marker} 1`);
    expect(received.bob).toContain(`${marker} 2`);
    expect(received.left).toContain(`${marker} 1`);
    expect(received.left).not.toContain(`${marker} 2`);
    expect(received.eve).not.toContain(marker);
  });

  it('delivers no earlier messages to a later subscriber', async () => {
    const { alice, eve } = people;
    const early = await eve.register({ event_types: ['message', 'subscription'] });
    await alice.send(name, `${marker} before`);
    await alice.subscribe([name], [eve]);
    await alice.send(name, `${marker} after`);
    await network.caughtUp();
    const received = text(await early.pollNow());
    expect(received).not.toContain(`${marker} before`);
    expect(received).toContain(`${marker} after`);
    await eve.unsubscribe([name]);
  });

  it('delivers nothing to outsiders after the replica that served them is replaced', async () => {
    const { alice, eve, bob } = people;
    const outside = await eve.register();
    const inside = await bob.register();
    const [first] = network.of('event-queue');
    await alice.send(name, `${marker} while up`);
    await network.stopReplica(first!);
    await alice.send(name, `${marker} while down`);
    await network.startReplica(first!);
    await network.caughtUp();
    expect(text(await outside.pollNow())).not.toContain(marker);
    const received = text(await inside.pollNow());
    expect(received).toContain(`${marker} while up`);
    expect(received).toContain(`${marker} while down`);
  });
});

describe('a private channel', () => {
  it('stays hidden from outsiders in events, lists, topics, messages and answers to sends', async () => {
    const { alice, eve } = people;
    const queue = await eve.register();
    await alice.subscribe(['secret-plans'], [alice], { invite_only: true });
    const id = await alice.send('secret-plans', 'the plan', 'plan topic');
    const { streams } = await alice.api.get('/streams');
    const { stream_id } = streams.find((stream: { name: string }) => stream.name === 'secret-plans');
    await network.caughtUp();
    expect(text(await queue.pollNow())).not.toContain('secret-plans');
    expect(text(await eve.api.get('/streams'))).not.toContain('secret-plans');
    expect(text(await eve.register())).not.toContain('secret-plans');
    await expect(eve.api.get(`/users/me/${stream_id}/topics`)).rejects.toMatchObject({ status: 400 });
    await expect(eve.send('secret-plans', 'let me in')).rejects.toMatchObject({ status: 400 });
    await expect(eve.subscribe(['secret-plans'])).rejects.toMatchObject({ status: 400 });
    const byId = await eve.api.get('/messages', { message_ids: [id] });
    expect(byId.messages).toEqual([]);
    const refused = await eve.api.raw('GET', '/messages', {
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow: [{ operator: 'channel', operand: stream_id }],
    });
    expect(text(refused.body)).not.toContain('the plan');
  });
});
