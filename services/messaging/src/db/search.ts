import { type Queryable, sql } from '@parley/db';

export type FoundText = { id: number; topic: string; renderedContent: string };

/** Returns the topic and HTML of messages. The caller marks the hits of a search in them. */
export function textsOf(db: Queryable, messageIds: readonly number[]): Promise<FoundText[]> {
  return db.many<FoundText>(sql`
    select id, topic, rendered_content as "renderedContent" from messages where id = any(${messageIds}::int8[])`);
}

/** Returns which of the words match a search for the terms. Endings, accents and case do not matter. */
export async function findMatchingWords(
  db: Queryable,
  words: readonly string[],
  terms: readonly string[],
): Promise<string[]> {
  const rows = await db.many<{ word: string }>(sql`
    select w.word
      from unnest(${words}::text[]) w (word)
     where tsvector_to_array(to_tsvector('words', search_text(w.word))) && array(
       select unnest(tsvector_to_array(to_tsvector('words', search_text(t.term))))
         from unnest(${terms}::text[]) t (term))`);
  return rows.map(({ word }) => word);
}
