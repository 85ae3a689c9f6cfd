import { type Db, sql } from '@parley/db';
import type { EmittingTransaction } from '@parley/event-log';
import { createTestDatabase, type TestDatabase } from '@parley/test-servers';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBySendKeys, insertMessages, type NewMessage } from '../src/db/messages.ts';
import { Batcher } from '../src/in-memory/send-batcher.ts';
import { newMessage } from './new-message.ts';
import { openDb } from './support.ts';

let database: TestDatabase;
let db: Db;
let admin: Db;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDb(database, 20);
  admin = openDb({ ...database, urlOf: () => database.adminUrl });
  await admin.execute(
    sql`select pg_create_logical_replication_slot('sending_' || current_database(), 'pgoutput')`,
  );
});

afterAll(async () => {
  await db.close();
  await admin.close();
  await database.drop();
});

/** Returns the message IDs of the events that were emitted since the last call, in commit order. */
const emittedIds = async (): Promise<number[]> => (await emittedFrames()).map(({ messageId }) => messageId);

/** Returns what the frames of the events say that were emitted since the last call, in commit order. */
async function emittedFrames(): Promise<(EmittingTransaction & { messageId: number })[]> {
  const rows = await admin.many<{ data: Buffer }>(sql`
    select data from pg_logical_slot_get_binary_changes('sending_' || current_database(), null, null,
      'proto_version', '1', 'publication_names', 'none', 'messages', 'true')`);
  return rows
    .filter(({ data }) => data[0] === 'M'.charCodeAt(0))
    .map(({ data }) => {
      const frame = data.subarray(data.indexOf(0, 10) + 5);
      const [transactionId, messageId, committedAtUs] = [1, 9, 17].map((at) =>
        Number(frame.readBigInt64BE(at)),
      ) as [number, number, number];
      return { transactionId, messageId, committedAtUs };
    });
}

const batcherOn = (connection: Db) =>
  new Batcher({
    write: (messages) => insertMessages(connection, messages),
    find: (keys) => findBySendKeys(connection, keys),
    registry: new Registry(),
  });

const soon = () => Date.now() + 200_000;

