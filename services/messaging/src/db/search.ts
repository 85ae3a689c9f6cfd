import { type Queryable, sql } from '@parley/db';

export type FoundText = { id: number; topic: string; renderedContent: string };

/** Returns the topic and HTML of messages. The caller marks the hits of a search in them. */
export function textsOf(db: Queryable, messageIds: readonly number[]): Promise<FoundText[]> {
  return db.many<FoundText>(sql`
    select id, topic, rendered_content as "renderedContent" from messages where id = any(${messageIds}::int8[])`);
}
