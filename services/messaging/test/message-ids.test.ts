import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, silentLogger } from '@parley/core';
import { type Db, sql } from '@parley/db';
import type { Scope } from '@parley/facts';
import { testCall } from '@parley/rpc/testing';
import { createTestDatabase, type TestDatabase, until } from '@parley/test-servers';
import fc from 'fast-check';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { environment, firstIds, loadServiceConfig } from '../src/config.ts';
import type { Ctx } from '../src/context.ts';
import { beginIdsAt, readIdStart } from '../src/db/message-ids.ts';
import { insertMessages } from '../src/db/messages.ts';
import { idsAround } from '../src/db/reading/sent-at.ts';
import { type ImportedRow, planImported, storeImported } from '../src/db/whole-accounts/imports.ts';
import { importRange } from '../src/domain/import-range.ts';
import { beginMessageIds } from '../src/in-memory/message-ids.ts';
import { getImportRange } from '../src/rpc/importing/get-import-range.ts';
import { newMessage } from './new-message.ts';
import { openDb } from './support.ts';

const usual = 2 ** 42;

let database: TestDatabase;
let db: Db;
let lines: { level: string; firstMessageId: number; configured?: number }[];

beforeEach(async () => {
  database = await createTestDatabase();
  db = openDb(database);
  lines = [];
});
afterEach(async () => {
  await db.close();
  await database.drop();
});

/** Starts a replica with a setting, and waits until it has set where IDs begin. */
async function start(configured: number, connection = db): Promise<void> {
  const log = (level: string) => (facts: object) =>
    void lines.push({ level, ...(facts as { firstMessageId: number }) });
  const logger = { ...silentLogger, info: log('info'), warn: log('warn'), error: log('error') };
  const isDone = beginMessageIds(connection, configured, logger as never, new AbortController().signal);
  await until('the start is known', () => Promise.resolve(isDone() || undefined));
}

async function send(count = 1, connection = db): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < count; n++) {
    const [id] = await insertMessages(connection, [newMessage()]);
    ids.push(id!);
  }
  return ids;
}

async function takeBoundary(): Promise<number> {
  const admin = openDb({ ...database, urlOf: () => database.urlOf('channel') });
  try {
    return await admin.tx(
      async (tx) =>
        (await tx.one<{ boundary: number }>(sql`select messaging.take_boundary() as boundary`)).boundary,
    );
  } finally {
    await admin.close();
  }
}

const importedRow = (sentAtMs: number): ImportedRow => ({
  ...newMessage(),
  plannedId: sentAtMs,
  pin: undefined,
  conversationId: undefined,
  channelId: 1,
  sentAtMs,
  lastEditedAt: undefined,
  lastMovedAt: undefined,
  editHistory: [],
  reactions: [],
  personalFlags: [],
  widget: undefined,
});
const importOne = async (sentAtMs: number, then?: () => Promise<void>, areNew = false) =>
  (await storeImported(db, { importId: 1, areNew }, [importedRow(sentAtMs)], then))[0]!.id;

describe('the ID with which messages begin', () => {
  it('is 2^42 by default', async () => {
    await start(usual);
    expect(await send(2)).toEqual([usual, usual + 1]);
    expect(lines).toEqual([]);
  });

  it.each([1, 2, 1_000, 2 ** 31 - 1, 2 ** 42 + 5])('is %i when an operator wants it', async (first) => {
    await start(first);
    expect(lines).toEqual([{ level: 'info', firstMessageId: first }]);
    expect(await send(2)).toEqual([first, first + 1]);
    await start(first);
    expect(lines).toHaveLength(1);
  });

  it('may change until a message is sent, and never after', async () => {
    await start(1);
    await start(500);
    expect(await send()).toEqual([500]);
    await start(1);
    await start(usual);
    expect(lines.slice(2)).toEqual([
      { level: 'warn', firstMessageId: 500, configured: 1 },
      // Nobody has chosen the default.
      { level: 'info', firstMessageId: 500, configured: usual },
    ]);
    expect(await send()).toEqual([501]);
  });

  it('stays when the last message was deleted', async () => {
    await start(7);
    await send();
    await db.execute(sql`delete from messages`);
    await start(1);
    expect(await send()).toEqual([8]);
  });

  it('stays when somebody has subscribed: the boundary lies just below', async () => {
    await start(1);
    expect(await takeBoundary()).toBe(0);
    await start(50);
    expect(lines.at(-1)).toEqual({ level: 'warn', firstMessageId: 1, configured: 50 });
    expect(await takeBoundary()).toBe(0);
    expect(await send()).toEqual([1]);
    expect(await takeBoundary()).toBe(1);
  });

  it('stays with the default, too, when somebody has subscribed', async () => {
    expect(await takeBoundary()).toBe(usual - 1);
    await start(1);
    expect(lines).toEqual([{ level: 'warn', firstMessageId: usual, configured: 1 }]);
    expect(await send()).toEqual([usual]);
  });

  it('is decided once by replicas that start at the same time while messages are sent', async () => {
    const other = openDb(database);
    try {
      await Promise.all([
        start(10),
        start(10, other),
        start(20),
        start(20, other),
        ...Array.from({ length: 6 }, () => send(3, other)),
      ]);
      const rows = await db.many<{ id: number }>(sql`select id from messages order by id`);
      const { first } = await readIdStart(db);
      expect([10, 20, usual]).toContain(first);
      expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 18 }, (_, n) => first + n));
    } finally {
      await other.close();
    }
  });

  it('waits for a subscription that is under way, and then stays', async () => {
    const channel = openDb({ ...database, urlOf: () => database.urlOf('channel') });
    try {
      const { promise: goOn, resolve: letGo } = Promise.withResolvers<void>();
      const { promise: taken, resolve: hasTaken } = Promise.withResolvers<void>();
      const subscribing = channel.tx(async (tx) => {
        await tx.one(sql`select messaging.take_boundary() as boundary`);
        hasTaken();
        await goOn;
      });
      await taken;
      const starting = beginIdsAt(db, 1);
      letGo();
      await subscribing;
      expect(await starting).toBe(usual);
    } finally {
      await channel.close();
    }
  });
});

