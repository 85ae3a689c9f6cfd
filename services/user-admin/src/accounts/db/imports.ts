import { type Queryable, sql, type Tx } from '@parley/db';
import type { UserId } from '@parley/rules';

export type KnownPerson = { userId: UserId; importId: number; isCreated: boolean };

export async function knownPeople(
  db: Queryable,
  source: string,
  keys: readonly string[],
): Promise<Map<string, KnownPerson>> {
  const rows = await db.many<KnownPerson & { key: string }>(sql`
    select source_key as key, user_id as "userId", import_id as "importId", is_created as "isCreated"
      from imported_people where source = ${source} and source_key = any(${keys}::text[])`);
  return new Map(rows.map(({ key, ...row }) => [key, row]));
}

export type ErasedPerson = { userId: UserId; deletesMessages: boolean };

export async function erasedPeople(
  db: Queryable,
  source: string,
  keys: readonly string[],
): Promise<Map<string, ErasedPerson>> {
  const rows = await db.many<ErasedPerson & { key: string }>(sql`
    select g.key, e.user_id as "userId", e.deletes_messages as "deletesMessages"
      from unnest(${keys}::text[]) as g (key)
      join erased_imports e on e.key_sha256 = sha256(convert_to(${source} || chr(1) || g.key, 'UTF8'))`);
  return new Map(rows.map(({ key, ...row }) => [key, row]));
}

export async function putImportedPerson(
  tx: Tx,
  row: { source: string; key: string; userId: UserId; importId: number; isCreated: boolean },
): Promise<void> {
  await tx.execute(sql`
    insert into imported_people (source, source_key, user_id, import_id, is_created)
    values (${row.source}, ${row.key}, ${row.userId}, ${row.importId}, ${row.isCreated})`);
}

export async function putUses(tx: Tx, importId: number, userIds: readonly UserId[]): Promise<void> {
  await tx.execute(sql`
    insert into import_uses (import_id, user_id)
    select ${importId}::int8, user_id from unnest(${userIds}::int8[]) as u (user_id) on conflict do nothing`);
}

/** A call that is repeated while the first one still runs waits for it, and finds its accounts. */
export async function lockImportedPeople(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(7305807, 1)`);
}

/** Reserves IDs for new accounts: the wanted ones that are free, and new ones. The result is in the given order. */
export async function reserveUserIds(tx: Tx, wanted: readonly UserId[]): Promise<UserId[]> {
  await lockImportedPeople(tx);
  const asked = [...new Set(wanted.filter((id) => id > 0))];
  const rows = await tx.many<{ id: number }>(sql`
    select user_id as id from users where user_id = any(${asked}::int8[])`);
  const taken = new Set(rows.map(({ id }) => id));
  const highest = Math.max(0, ...asked);
  // New accounts get IDs above the wanted ones.
  await tx.execute(sql`
    select setval(pg_get_serial_sequence('users', 'user_id'), ${highest}::int8)
      from (select last_value, is_called from users_user_id_seq) s
     where ${highest}::int8 > case when s.is_called then s.last_value else s.last_value - 1 end`);
  const ids: UserId[] = [];
  for (const id of wanted) {
    if (id > 0 && !taken.has(id)) {
      taken.add(id);
      ids.push(id);
      continue;
    }
    const { next } = await tx.one<{ next: number }>(
      sql`select nextval(pg_get_serial_sequence('users', 'user_id')) as next`,
    );
    ids.push(next);
  }
  return ids;
}

/** Returns the people whom an import created, who have not signed in, and whom no other import uses. Bots come first. */
export async function removablePeople(db: Queryable, importId: number): Promise<UserId[]> {
  const rows = await db.many<{ id: number }>(sql`
    select u.user_id as id from imported_people i join users u using (user_id)
     where i.import_id = ${importId} and i.is_created and (u.awaits_sign_in or u.bot_type is not null or not u.is_active)
       and not exists (select from import_uses o where o.user_id = u.user_id and o.import_id <> ${importId})
       and not exists (select from users b join imported_people bi on bi.user_id = b.user_id
                        where b.bot_owner_id = u.user_id and bi.import_id <> ${importId})
     order by u.bot_type is null, u.user_id`);
  return [...new Set(rows.map(({ id }) => id))];
}

/** Deletes an account with everything that names it. What others still need stays, and names nobody. */
export async function deleteImportedPerson(tx: Tx, userId: UserId): Promise<void> {
  await tx.execute(sql`update groups set creator_id = null where creator_id = ${userId}`);
  await tx.execute(sql`update emoji set author_id = null where author_id = ${userId}`);
  await tx.execute(sql`update users set bot_owner_id = null where bot_owner_id = ${userId}`);
  await tx.execute(sql`update invitations set invited_by = null where invited_by = ${userId}`);
  await tx.execute(sql`delete from sights where guest_id = ${userId} or user_id = ${userId}`);
  await tx.execute(sql`delete from watched_guests where guest_id = ${userId}`);
  await tx.execute(sql`delete from users where user_id = ${userId}`);
}

export async function forgetImportedPeople(tx: Tx, importId: number): Promise<void> {
  await tx.execute(sql`delete from import_uses where import_id = ${importId}`);
  await tx.execute(sql`
    update imported_people i set import_id = o.import_id
      from (select user_id, min(import_id) as import_id from import_uses where import_id <> ${importId} group by user_id) o
     where i.import_id = ${importId} and o.user_id = i.user_id`);
  await tx.execute(sql`delete from imported_people where import_id = ${importId}`);
}

export async function noteImportStep(tx: Tx, importId: number, step: string): Promise<boolean> {
  return (
    (await tx.execute(sql`
      insert into recorded_imports (import_id, step) values (${importId}, ${step}) on conflict do nothing`)) >
    0
  );
}