describe('sending', () => {
  it('gives IDs in commit order to 16 concurrent writers, and events in the same order', async () => {
    await emittedIds();
    const watcher = { stop: false, seen: 0, inversions: 0 };
    const watching = (async () => {
      // A snapshot that contains a message must contain every message with a lower ID. Otherwise the lower one committed later.
      const known = new Set<number>();
      while (!watcher.stop) {
        const rows = await admin.many<{ id: number }>(
          sql`select id from messaging.messages where channel_id = 77`,
        );
        for (const { id } of rows) {
          if (!known.has(id) && id < watcher.seen) watcher.inversions++;
          known.add(id);
        }
        watcher.seen = Math.max(watcher.seen, ...rows.map(({ id }) => id));
      }
    })();
    const writers = Array.from({ length: 16 }, async (_, writer) => {
      for (let round = 0; round < 15; round++) {
        const size = 1 + ((writer + round) % 4);
        const batch = Array.from({ length: size }, () => newMessage({ channelId: 77, senderId: writer + 1 }));
        const ids = await insertMessages(db, batch);
        expect(ids).toEqual([...ids].sort((a, b) => a! - b!));
      }
    });
    await Promise.all(writers);
    watcher.stop = true;
    await watching;
    expect(watcher.inversions).toBe(0);
    const events = await emittedIds();
    const rows = await admin.many<{ id: number }>(
      sql`select id from messaging.messages where channel_id = 77 order by id`,
    );
    expect(events).toEqual(rows.map(({ id }) => id));
  });

  it('stores each idempotency key once, whichever replica receives a retry and when', async () => {
    await emittedIds();
    const other = openDb(database);
    const [one, two] = [batcherOn(db), batcherOn(other)];
    const messages = Array.from({ length: 60 }, () => newMessage({ channelId: 78 }));
    const rounds = await Promise.all(
      [one, two, one, two].map((batcher) =>
        Promise.all(messages.map((message) => batcher.send(message, soon()))),
      ),
    );
    for (const ids of rounds) expect(ids).toEqual(rounds[0]);
    const { count } = await db.one<{ count: number }>(
      sql`select count(*) as count from messages where channel_id = 78`,
    );
    expect(count).toBe(60);
    expect(new Set(await emittedIds()).size).toBe(60);
    await other.close();
  });

  it('answers a repeated key with the first ID while another replica is still processing the first send', async () => {
    const message = newMessage({ channelId: 79 });
    const second = await db.tx(async (tx) => {
      const [id] = await insertMessages(tx, [message]);
      const repeated = batcherOn(db).send(message, soon());
      return { id, repeated };
    });
    expect(await second.repeated).toBe(second.id);
  });

  it('refuses an idempotency key that another sender has used', async () => {
    const message = newMessage();
    const batcher = batcherOn(db);
    await batcher.send(message, soon());
    await expect(batcher.send({ ...message, senderId: 99 }, soon())).rejects.toThrow('another message');
  });

  it.each([
    {
      channelId: 81,
      topic: 'lunch',
      topicParticipantIds: [3, 9],
      isMe: true,
      mentionsTopic: true,
      hasLink: true,
    },
    { channelId: undefined, conversationId: 7, topic: '', readBySender: false, hasImage: true },
    { channelId: 81, topic: 'Grüße', mentionsChannel: true, hasAttachment: true, client: 'bot' },
  ])('writes the same row for a message alone as for one of several: %o', async (properties) => {
    await emittedIds();
    const message = () => newMessage({ ...properties, content: 'the same words' });
    const alone = message();
    const [one] = await insertMessages(db, [alone]);
    const several = await insertMessages(db, [message(), message()]);
    const rows = await db.many<Record<string, unknown>>(
      sql`select * from messages where id = any(${[one, ...several]}::int8[]) order by id`,
    );
    const [first, ...others] = rows.map(({ id: _, send_key: _key, ...row }) => row);
    expect(others).toEqual([first, first]);
    expect(await insertMessages(db, [alone])).toEqual([undefined]);
    expect(await emittedIds()).toEqual([one, ...several]);
  });

  it.each([1, 3])('names the transaction as the frames of its events do: %i messages', async (count) => {
    await emittedFrames();
    const emitted: EmittingTransaction[] = [];
    const ids = await insertMessages(
      db,
      Array.from({ length: count }, () => newMessage()),
      ({ transactionId, committedAtUs }) => emitted.push({ transactionId, committedAtUs }),
    );
    expect(emitted).toHaveLength(1);
    expect(await emittedFrames()).toEqual(ids.map((messageId) => ({ messageId, ...emitted[0] })));
  });

  it('writes the other rows of a batch with an invalid row', async () => {
    const batcher = batcherOn(db);
    const results = await Promise.allSettled([
      batcher.send(newMessage(), soon()),
      batcher.send(newMessage({ content: 'null \0 byte' }), soon()),
      batcher.send(newMessage(), soon()),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it.each([1, 3])(
    'leaves out messages whose sender saw one that is elsewhere: %i messages',
    async (count) => {
      const [seen, direct] = await insertMessages(db, [
        newMessage({ channelId: 83, topic: 'Straße' }),
        newMessage({ conversationId: 7, topic: '' }),
      ]);
      await emittedIds();
      const answered = (topic: string, seenMessageId: number | undefined, channelId = 83) =>
        newMessage({ channelId, topic, seenMessageId });
      const cases: [boolean, NewMessage][] = [
        [true, answered('Straße', seen)],
        [true, answered('STRASSE', seen)],
        [false, answered('strand', seen)],
        [false, answered('Straße', seen, 84)],
        [true, answered('strand', undefined)],
        [true, answered('strand', direct)],
        [true, answered('strand', 999_999_999)],
        [true, newMessage({ conversationId: 7, topic: '', seenMessageId: seen })],
      ];
      const inserted: (number | undefined)[] = [];
      for (let at = 0; at < cases.length; at += count) {
        const batch = cases.slice(at, at + count).map(([, message]) => message);
        inserted.push(...(await insertMessages(db, batch)));
      }
      expect(inserted.map((id) => id !== undefined)).toEqual(cases.map(([isInserted]) => isInserted));
      expect(await emittedIds()).toEqual(inserted.filter((id) => id !== undefined));
    },
  );

  it('writes one row and one event, whatever the number of subscribers, and one flag row per mention', async () => {
    await emittedIds();
    const [id] = await insertMessages(db, [newMessage({ personalFlags: [{ userId: 5, flags: 4 }] })]);
    expect(await emittedIds()).toEqual([id]);
    expect(await db.many(sql`select user_id, flags from personal_flags where message_id = ${id}`)).toEqual([
      { user_id: 5, flags: 4 },
    ]);
  });

  it('lets a change of subscriptions record a boundary that no send crosses', async () => {
    const channel = openDb({ ...database, urlOf: () => database.urlOf('channel') });
    const sends = Array.from({ length: 8 }, async () => {
      for (let round = 0; round < 10; round++) await insertMessages(db, [newMessage({ channelId: 80 })]);
    });
    const boundaries = Array.from({ length: 10 }, () =>
      channel.tx(async (tx) => {
        const { boundary } = await tx.one<{ boundary: number }>(
          sql`select messaging.take_boundary() as boundary`,
        );
        const { newest } = await admin.one<{ newest: number }>(
          sql`select coalesce(max(id), 0) as newest from messaging.messages`,
        );
        return { boundary, newest };
      }),
    );
    for (const { boundary, newest } of await Promise.all(boundaries)) {
      // While the order lock is held, all messages up to the boundary are committed and no message above it is.
      expect(newest).toBeLessThanOrEqual(boundary);
    }
    await Promise.all(sends);
    await channel.close();
  });
});
