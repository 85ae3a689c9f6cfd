import { createSealer, silentLogger } from '@parley/core';
import { type Db, sql } from '@parley/db';
import { createTestDatabase, type TestDatabase } from '@parley/test-servers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createDelivery } from '../src/outbox/deliver.ts';
import { Outbox, type Outgoing } from '../src/outbox/outbox.ts';
import { openDb } from './open-db.ts';

// No service runs here, because its own outbox would take the entries of the tests every few seconds.
let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await createTestDatabase();
  // With two connections, an outbox could deliver an entry that a test makes due again before `send` waits for the delivery.
  db = openDb(database);
  await db.execute(sql`insert into organization default values`);
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
});
beforeEach(() => db.execute(sql`delete from user_admin.outbox`));

const mail = { to: 'ann@x.example', subject: 'Hello', text: 'Open https://chat.test/join/secret-token' };
const sealer = createSealer(
  { current: 'test-secret-key-of-at-least-32-chars', alsoAccepted: undefined },
  'test',
);

/** Creates an outbox that delivers only when it is kicked. */
function outboxOf(deliver: (outgoing: Outgoing, key: string) => Promise<void>) {
  const outcomes: string[] = [];
  let waiting = Promise.withResolvers<void>();
  const outbox = new Outbox({
    db,
    sealer,
    deliver,
    logger: silentLogger,
    count: (outcome) => {
      outcomes.push(outcome);
      waiting.resolve();
      waiting = Promise.withResolvers<void>();
    },
  });
  return {
    outbox,
    outcomes,
    async send() {
      const counted = waiting.promise;
      outbox.kick();
      await counted;
    },
  };
}

it('keeps an undelivered mail encrypted, and delivers it later, once', async () => {
  const sent: Outgoing[] = [];
  let isAway = true;
  const { outbox, outcomes, send } = outboxOf(async (outgoing) => {
    if (isAway) throw new Error('away');
    sent.push(outgoing);
  });
  await db.tx((tx) => outbox.queue(tx, { mail }));
  const [row] = await db.many<{ sealed: Buffer }>(sql`select sealed from user_admin.outbox`);
  expect(row!.sealed.toString('latin1')).not.toMatch(/ann|secret-token/);
  await send();
  isAway = false;
  await db.execute(sql`update user_admin.outbox set next_attempt_at = now()`);
  await send();
  await outbox.stop();
  expect(outcomes).toEqual(['failed', 'sent']);
  expect(sent).toEqual([{ mail }]);
  expect(await db.many(sql`select 1 from user_admin.outbox`)).toEqual([]);
});

it('keeps all mails while the organization is deactivated, and delivers them afterwards', async () => {
  const sent: Outgoing[] = [];
  const { outbox } = outboxOf(async (outgoing) => {
    sent.push(outgoing);
  });
  await db.tx((tx) => outbox.queue(tx, { mail }));
  await db.execute(sql`update user_admin.organization set deactivated_at = now()`);
  outbox.kick();
  await outbox.stop();
  expect(sent).toEqual([]);
  const rows = await db.many<{ attempts: number }>(sql`select attempts from user_admin.outbox`);
  expect(rows).toEqual([{ attempts: 0 }]);
  await db.execute(sql`update user_admin.organization set deactivated_at = null`);
  const later = outboxOf(async (outgoing) => {
    sent.push(outgoing);
  });
  await later.send();
  await later.outbox.stop();
  expect(sent).toEqual([{ mail }]);
});

it('sends nothing of a transaction that was rolled back', async () => {
  const { outbox } = outboxOf(async () => undefined);
  await expect(
    db.tx(async (tx) => {
      await outbox.queue(tx, { mail });
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  expect(await db.many(sql`select 1 from user_admin.outbox`)).toEqual([]);
  await outbox.stop();
});

it('gives up after 16 failed attempts', async () => {
  const { outbox, outcomes, send } = outboxOf(() => Promise.reject(new Error('never')));
  await db.tx((tx) => outbox.queue(tx, { mail }));
  await db.execute(sql`update user_admin.outbox set attempts = 15`);
  await send();
  await outbox.stop();
  expect(outcomes).toEqual(['dropped']);
  expect(await db.many(sql`select 1 from user_admin.outbox`)).toEqual([]);
});

it('passes on a mail with the same key at each attempt, so that it is sent once', async () => {
  const requests: unknown[] = [];
  const deliver = createDelivery({
    notify: {
      queueMail: async (request) => {
        requests.push(request);
        // The call succeeds, but its response is lost.
        if (requests.length === 1) throw new Error('away');
        return {};
      },
    },
    messaging: { sendMessage: async () => ({ id: 1, url: '', link: '' }) },
    channel: {
      resolveChannels: async () => {
        throw new Error('A mail concerns no channel.');
      },
    },
  });
  const { outbox, outcomes, send } = outboxOf(deliver);
  await db.tx((tx) => outbox.queue(tx, { mail }));
  await send();
  await db.execute(sql`update user_admin.outbox set next_attempt_at = now()`);
  await send();
  await outbox.stop();
  expect(outcomes).toEqual(['failed', 'sent']);
  expect(requests).toEqual([requests[0], requests[0]]);
  expect(requests[0]).toEqual({ ...mail, userId: 0, key: expect.stringMatching(/^user-admin-\d+$/) });
});
