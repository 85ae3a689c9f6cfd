import { sql } from '@parley/db';
import { afterEach, expect, it } from 'vitest';
import { advancePosition, lockStep } from '../src/db/log-positions.ts';
import { insertMissed } from '../src/db/missed-messages.ts';
import type { MessageForPerson } from '../src/domain/decide.ts';
import { dueDelayMs } from '../src/domain/pace.ts';
import { decideFor } from '../src/workers/decide-for.ts';
import { startTestNotify, type TestNotify } from './support.ts';

const people = 2_500;
const message = { messageId: 7, sentAt: new Date() };
const place = { epoch: 'e1', eventId: 700 };
const { signal } = new AbortController();
const mentioned: MessageForPerson = {
  isDirect: false,
  isMentioned: true,
  mentionsChannel: false,
  mentionsTopic: false,
  topicPolicy: 0,
  channel: undefined,
};
/** The IDs are in descending order, because the order of decisions must not depend on the order of candidates. */
const candidates = new Map(Array.from({ length: people }, (_, at) => [people - at, mentioned]));

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function start(): Promise<TestNotify> {
  const env = await startTestNotify({ send: async () => undefined }, { people });
  stops.push(async () => await env[Symbol.asyncDispose]());
  return env;
}

const missed = async ({ db }: TestNotify) =>
  (await db.many<{ userId: number }>(sql`select user_id as "userId" from missed_messages order by 1`)).map(
    ({ userId }) => userId,
  );

/** Decides about the message, and stops after the transaction of the first step. */
async function stopAfterFirstStep({ ctx }: TestNotify): Promise<void> {
  const stopping = new AbortController();
  const telemetry = { ...ctx.telemetry, decided: () => stopping.abort() };
  const deciding = decideFor({ ...ctx, telemetry }, candidates, { place, message, signal: stopping.signal });
  await expect(deciding).rejects.toThrow();
}

it('a message to many people is decided for each of them once', async () => {
  const env = await start();
  await decideFor(env.ctx, candidates, { place, message, signal });
  expect(await missed(env)).toEqual(Array.from({ length: people }, (_, at) => at + 1));
  await env.db.execute(sql`delete from missed_messages`);
  await decideFor(env.ctx, candidates, { place, message, signal });
  expect(await missed(env)).toEqual([]);
});

it('a decision that a failure interrupted continues, and notifies no person twice', async () => {
  const env = await start();
  await stopAfterFirstStep(env);
  const first = await missed(env);
  expect(first.length).toBeLessThan(people);
  // Simulates that the mails to these people are written, which deletes their missed messages.
  await env.db.execute(sql`delete from missed_messages`);
  await decideFor(env.ctx, candidates, { place, message, signal });
  expect([...first, ...(await missed(env))]).toEqual(Array.from({ length: people }, (_, at) => at + 1));
});

it('two processes that decide the same message store no step twice', async () => {
  const env = await start();
  const decide = () => decideFor(env.ctx, candidates, { place, message, signal });
  await Promise.all([decide(), decide()]);
  expect(await missed(env)).toHaveLength(people);
  await env.db.execute(sql`delete from missed_messages`);
  await decide();
  expect(await missed(env)).toEqual([]);
});

it('the decisions for a later message begin with the first person again', async () => {
  const env = await start();
  await stopAfterFirstStep(env);
  const next = { place: { ...place, eventId: 800 }, message: { ...message, messageId: 8 }, signal };
  await decideFor(env.ctx, candidates, next);
  const rows = await env.db.one<{ count: number }>(
    sql`select count(*)::int8 as count from missed_messages where message_id = 8`,
  );
  expect(rows.count).toBe(people);
});

/** Stores a decision like a release without steps: about all people, in one transaction. */
const decideAsBefore = ({ db }: TestNotify) =>
  db.tx(async (tx) => {
    if (!(await advancePosition(tx, 'notify', place))) return;
    const everybody = [...candidates.keys()].map((userId) => ({
      userId,
      reason: 'mention',
      dueAt: new Date(),
    }));
    await insertMissed(tx, message, everybody);
  });

it('a replica of a release without steps that takes over decides for no person twice', async () => {
  const env = await start();
  await stopAfterFirstStep(env);
  const first = await missed(env);
  // Simulates that the mails to these people are written, which deletes their missed messages.
  await env.db.execute(sql`delete from missed_messages`);
  await decideAsBefore(env);
  expect([...first, ...(await missed(env))]).toEqual(Array.from({ length: people }, (_, at) => at + 1));
  // A replica of the current release that was paused continues.
  await env.db.execute(sql`delete from missed_messages`);
  await decideFor(env.ctx, candidates, { place, message, signal });
  expect(await missed(env)).toEqual([]);
});

it('a prepared step is not stored after a replica of a release without steps has decided everything', async () => {
  const env = await start();
  await stopAfterFirstStep(env);
  const { after } = await env.db.one<{ after: number }>(
    sql`select after_user_id as after from decision_steps`,
  );
  const lock = () =>
    env.db.tx((tx) => lockStep(tx, 'notify', place, { messageId: message.messageId, after, upTo: people }));
  expect(await lock()).toBe(true);
  await env.db.tx((tx) => advancePosition(tx, 'notify', place));
  expect(await lock()).toBe(false);
});

it('the notifications of many people become due one after the other', async () => {
  const env = await start();
  await env.db.execute(sql`
    insert into phones (user_id, kind, service, token)
    select n, 'token', 'fcm', 'phone-' || n from generate_series(1, ${people}) n`);
  await decideFor(env.ctx, candidates, { place, message, signal });
  const { pushes, mails } = await env.db.one<{ pushes: number; mails: number }>(sql`
    select (select extract(epoch from max(due_at) - min(due_at))::float8 from phone_pushes) as pushes,
           (select extract(epoch from max(due_at) - min(due_at))::float8 from due_people) as mails`);
  const seconds = dueDelayMs(people) / 1_000;
  expect(mails).toBeGreaterThan(0.9 * seconds);
  expect(mails).toBeLessThanOrEqual(seconds);
  // The due times of pushes are relative to the time of the decision, not to that of the message.
  expect(pushes).toBeGreaterThan(0.9 * seconds);
});
