import { type Queryable, sql, type Tx } from '@parley/db';
import type { GroupId } from '@parley/rules';

export async function knownGroups(
  db: Queryable,
  source: string,
  keys: readonly string[],
): Promise<Map<string, { groupId: GroupId; importId: number }>> {
  const rows = await db.many<{ key: string; groupId: GroupId; importId: number }>(sql`
    select source_key as key, group_id as "groupId", import_id as "importId" from imported_groups
     where source = ${source} and source_key = any(${keys}::text[])`);
  return new Map(rows.map(({ key, ...row }) => [key, row]));
}

export async function putImportedGroup(
  tx: Tx,
  row: { source: string; key: string; groupId: GroupId; importId: number; isCreated: boolean },
): Promise<void> {
  await tx.execute(sql`
    insert into imported_groups (source, source_key, group_id, import_id, is_created)
    values (${row.source}, ${row.key}, ${row.groupId}, ${row.importId}, ${row.isCreated})`);
}

export async function listImportedGroups(db: Queryable, importId: number): Promise<GroupId[]> {
  const rows = await db.many<{ id: number }>(sql`
    select group_id as id from imported_groups where import_id = ${importId} and is_created order by 1`);
  return rows.map(({ id }) => id);
}

export async function deleteGroups(tx: Tx, groupIds: readonly GroupId[]): Promise<void> {
  await tx.execute(sql`delete from groups where group_id = any(${groupIds}::int8[])`);
}

export async function forgetImportedGroups(tx: Tx, importId: number): Promise<void> {
  await tx.execute(sql`delete from imported_groups where import_id = ${importId}`);
}

export async function putImportedEmoji(tx: Tx, importId: number, emojiId: number): Promise<void> {
  await tx.execute(sql`insert into imported_emoji (emoji_id, import_id) values (${emojiId}, ${importId})`);
}

export async function listImportedEmoji(db: Queryable, importId: number): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    select emoji_id as id from imported_emoji where import_id = ${importId} order by 1`);
  return rows.map(({ id }) => id);
}

export async function deleteEmoji(tx: Tx, emojiIds: readonly number[]): Promise<void> {
  await tx.execute(sql`delete from emoji where emoji_id = any(${emojiIds}::int8[])`);
}

export type ImportedDefinition = 'profile field' | 'linkifier';

/** Stores that an import brought a profile field or linkifier. */
export async function putImportedDefinition(
  tx: Tx,
  importId: number,
  kind: ImportedDefinition,
  id: number,
): Promise<void> {
  await tx.execute(sql`
    insert into imported_definitions (kind, id, import_id) values (${kind}, ${id}, ${importId})
    on conflict (kind, id) do update set import_id = excluded.import_id`);
}

export async function listImportedDefinitions(
  db: Queryable,
  importId: number,
  kind: ImportedDefinition,
): Promise<Set<number>> {
  const rows = await db.many<{ id: number }>(sql`
    select id from imported_definitions where import_id = ${importId} and kind = ${kind} order by id`);
  return new Set(rows.map(({ id }) => id));
}

export async function forgetImportedDefinitions(tx: Tx, importId: number): Promise<void> {
  await tx.execute(sql`delete from imported_definitions where import_id = ${importId}`);
}
