import { type Queryable, sql } from '@parley/db';
import type { ChannelId } from '@parley/rules';
import { memberHash } from '../domain/sending/recipients.ts';

export async function ensureOrigin(db: Queryable, channelId: ChannelId, topic: string): Promise<number> {
  for (;;) {
    const row = await db.maybeOne<{ origin_id: number }>(sql`
      with known as (
        select origin_id from origins where channel_id = ${channelId} and topic_key = fold_topic(${topic})),
      made as (
        insert into origins (channel_id, topic_key)
        select ${channelId}::int8, fold_topic(${topic}) where not exists (select from known)
        on conflict do nothing returning origin_id)
      select origin_id from known union all select origin_id from made`);
    // The insert conflicted with another transaction, and this statement's snapshot does not contain that transaction's row.
    // The next statement sees the row.
    if (row) return row.origin_id;
  }
}

/** Returns the ID of the conversation of exactly these people; undefined when they have never written to each other. */
export async function findConversation(
  db: Queryable,
  members: readonly number[],
): Promise<number | undefined> {
  const row = await db.maybeOne<{ conversation_id: number }>(
    sql`select conversation_id from direct_conversations where member_hash = ${memberHash(members)}`,
  );
  return row?.conversation_id;
}

/** Returns the ID of the conversation of exactly these people (IDs in ascending order). Creates it when it does not exist. */
export async function ensureConversation(db: Queryable, members: readonly number[]): Promise<number> {
  const hash = memberHash(members);
  for (;;) {
    const row = await db.maybeOne<{ conversation_id: number }>(sql`
      with known as (select conversation_id from direct_conversations where member_hash = ${hash}),
      made as (
        insert into direct_conversations (member_ids, member_hash)
        select ${members}::int8[], ${hash}::bytea where not exists (select from known)
        on conflict do nothing returning conversation_id),
      joined as (
        insert into direct_members (user_id, conversation_id)
        select user_id, conversation_id from made, unnest(${members}::int8[]) as u (user_id))
      select conversation_id from known union all select conversation_id from made`);
    if (row) return row.conversation_id;
  }
}
