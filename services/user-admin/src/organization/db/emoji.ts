import { type Queryable, sql, type Tx } from '@parley/db';
import type { CustomEmoji } from '../domain/custom-emoji.ts';

export function listEmoji(db: Queryable): Promise<CustomEmoji[]> {
  return db.many<CustomEmoji>(sql`
    select emoji_id as id, name, path, still_path as "stillPath", author_id as "authorId",
           is_deactivated as "isDeactivated"
      from emoji order by emoji_id`);
}

/** Stores a custom emoji. Returns its ID. @throws unique violation when an active emoji has the same name */
export async function insertEmoji(
  tx: Tx,
  emoji: Pick<CustomEmoji, 'name' | 'path' | 'stillPath' | 'authorId'>,
): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into emoji (name, path, still_path, author_id)
    values (${emoji.name}, ${emoji.path}, ${emoji.stillPath}, ${emoji.authorId}) returning emoji_id as id`);
  return id;
}

/** Deactivates an emoji. It cannot be used any more, but existing messages still show it. */
export async function deactivateEmoji(tx: Tx, emojiId: number): Promise<void> {
  await tx.execute(sql`update emoji set is_deactivated = true where emoji_id = ${emojiId}`);
}