describe('imports into such a deployment', () => {
  const readRange = () => getImportRange({ db } as Ctx, {}, { call: testCall() } as Scope);

  it('are refused, and the sentence knows whether the setting can still be removed', async () => {
    await start(1);
    await expect(importOne(1_600_000_000_000)).rejects.toThrow(/IDs below those of imported ones/);
    const { isUnused, firstMessageId } = await readRange();
    expect({ isUnused, firstMessageId }).toEqual({ isUnused: true, firstMessageId: 1 });
    await send();
    expect(await readRange()).toEqual({
      isFree: false,
      isUnused: false,
      firstMessageId: 1,
      hasImported: false,
    });
    await expect(importOne(1_600_000_000_000)).rejects.toThrow(/IDs below those of imported ones/);
  });

  it('are possible again when the setting is removed before anything was sent, and then fix the start', async () => {
    await start(1);
    await start(usual);
    expect(await importOne(1_600_000_000_000)).toBe(1_600_000_000_000);
    await start(1);
    expect(lines.at(-1)).toEqual({ level: 'warn', firstMessageId: usual, configured: 1 });
    expect(await send()).toEqual([usual]);
    expect(await readRange()).toMatchObject({ isFree: true, hasImported: true });
  });
});

describe.each([false, true])('batches of an import, expected to be new: %s', (areNew) => {
  const [first, second] = [1_600_000_000_000, 1_600_000_000_500];

  it('are stored side by side where their IDs were planned', async () => {
    // The second one would wait for the end of the first one for ever.
    const ids = await importOne(first, async () => void expect(await importOne(second)).toBe(second), areNew);
    expect(ids).toBe(first);
  });

  it('get the next free ID where another transaction has taken the planned one meanwhile', async () => {
    const { promise: goOn, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: stored, resolve: hasStored } = Promise.withResolvers<void>();
    const one = importOne(
      first,
      async () => {
        hasStored();
        await goOn;
      },
      areNew,
    );
    await stored;
    const others = [first, first, first + 1].map((ms) => importOne(ms, undefined, areNew));
    letGo();
    expect((await Promise.all([one, ...others])).sort()).toEqual([first, first + 1, first + 2, first + 3]);
  });

  it('get IDs when none were planned', async () => {
    const rows = [first, first, second].map((ms) => ({ ...importedRow(ms), plannedId: 0 }));
    const store = (importId: number) => storeImported(db, { importId, areNew }, rows);
    const stored = await Promise.all([store(1), store(2)]);
    const ids = stored[0].map(({ id }) => id);
    expect(ids).toEqual([first, first + 1, second]);
    // The same messages: only one of both has stored them.
    expect(stored[1].map(({ id }) => id)).toEqual(ids);
    expect(stored.flat().filter(({ isInserted }) => isInserted)).toHaveLength(3);
  });

  it('are stored once where they are there already', async () => {
    const rows = [first, second].map(importedRow);
    const store = (given: typeof rows) => storeImported(db, { importId: 1, areNew }, given);
    await store(rows.slice(1));
    const again = await store(rows);
    expect(again).toMatchObject([
      { id: first, isNew: true, isInserted: true },
      { id: second, isNew: true, isInserted: false },
    ]);
  });

  it('plan no ID that is stored or reserved', async () => {
    await importOne(first);
    const message = { sendKey: importedRow(first).sendKey, sentAtMs: first };
    expect(await planImported(db, [message], [first + 1])).toEqual([
      { messageId: first + 2, isKnown: false },
    ]);
  });
});

