import { encodeEvent } from '@parley/db';
import type { User } from '@parley/facts';
import { Event, Origin } from '@parley/proto/events/v1/event';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Env, startChannel } from './support.ts';

let env: Env;
let alice: User;
let bob: User;

beforeAll(async () => {
  env = await startChannel();
  alice = env.organization.add('member');
  bob = env.organization.add('member');
});
afterAll(() => env[Symbol.asyncDispose]());

const messageSent = encodeEvent(Event.create({ kind: 'messaging.message.sent', origin: Origin.MESSAGING }));

/**
 * Sends messages until a condition holds: each in a transaction with order lock, ID, event and commit. Returns their number.
 */
async function sender(until: () => boolean): Promise<number> {
  const client = new pg.Client({ connectionString: env.adminUrl });
  await client.connect();
  let sent = 0;
  for (; !until(); sent++) {
    await client.query('begin');
    await client.query('select log.take_order_lock()');
    await client.query(`select log.emit($1, nextval('messaging.message_ids'))`, [messageSent]);
    await client.query('commit');
  }
  await client.end();
  return sent;
}

it('the boundary is exact while people send: IDs before the change are at most the boundary, later IDs above it', async () => {
  await env.as(alice).subscribe(['busy']);
  await env.take();
  let isDone = false;
  const senders = Array.from({ length: 4 }, () => sender(() => isDone));
  for (let round = 0; round < 40; round++) {
    await Promise.all(
      [alice, bob].map(async (person) => {
        await env.as(person).unsubscribe(['busy']);
        await env.as(person).subscribe(['busy']);
      }),
    );
  }
  isDone = true;
  const sent = (await Promise.all(senders)).reduce((sum, each) => sum + each, 0);
  expect(sent).toBeGreaterThan(40);

  const log = await env.take();
  const received = new Map<number, number[]>([
    [alice.userId, []],
    [bob.userId, []],
  ]);
  const inChannel = new Set([alice.userId]);
  // IDs below belong to imported messages.
  let highest = 2 ** 42 - 1;
  let changes = 0;
  for (const { event, assignedId } of log) {
    const fact = event.fact?.value;
    if (event.kind === 'messaging.message.sent') {
      expect(assignedId).toBeGreaterThan(highest);
      highest = assignedId;
      for (const id of inChannel) received.get(id)!.push(assignedId);
    } else if (fact?.$case === 'subscriptionsAdded') {
      changes++;
      expect(fact.subscriptionsAdded.boundaryMessageId).toBe(highest);
      for (const id of fact.subscriptionsAdded.userIds) inChannel.add(id);
    } else if (fact?.$case === 'subscriptionsRemoved') {
      changes++;
      expect(fact.subscriptionsRemoved.boundaryMessageId).toBe(highest);
      for (const id of fact.subscriptionsRemoved.userIds) inChannel.delete(id);
    }
  }
  expect(changes).toBeGreaterThan(80);

  // Checks that the periods of a subscription contain exactly the messages that the person received.
  for (const person of [alice, bob]) {
    const [history] = await env.as(person).histories();
    const within = (id: number) =>
      history!.periods.some(
        (period) =>
          id > period.afterMessageId && (period.untilMessageId === 0 || id <= period.untilMessageId),
      );
    const expected = log
      .filter(({ event }) => event.kind === 'messaging.message.sent')
      .map(({ assignedId }) => assignedId)
      .filter(within);
    expect(received.get(person.userId)).toEqual(expected);
  }
});

it('a period without any message is deleted', async () => {
  await env.as(bob).unsubscribe(['busy']);
  const before = (await env.as(bob).histories())[0]!.periods;
  for (let round = 0; round < 3; round++) {
    await env.as(bob).subscribe(['busy']);
    await env.as(bob).unsubscribe(['busy']);
  }
  expect((await env.as(bob).histories())[0]).toMatchObject({ periods: before, isSubscribed: false });
});
