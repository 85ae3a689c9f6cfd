import { type Query, type Queryable, sql, type Tx } from '@parley/db';
import type { ChannelId, UserId } from '@parley/rules';

/** A message to send at a set time. */
export type ScheduledRow = {
  id: number;
  userId: UserId;
  /** Null for a direct message. */
  channelId: ChannelId | null;
  recipientIds: UserId[];
  topic: string;
  content: string;
  renderedContent: string;
  /** Time at which to send it, in seconds since the Unix epoch. */
  deliverAt: number;
  readBySender: boolean | null;
  client: string;
  failure: string | null;
};

export type NewScheduled = Omit<ScheduledRow, 'id' | 'failure'>;

/** Maximum number of scheduled messages of one person. The same maximum applies to reminders. */
export const maxScheduled = 1_000;

const columns = sql`scheduled_message_id as id, user_id as "userId", channel_id as "channelId",
  recipient_ids as "recipientIds", topic, content, rendered_content as "renderedContent",
  extract(epoch from deliver_at)::int8 as "deliverAt", read_by_sender as "readBySender", client, failure`;

export function scheduledOf(db: Queryable, userId: UserId): Promise<ScheduledRow[]> {
  return db.many<ScheduledRow>(sql`
    select ${columns} from scheduled_messages where user_id = ${userId}
     order by deliver_at, scheduled_message_id limit ${maxScheduled}`);
}

export async function countScheduled(db: Queryable, userId: UserId): Promise<number> {
  const row = await db.one<{ count: number }>(
    sql`select count(*) as count from scheduled_messages where user_id = ${userId}`,
  );
  return row.count;
}

/** Returns those of the upload folders to which scheduled messages link. Messages that could not be sent count, too. */
export async function scheduledFolders(db: Queryable, folders: readonly string[]): Promise<string[]> {
  const rows = await db.many<{ folder: string }>(sql`
    select folder from unnest(${folders}::text[]) as f(folder)
     where exists (select 1 from scheduled_messages where position(folder in content) > 0)`);
  return rows.map(({ folder }) => folder);
}

export function insertScheduled(tx: Tx, row: NewScheduled): Promise<ScheduledRow> {
  return tx.one<ScheduledRow>(sql`
    insert into scheduled_messages (user_id, channel_id, recipient_ids, topic, content, rendered_content,
      deliver_at, read_by_sender, client)
    values (${row.userId}, ${row.channelId}, ${row.recipientIds}::int8[], ${row.topic}, ${row.content},
      ${row.renderedContent}, to_timestamp(${row.deliverAt}), ${row.readBySender}, ${row.client})
    returning ${columns}`);
}

export function findScheduled(db: Queryable, userId: UserId, id: number): Promise<ScheduledRow | undefined> {
  return db.maybeOne<ScheduledRow>(sql`
    select ${columns} from scheduled_messages where scheduled_message_id = ${id} and user_id = ${userId}`);
}

/** Undefined when the message was sent, deleted or changed after `before` was read. */
export function replaceScheduled(
  tx: Tx,
  before: ScheduledRow,
  row: NewScheduled,
): Promise<ScheduledRow | undefined> {
  return tx.maybeOne<ScheduledRow>(sql`
    update scheduled_messages
       set channel_id = ${row.channelId}, recipient_ids = ${row.recipientIds}::int8[], topic = ${row.topic},
           content = ${row.content}, rendered_content = ${row.renderedContent},
           deliver_at = to_timestamp(${row.deliverAt}), failure = null
     where scheduled_message_id = ${before.id} and user_id = ${before.userId}
       and content = ${before.content} and topic = ${before.topic}
       and channel_id is not distinct from ${before.channelId}::int8
       and recipient_ids = ${before.recipientIds}::int8[]
       and extract(epoch from deliver_at)::int8 = ${before.deliverAt}
    returning ${columns}`);
}

/** Those that are due first. Messages that are being sent or changed are left out. */
export function lockScheduledIn(
  tx: Tx,
  channelId: ChannelId,
  topic: string,
  limit: number,
): Promise<{ id: number; userId: UserId }[]> {
  return tx.many(sql`
    select scheduled_message_id as id, user_id as "userId" from scheduled_messages
     where channel_id = ${channelId} and fold_topic(topic) = fold_topic(${topic})
     order by deliver_at, scheduled_message_id limit ${limit} for update skip locked`);
}

/** Gives scheduled messages, which the caller has locked, another channel and topic. */
export function moveScheduled(
  tx: Tx,
  ids: readonly number[],
  { channelId, topic }: { channelId: ChannelId; topic: string },
): Promise<ScheduledRow[]> {
  return tx.many<ScheduledRow>(sql`
    update scheduled_messages set channel_id = ${channelId}, topic = ${topic}
     where scheduled_message_id = any(${ids}::int8[])
    returning ${columns}`);
}

export async function deleteScheduled(tx: Tx, userId: UserId, id: number): Promise<boolean> {
  const count = await tx.execute(
    sql`delete from scheduled_messages where scheduled_message_id = ${id} and user_id = ${userId}`,
  );
  return count > 0;
}

/** Locks and returns the next due message. Skips messages that another transaction has locked, and the IDs in `except`. */
export function takeDueScheduled(tx: Tx, except: readonly number[]): Promise<ScheduledRow | undefined> {
  return tx.maybeOne<ScheduledRow>(
    takeDue(columns, sql`scheduled_messages`, sql`scheduled_message_id`, except),
  );
}

/** SQL query that locks and returns the next due row of a table. Skips rows that other transactions have locked. */
export const takeDue = (wanted: Query, table: Query, id: Query, except: readonly number[]): Query => sql`
  select ${wanted} from ${table}
   where deliver_at <= now() and failure is null and ${id} <> all(${except}::int8[])
   order by deliver_at, ${id} limit 1 for update skip locked`;

/** At most the given limit. `nextInMs`: milliseconds until the next row becomes due; null for none. */
export type DueRows = { scheduled: number; reminders: number; nextInMs: number | null };

/** Counts due scheduled messages and reminders. `limit` applies to each. */
export function countDue(db: Queryable, limit: number): Promise<DueRows> {
  return db.one(sql`
    select (select count(*) from (select 1 from scheduled_messages
             where deliver_at <= now() and failure is null limit ${limit}) s) as scheduled,
           (select count(*) from (select 1 from reminders
             where deliver_at <= now() and failure is null limit ${limit}) r) as reminders,
           (extract(epoch from least(
             (select min(deliver_at) from scheduled_messages where deliver_at > now() and failure is null),
             (select min(deliver_at) from reminders where deliver_at > now() and failure is null))
             - now()) * 1000)::float8 as "nextInMs"`);
}

/** Stores why a message could not be sent. The message stays in its author's list. */
export function failScheduled(tx: Tx, id: number, failure: string): Promise<ScheduledRow> {
  return tx.one<ScheduledRow>(sql`
    update scheduled_messages set failure = ${failure} where scheduled_message_id = ${id} returning ${columns}`);
}
