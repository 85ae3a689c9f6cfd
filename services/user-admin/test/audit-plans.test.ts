import type { Db, Query, Queryable } from '@parley/db';
import { createTestDatabase, type TestDatabase } from '@parley/test-servers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AuditSelection, listAudit } from '../src/kernel/db/audit.ts';
import { openDb } from './open-db.ts';

let database: TestDatabase;
let db: Db;

const count = 60_000;
/** Time of the first entry, in seconds since the Unix epoch. Each further entry is a minute later. */
const start = 1_700_000_000;
const timeOf = (entry: number) => start + entry * 60;

/** Fills the table, so that the planner prefers an index to a sequential scan. */
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDb(database);
  for (const text of [
    `insert into audit_entries (happened_at, actor_id, action, user_id, client, address)
     select to_timestamp(${start} + n * 60), n % 500, 'user.' || case when n % 300 = 0 then 'rare' else 'usual' end,
            nullif((n * 7919) % 501, 0), 'web', '192.0.2.1'
       from generate_series(1, ${count}) n`,
    'analyze audit_entries',
  ])
    await db.execute({ name: '', text, values: [] });
});

afterAll(async () => {
  await db?.close();
  await database?.drop();
});

const all: AuditSelection = { beforeEntryId: 0, userId: 0, actorId: 0, action: '', fromTime: 0, toTime: 0 };
const limit = 100;

/** Returns the plan of the statement for a selection, with the numbers of rows that were read. */
async function planOf(selection: Partial<AuditSelection>): Promise<string> {
  const recorded: Query[] = [];
  const many = async (query: Query) => {
    recorded.push(query);
    return [];
  };
  const recorder = { many } as unknown as Queryable;
  await listAudit(recorder, { ...all, ...selection, limit });
  const [{ text, values }] = recorded as [Query];
  const lines = await db.many<{ 'QUERY PLAN': string }>({
    name: '',
    text: `explain (analyze, costs off, timing off, summary off) ${text}`,
    values,
  });
  return lines.map((line) => line['QUERY PLAN']).join('\n');
}

const nobody = 100_000;

it.each<[string, Partial<AuditSelection>, string]>([
  ['the newest entries', {}, 'audit_entries_pkey'],
  ['older entries', { beforeEntryId: 30_000 }, 'audit_entries_pkey'],
  ['entries by or about a person', { userId: 7 }, 'audit_entries_actor_id_idx'],
  ['entries about somebody who changed nothing', { userId: nobody }, 'audit_entries_user_id_idx'],
  ['entries by a person', { actorId: 7 }, 'audit_entries_actor_id_idx'],
  ['entries of an action', { action: 'user.rare' }, 'audit_entries_action_idx'],
  ['entries of an action of nobody', { action: 'user.unknown' }, 'audit_entries_action_idx'],
  [
    'entries of a day long ago',
    { fromTime: timeOf(3_000), toTime: timeOf(3_000) + 86_400 },
    'audit_entries_happened_at_idx',
  ],
  ['entries since yesterday', { fromTime: timeOf(count - 1_440) }, 'Index Scan'],
])('%s are read through an index, without reading many other rows', async (_what, selection, index) => {
  const plan = await planOf(selection);
  expect(plan).toContain(index);
  expect(plan).not.toContain('Seq Scan');
  const removed = [...plan.matchAll(/Rows Removed by Filter: (\d+)/g)].map(([, rows]) => Number(rows));
  expect(Math.max(0, ...removed)).toBeLessThan(2_000);
});

it('returns the entries that match each condition, the newest first', async () => {
  const read = (selection: Partial<AuditSelection>) => listAudit(db, { ...all, ...selection, limit });
  const newest = await read({});
  expect(newest.map(({ entryId }) => entryId)).toEqual(Array.from({ length: limit }, (_, n) => count - n));
  const both = await read({ userId: 7 });
  expect(both.every(({ actorId, userId }) => actorId === 7 || userId === 7)).toBe(true);
  expect(both.some(({ actorId }) => actorId !== 7)).toBe(true);
  expect(both.map(({ entryId }) => entryId)).toEqual(
    both.map(({ entryId }) => entryId).sort((one, other) => other - one),
  );
  const next = await read({ userId: 7, beforeEntryId: both.at(-1)!.entryId });
  expect(next[0]!.entryId).toBeLessThan(both.at(-1)!.entryId);
  const range = { fromTime: timeOf(10), toTime: timeOf(13) };
  expect((await read(range)).map(({ entryId }) => entryId)).toEqual([12, 11, 10]);
  expect(await read({ ...range, actorId: 11 })).toMatchObject([{ entryId: 11, happenedAt: timeOf(11) }]);
  const rare = await read({ action: 'user.rare', actorId: 0, toTime: timeOf(901) });
  expect(rare.map(({ entryId }) => entryId)).toEqual([900, 600, 300]);
});
