import { errors } from '@parley/core';
import { type Queryable, sql, type Tx, uniqueViolation } from '@parley/db';
import type { Linkifier } from '../domain/linkifiers.ts';

/** Returns all linkifiers (rules that turn matching text into links) in the order in which they apply. */
export function listLinkifiers(db: Queryable): Promise<Linkifier[]> {
  return db.many<Linkifier>(sql`
    select linkifier_id as id, pattern, url_template as "urlTemplate", reverse_template as "reverseTemplate",
           example_input as "exampleInput",
           alternative_url_templates as "alternativeUrlTemplates"
      from linkifiers order by position, linkifier_id`);
}

/** Adds a linkifier at the end. Returns its ID. @throws BAD_REQUEST when another linkifier has the same pattern */
export async function insertLinkifier(tx: Tx, linkifier: Omit<Linkifier, 'id'>): Promise<number> {
  const insert = sql`
    insert into linkifiers (pattern, url_template, example_input, reverse_template, alternative_url_templates, position)
    select ${linkifier.pattern}, ${linkifier.urlTemplate}, ${linkifier.exampleInput}, ${linkifier.reverseTemplate},
           ${linkifier.alternativeUrlTemplates}::text[], coalesce(max(position), 0) + 1 from linkifiers
    returning linkifier_id as id`;
  const { id } = await tx.one<{ id: number }>(insert).catch(refuseTaken);
  return id;
}

/** Stores a changed linkifier. @throws BAD_REQUEST when another linkifier has the same pattern */
export async function updateLinkifier(tx: Tx, linkifier: Linkifier): Promise<void> {
  const update = sql`
    update linkifiers set pattern = ${linkifier.pattern}, url_template = ${linkifier.urlTemplate},
           example_input = ${linkifier.exampleInput}, reverse_template = ${linkifier.reverseTemplate},
           alternative_url_templates = ${linkifier.alternativeUrlTemplates}::text[]
     where linkifier_id = ${linkifier.id}`;
  await tx.execute(update).catch(refuseTaken);
}

export async function deleteLinkifier(tx: Tx, linkifierId: number): Promise<boolean> {
  return (await tx.execute(sql`delete from linkifiers where linkifier_id = ${linkifierId}`)) > 0;
}

export async function orderLinkifiers(tx: Tx, linkifierIds: readonly number[]): Promise<void> {
  await tx.execute(sql`
    update linkifiers as l set position = o.position
      from unnest(${linkifierIds}::int8[]) with ordinality as o (linkifier_id, position)
     where l.linkifier_id = o.linkifier_id`);
}

/** Patterns must be different, because the second of two equal patterns would never apply. */
function refuseTaken(error: unknown): never {
  if (uniqueViolation(error) === undefined) throw error;
  throw errors.badRequest('A linkifier with this pattern already exists.');
}
