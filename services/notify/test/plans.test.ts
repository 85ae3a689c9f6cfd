import { silentLogger } from '@parley/core';
import { createDb, type Db, type Query, type Queryable, type Tx } from '@parley/db';
import { createRegistry } from '@parley/service-kit';
import { createTestDatabase, type TestDatabase } from '@parley/test-servers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { claimMails, insertMails, markUndelivered, measureQueue, refusedAmong } from '../src/db/mails.ts';
import { claimDuePeople, insertMissed, missedOf, settleMissed } from '../src/db/missed-messages.ts';
import {
  claimPhonePushes,
  countShown,
  deleteOldPhonePushes,
  deletePhonePushes,
  insertPhonePushes,
  markShown,
  peopleShown,
  withdrawFromAll,
  withdrawFromReaders,
} from '../src/db/phone-pushes.ts';
import { claimRegistrations, readPhones } from '../src/db/phones.ts';
import { findEarlierMails } from '../src/db/received-mails.ts';
import { deleteOldRefusedReplies, insertRefusedReply } from '../src/db/refused-replies.ts';
import { claimDuePushes, deletePushes, insertDuePushes, postponePush } from '../src/db/web-push.ts';

let database: TestDatabase;
let db: Db;

/** Fills the tables, so that the planner prefers an index to a sequential scan. */
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb({
    url: database.urlOf('notify'),
    poolSize: 1,
    logger: silentLogger,
    registry: createRegistry(),
    applicationName: 'plans-test',
  });
  const many = 'generate_series(1, 20000) n';
  for (const statement of [
    `insert into missed_messages select n % 5000, n, 'mention', now() from ${many}`,
    `insert into due_people select n, now() + n * interval '1 s' from ${many}`,
    `insert into mails (user_id, address, message_id, state, ended_at, next_attempt_at)
       select n, 'p' || n || '@x.test', '<' || n || '>', case when n % 100 = 0 then 'queued' else 'accepted' end, now(), now()
         from ${many}`,
    `insert into refused_addresses select 'p' || n || '@x.test', now(), 'unknown' from ${many}`,
    `insert into web_push_subscriptions (user_id, endpoint, p256dh, auth) select n, 'https://x.test/' || n, 'k', 'a' from ${many}`,
    `insert into due_pushes (user_id, message_id, subscription_id, reason, sent_at, due_at)
       select n, n / 100, n, 'mention', now(), now() + n * interval '1 s' from ${many}`,
    `insert into phones (user_id, kind, service, token) select n, 'token', 'fcm', 'phone-' || n from ${many}`,
    `insert into phone_pushes (user_id, message_id, phone_id, state, reason, sent_at, due_at)
       select n % 20000, n / 10, n, case when n % 100 = 0 then 'due' else 'shown' end, 'mention', now(), now()
         from generate_series(1, 100000) n`,
    `insert into received_mails select sha256(n::text::bytea), sha256((n % 100)::text::bytea), n, 'spf=none', now() from ${many}`,
    `insert into refused_replies select sha256(n::text::bytea), sha256((n % 1000)::text::bytea), now() from ${many}`,
    'analyze',
  ])
    await db.execute({ name: '', text: statement, values: [] });
});

afterAll(async () => {
  await db?.close();
  await database?.drop();
});

/** Records the statements of a function instead of running them. Every statement returns `rows`. */
async function statementsOf(run: (db: never) => unknown, rows: readonly object[] = []): Promise<Query[]> {
  const recorded: Query[] = [];
  const answer = async (query: Query) => {
    recorded.push(query);
    return rows;
  };
  const recorder = {
    isTransaction: true,
    many: answer,
    one: async (query: Query) => (await answer(query))[0] ?? {},
    maybeOne: async (query: Query) => (await answer(query))[0],
    execute: async (query: Query) => (await answer(query)).length,
  } as unknown as Queryable;
  await run(recorder as never);
  return recorded;
}