describe('the IDs around a time', () => {
  const day = 86_400_000;
  const firstDay = Date.UTC(2024, 4, 1);

  /** Stores messages of these days: imported ones, and those that were sent. */
  async function store(imported: readonly number[], sent: readonly number[]): Promise<void> {
    const rows = imported.map((each) => importedRow(firstDay + each * day));
    if (rows.length > 0) await storeImported(db, { importId: 1, areNew: true }, rows);
    for (const each of sent) {
      const [id] = await send();
      const time = new Date(firstDay + each * day);
      await db.execute(sql`update messages set sent_at = ${time} where id = ${id}`);
    }
  }

  it.each<[string, number[], number[]]>([
    ['nothing', [], []],
    ['an import', [1, 5, 9], []],
    ['messages that were sent', [], [3, 7, 11]],
    ['a history, and messages that were sent afterwards', [1, 3, 5], [7, 9, 11]],
    ['an import of messages that are newer than those sent before it', [1, 5, 9], [3, 7, 11]],
    ['an import of messages that are newer than all that were sent', [5, 9, 12], [1, 3]],
  ])('hold for all messages: %s', async (_, imported, sent) => {
    await store(imported, sent);
    const messages = await db.many<{ id: number; at: number }>(
      sql`select id, (extract(epoch from sent_at) * 1000)::int8 as at from messages`,
    );
    expect(messages).toHaveLength(imported.length + sent.length);
    for (let half = 0; half <= 28; half++) {
      const time = firstDay + (half * day) / 2;
      const { below, above } = await idsAround(db, new Date(time));
      const lost = messages.filter(({ id, at }) => (at < time ? id >= below : id <= above));
      expect([half, lost]).toEqual([half, []]);
    }
  });

  it('leave out what is long before and after', async () => {
    await store([1, 5, 9], [11, 15, 19]);
    const ids = (await db.many<{ id: number }>(sql`select id from messages order by id`)).map(({ id }) => id);
    const within = async (at: number) => {
      const { below, above } = await idsAround(db, new Date(firstDay + at * day));
      return ids.flatMap((id, index) => (id > above && id < below ? [index] : []));
    };
    expect(await within(7)).toEqual([]);
    expect(await within(9)).toEqual([2]);
    expect(await within(13)).toEqual([]);
  });

  it('hold in an organization whose messages begin at 1', async () => {
    await start(1);
    await store([], [1, 3, 5]);
    const { below, above } = await idsAround(db, new Date(firstDay + 3 * day));
    expect([above, below]).toEqual([1, 3]);
  });
});

describe('migration 0031', () => {
  const migration = join(import.meta.dirname, '../src/db/migrations/0031-first-message-id.sql');

  /** Runs the migration on a deployment of the previous release, whose sequence is in a given state. */
  async function migrateFrom(last: number, isCalled: boolean, messages = 0): Promise<void> {
    await db.execute(sql`alter sequence message_ids start with 1`);
    await db.execute(sql`select setval('message_ids', ${last}::int8, ${isCalled})`);
    if (messages > 0) await send(messages);
    const client = new pg.Client({ connectionString: database.urlOf('messaging') });
    await client.connect();
    try {
      await client.query(await readFile(migration, 'utf8'));
    } finally {
      await client.end();
    }
  }

  it('leaves an organization that began at 1 as it is', async () => {
    await migrateFrom(1, false, 3);
    expect(await readIdStart(db)).toEqual({ first: 1, isOpen: false });
    expect(await send()).toEqual([4]);
  });

  it('leaves one that began at 2^42 as it is', async () => {
    await migrateFrom(usual - 1, true, 2);
    expect(await readIdStart(db)).toEqual({ first: usual, isOpen: false });
    expect(await send()).toEqual([usual + 2]);
  });

  it('opens a deployment without messages', async () => {
    await migrateFrom(usual - 1, true);
    expect(await readIdStart(db)).toEqual({ first: usual, isOpen: true });
    await start(1);
    expect(await send()).toEqual([1]);
  });
});

describe('PARLEY_FIRST_MESSAGE_ID', () => {
  const accepts = (value: string | undefined) => environment.PARLEY_FIRST_MESSAGE_ID.safeParse(value);

  it('accepts whole numbers that fit into 32 bits or lie above imported messages, and nothing else', () => {
    expect(accepts(undefined).data).toBe(usual);
    expect(firstIds.default).toBe(importRange.to);
    for (const value of ['1', '42', `${2 ** 31 - 1}`, `${usual}`, `${firstIds.highest}`]) {
      expect(accepts(value).data, value).toBe(Number(value));
    }
    const bad = [
      '0',
      '-1',
      '1.5',
      'one',
      ' 1',
      `${2 ** 31}`,
      `${usual - 1}`,
      `${firstIds.highest + 1}`,
      '1e3',
    ];
    for (const value of bad) expect(accepts(value).success, value).toBe(false);
    fc.assert(
      fc.property(fc.integer({ min: 2 ** 31, max: usual - 1 }), (id) => !accepts(String(id)).success),
    );
  });

  it('stops a process that has an impossible one, with a sentence that names it', () => {
    const read = () => loadServiceConfig({ PARLEY_FIRST_MESSAGE_ID: String(2 ** 40) });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/PARLEY_FIRST_MESSAGE_ID: must be below 2147483648, or 4398046511104 or more/);
  });
});
