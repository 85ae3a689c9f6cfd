import { type Queryable, sql, type Tx } from '@parley/db';
import type { OwnEmoji } from '../domain/custom-emoji.ts';

/** All of them, also those that were taken away. */
export function listEmoji(db: Queryable): Promise<OwnEmoji[]> {
  return db.many<OwnEmoji>(sql`
    select emoji_id as id, name, path, still_path as "stillPath", author_id as "authorId",
           is_deactivated as "isDeactivated"
      from emoji order by emoji_id`);
}

/** @throws unique violation when there is one of the name */
export async function insertEmoji(
  tx: Tx,
  emoji: Pick<OwnEmoji, 'name' | 'path' | 'stillPath' | 'authorId'>,
): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into emoji (name, path, still_path, author_id)
    values (${emoji.name}, ${emoji.path}, ${emoji.stillPath}, ${emoji.authorId}) returning emoji_id as id`);
  return id;
}

/** The emoji is taken away; messages with it still show it. */
export async function deactivateEmoji(tx: Tx, emojiId: number): Promise<void> {
  await tx.execute(sql`update emoji set is_deactivated = true where emoji_id = ${emojiId}`);
}