const message = { messageId: 7, sentAt: new Date() };
const userIds = [1, 2, 3];
const people = userIds.map((userId) => ({ userId, reason: 'mention', delayMs: 0 }));
const claim = { limit: 10, leaseSeconds: 60 };
const content = { fromName: '', subject: '', text: '', html: '', headers: {}, references: [] };

it.each<[string, (tx: never) => unknown, (readonly object[])?]>([
  [
    'storing missed messages',
    (tx) =>
      insertMissed(
        tx,
        message,
        people.map((each) => ({ ...each, dueAt: new Date() })),
      ),
  ],
  ['claiming due people', (tx) => claimDuePeople(tx, claim)],
  ['reading missed messages', (tx) => missedOf(tx, userIds, 500)],
  [
    'settling missed messages',
    (tx) =>
      settleMissed(
        tx,
        userIds.map((userId) => ({ userId, messageIds: [userId], dueAt: new Date() })),
      ),
    userIds.map((userId) => ({ userId, found: 1 })),
  ],
  [
    'queueing mails',
    (tx) => insertMails(tx, [{ userId: 1, address: 'a@x.test', messageId: '<x>', content }]),
  ],
  ['claiming a mail', (tx) => claimMails(tx, { retrySeconds: 60, perMinute: 0 })],
  ['claiming a mail at a limited rate', (tx) => claimMails(tx, { retrySeconds: 60, perMinute: 100 })],
  ['marking an undelivered mail', (tx) => markUndelivered(tx, 7, 'unknown')],
  ['measuring the queue of mails', (tx) => measureQueue(tx)],
  ['finding refused addresses', (tx) => refusedAmong(tx, ['p1@x.test'], 30)],
  ['storing pushes to browsers', (tx) => insertDuePushes(tx, message, people, false)],
  ['claiming pushes to browsers', (tx) => claimDuePushes(tx, claim)],
  ['postponing a push', (tx) => postponePush(tx, 7, { dueAt: new Date(), wasTried: true })],
  ['deleting pushes to browsers', (tx) => deletePushes(tx, [1, 2])],
  ['storing pushes to phones', (tx) => insertPhonePushes(tx, message, people)],
  ['claiming pushes to phones', (tx) => claimPhonePushes(tx, claim)],
  ['marking shown notifications', (tx) => markShown(tx, [1, 2])],
  ['deleting pushes to phones', (tx) => deletePhonePushes(tx, [1, 2])],
  ['counting shown notifications', (tx) => countShown(tx, userIds)],
  ['finding people who are shown messages', (tx) => peopleShown(tx, [1, 2])],
  ['withdrawing read messages', (tx) => withdrawFromReaders(tx, [{ userId: 1, messageIds: [1, 2] }])],
  [
    'withdrawing all messages of a person',
    (tx) => withdrawFromReaders(tx, [{ userId: 1, sentUntil: new Date() }]),
  ],
  ['withdrawing deleted messages', (tx) => withdrawFromAll(tx, [1, 2])],
  ['deleting old notifications', (tx) => deleteOldPhonePushes(tx, 30)],
  ['reading phones', (tx) => readPhones(tx, [1, 2])],
  ['claiming registrations of phones', (tx) => claimRegistrations(tx, claim)],
  [
    'recognizing a mail that came in before',
    (tx) => findEarlierMails(tx, { addressKey: Buffer.alloc(32), mailKey: Buffer.alloc(32) }),
  ],
  [
    'storing a refused reply',
    (tx) => insertRefusedReply(tx as Tx, { authorKey: Buffer.alloc(32), addressKey: Buffer.alloc(32) }),
  ],
  ['deleting old refused replies', (tx) => deleteOldRefusedReplies(tx)],
])('%s uses indexes alone', async (_what, run, rows) => {
  const statements = await statementsOf(run, rows);
  expect(statements.length).toBeGreaterThan(0);
  for (const { text, values } of statements) {
    const lines = await db.many<{ 'QUERY PLAN': string }>({ name: '', text: `explain ${text}`, values });
    const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
    // A sequential scan is fine for `mail_rate`, which has one row.
    expect(plan).not.toMatch(/Seq Scan on (?!pg_|mail_rate\b)/);
  }
});
