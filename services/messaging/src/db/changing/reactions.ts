import { type Queryable, sql, type Tx } from '@parley/db';
import type { MessageId, UserId } from '@parley/rules';
import type { ReactionEmoji } from '../../domain/changing/emoji.ts';

/** Returns the emoji of the oldest reaction with this type and code to the message, with the name that was used there. */
export async function findReactionEmoji(
  db: Queryable,
  messageId: MessageId,
  type: string,
  code: string,
): Promise<ReactionEmoji | undefined> {
  return db.maybeOne<ReactionEmoji>(sql`
    select reaction_type as type, emoji_code as code, emoji_name as name from reactions
     where message_id = ${messageId} and reaction_type = ${type} and emoji_code = ${code}
     order by reacted_at limit 1`);
}

export async function insertReaction(
  tx: Tx,
  messageId: MessageId,
  userId: UserId,
  { type, code, name }: ReactionEmoji,
): Promise<boolean> {
  const count = await tx.execute(sql`
    insert into reactions (message_id, user_id, reaction_type, emoji_code, emoji_name)
    values (${messageId}, ${userId}, ${type}, ${code}, ${name}) on conflict do nothing`);
  return count > 0;
}

export type ReactionFilter = { type: string | null; code: string | null; name: string | null };

/** Deletes the person's latest reaction that matches, and returns its emoji; undefined when none matches. */
export function deleteReaction(
  tx: Tx,
  messageId: MessageId,
  userId: UserId,
  { type, code, name }: ReactionFilter,
): Promise<ReactionEmoji | undefined> {
  return tx.maybeOne<ReactionEmoji>(sql`
    with wanted as (
      select reaction_type, emoji_code from reactions
       where message_id = ${messageId} and user_id = ${userId}
         and (${type}::text is null or reaction_type = ${type})
         and (${code}::text is null or emoji_code = ${code})
         and (${name}::text is null or emoji_name = ${name})
       order by reacted_at desc limit 1 for update)
    delete from reactions r using wanted w
     where r.message_id = ${messageId} and r.user_id = ${userId}
       and r.reaction_type = w.reaction_type and r.emoji_code = w.emoji_code
    returning r.reaction_type as type, r.emoji_code as code, r.emoji_name as name`);
}
