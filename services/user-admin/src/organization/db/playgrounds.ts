import { errors } from '@parley/core';
import { type Queryable, sql, type Tx, uniqueViolation } from '@parley/db';

export type Playground = { id: number; name: string; language: string; urlTemplate: string };

/** At most this many playgrounds are possible: every change announces all of them. */
export const maxPlaygrounds = 200;

/** Returns all playgrounds, in order of ID. */
export function listPlaygrounds(db: Queryable): Promise<Playground[]> {
  return db.many<Playground>(sql`
    select playground_id as id, name, language, url_template as "urlTemplate"
      from playgrounds order by playground_id`);
}

/** Stores a playground. Returns its ID. @throws BAD_REQUEST when another of the language has the name */
export async function insertPlayground(tx: Tx, playground: Omit<Playground, 'id'>): Promise<number> {
  const insert = sql`
    insert into playgrounds (name, language, url_template)
    values (${playground.name}, ${playground.language}, ${playground.urlTemplate}) returning playground_id as id`;
  const { id } = await tx.one<{ id: number }>(insert).catch((error: unknown) => {
    if (uniqueViolation(error) === undefined) throw error;
    throw errors.badRequest('A playground with this language and name already exists.');
  });
  return id;
}

/** Returns false when there is no such playground. */
export async function deletePlayground(tx: Tx, playgroundId: number): Promise<boolean> {
  return (await tx.execute(sql`delete from playgrounds where playground_id = ${playgroundId}`)) > 0;
}
