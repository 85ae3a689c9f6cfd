import { sql } from '@parley/db';
import { afterEach, expect, it } from 'vitest';
import type { MessageForPerson } from '../src/domain/decide.ts';
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
/** In descending order: the order in which people are decided must not depend on it. */
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

/** Decides, and stops after the transaction of the first step. */
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

it('a decision that a failure interrupted continues, and notifies nobody again', async () => {
  const env = await start();
  await stopAfterFirstStep(env);
  const first = await missed(env);
  expect(first.length).toBeLessThan(people);
  // Their mails are written meanwhile.
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

it('a later message begins with the first person', async () => {
  const env = await start();
  await stopAfterFirstStep(env);
  const next = { place: { ...place, eventId: 800 }, message: { ...message, messageId: 8 }, signal };
  await decideFor(env.ctx, candidates, next);
  const rows = await env.db.one<{ count: number }>(
    sql`select count(*)::int8 as count from missed_messages where message_id = 8`,
  );
  expect(rows.count).toBe(people);
});
