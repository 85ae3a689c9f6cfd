import type { Draft } from '@parley/api';
import { type Queryable, sql, type Tx } from '@parley/db';
import type { ChannelId, UserId } from '@parley/rules';
import type { DraftContent } from '../../domain/personal/drafts.ts';

/** A draft in the API's form. */
export type DraftRow = Draft;

/** Maximum number of drafts of one person. */
export const maxDrafts = 5_000;

const columns = sql`draft_id as id, type, recipient_ids as "to", topic, content,
  extract(epoch from edited_at)::int8 as timestamp`;

/** Returns a person's drafts, the most recently edited last. */
export function draftsOf(db: Queryable, userId: UserId): Promise<DraftRow[]> {
  return db.many<DraftRow>(sql`
    select ${columns} from drafts where user_id = ${userId}
     order by edited_at, draft_id limit ${maxDrafts}`);
}

export async function countDrafts(db: Queryable, userId: UserId): Promise<number> {
  const row = await db.one<{ count: number }>(
    sql`select count(*) as count from drafts where user_id = ${userId}`,
  );
  return row.count;
}

export async function insertDraft(tx: Tx, userId: UserId, draft: DraftContent): Promise<DraftRow> {
  return tx.one<DraftRow>(sql`
    insert into drafts (user_id, type, recipient_ids, topic, content, edited_at)
    values (${userId}, ${draft.type}, ${draft.to}::int8[], ${draft.topic}, ${draft.content},
      to_timestamp(${draft.timestamp}))
    returning ${columns}`);
}

/** Replaces a draft. Returns undefined when the person has no such draft. */
export function updateDraft(
  tx: Tx,
  userId: UserId,
  draftId: number,
  draft: DraftContent,
): Promise<DraftRow | undefined> {
  return tx.maybeOne<DraftRow>(sql`
    update drafts set type = ${draft.type}, recipient_ids = ${draft.to}::int8[], topic = ${draft.topic},
      content = ${draft.content}, edited_at = to_timestamp(${draft.timestamp})
     where draft_id = ${draftId} and user_id = ${userId}
    returning ${columns}`);
}

export async function deleteDraft(tx: Tx, userId: UserId, draftId: number): Promise<boolean> {
  const count = await tx.execute(sql`delete from drafts where draft_id = ${draftId} and user_id = ${userId}`);
  return count > 0;
}

/** Most recently edited first. Drafts that are being changed are left out: their author's open client moves them. */
export function lockDraftsIn(
  tx: Tx,
  channelId: ChannelId,
  topic: string,
  limit: number,
): Promise<{ id: number; userId: UserId }[]> {
  return tx.many(sql`
    select draft_id as id, user_id as "userId" from drafts
     where type = 'stream' and recipient_ids[1] = ${channelId} and fold_topic(topic) = fold_topic(${topic})
     order by edited_at desc, draft_id limit ${limit} for update skip locked`);
}

/** Gives drafts, which the caller has locked, another channel and topic. They keep their times. */
export function moveDrafts(
  tx: Tx,
  ids: readonly number[],
  { channelId, topic }: { channelId: ChannelId; topic: string },
): Promise<(DraftRow & { userId: UserId })[]> {
  return tx.many(sql`
    update drafts set recipient_ids = ${[channelId]}::int8[], topic = ${topic}
     where draft_id = any(${ids}::int8[])
    returning ${columns}, user_id as "userId"`);
}
