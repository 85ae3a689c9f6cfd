import type { SavedSnippet } from '@parley/api';
import { type Queryable, sql, type Tx } from '@parley/db';
import type { UserId } from '@parley/rules';

/** A saved snippet in the form of the API. */
export type SnippetRow = SavedSnippet;

/** Maximum number of saved snippets of one person. */
export const maxSnippets = 5_000;

const columns = sql`saved_snippet_id as id, title, content,
  floor(extract(epoch from created_at))::int8 as date_created`;

/** Returns a person's snippets, the oldest first. */
export function snippetsOf(db: Queryable, userId: UserId): Promise<SnippetRow[]> {
  return db.many<SnippetRow>(sql`
    select ${columns} from saved_snippets where user_id = ${userId}
     order by saved_snippet_id limit ${maxSnippets}`);
}

export async function countSnippets(db: Queryable, userId: UserId): Promise<number> {
  const row = await db.one<{ count: number }>(
    sql`select count(*) as count from saved_snippets where user_id = ${userId}`,
  );
  return row.count;
}

export function insertSnippet(tx: Tx, userId: UserId, title: string, content: string): Promise<SnippetRow> {
  return tx.one<SnippetRow>(sql`
    insert into saved_snippets (user_id, title, content) values (${userId}, ${title}, ${content})
    returning ${columns}`);
}

/** Updates a snippet. Null keeps a field. Returns undefined when the person has no such snippet. */
export function updateSnippet(
  tx: Tx,
  userId: UserId,
  snippetId: number,
  { title, content }: { title: string | null; content: string | null },
): Promise<SnippetRow | undefined> {
  return tx.maybeOne<SnippetRow>(sql`
    update saved_snippets set title = coalesce(${title}::text, title), content = coalesce(${content}::text, content)
     where saved_snippet_id = ${snippetId} and user_id = ${userId}
    returning ${columns}`);
}

/** Deletes a snippet. Returns false when the person has no such snippet. */
export async function deleteSnippet(tx: Tx, userId: UserId, snippetId: number): Promise<boolean> {
  const count = await tx.execute(
    sql`delete from saved_snippets where saved_snippet_id = ${snippetId} and user_id = ${userId}`,
  );
  return count > 0;
}
