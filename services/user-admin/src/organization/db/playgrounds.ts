import { errors } from '@parley/core';
import { type Queryable, sql, type Tx, uniqueViolation } from '@parley/db';

export type Playground = { id: number; name: string; language: string; urlTemplate: string };

/** Limited because every change sends all playgrounds to clients. */
export const maxPlaygrounds = 200;

export function listPlaygrounds(db: Queryable): Promise<Playground[]> {
  return db.many<Playground>(sql`
    select playground_id as id, name, language, url_template as "urlTemplate"
      from playgrounds order by playground_id`);
}

/** Stores a playground. Returns its ID. @throws BAD_REQUEST when a playground with this language and name exists */
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

export async function deletePlayground(tx: Tx, playgroundId: number): Promise<boolean> {
  return (await tx.execute(sql`delete from playgrounds where playground_id = ${playgroundId}`)) > 0;
}
