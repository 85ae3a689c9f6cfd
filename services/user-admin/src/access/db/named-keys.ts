import { type Queryable, type SnapshotRow, snapshotColumns, snapshotOf, sql, type Tx } from '@parley/db';
import type { Snapshot } from '@parley/proto/common/v1/snapshot';
import type { UserId } from '@parley/rules';
import { personColumns, personOf } from '../../kernel/db/people.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { Proven } from '../../kernel/domain/proof.ts';

export type NamedKeyRow = {
  keyId: number;
  name: string;
  isReadOnly: boolean;
  areas: string[] | null;
  /** All times are in whole seconds since the Unix epoch. */
  createdAt: number;
  expiresAt: number | null;
  lastUsedAt: number | null;
  lastUsedAddress: string | null;
};

export const maxNamedKeys = 50;
/** Minimum number of days for which an expired key is still stored and listed. */
const expiredDays = 30;

const columns = sql`key_id as "keyId", name, is_read_only as "isReadOnly", areas,
  extract(epoch from created_at)::int8 as "createdAt", extract(epoch from expires_at)::int8 as "expiresAt",
  extract(epoch from last_used_at)::int8 as "lastUsedAt", last_used_address as "lastUsedAddress"`;

/** Returns the named keys of an account, newest first, including expired ones that `insertNamedKey` has not deleted yet. */
export function listNamedKeys(db: Queryable, userId: UserId): Promise<NamedKeyRow[]> {
  return db.many<NamedKeyRow>(sql`select ${columns} from named_keys
    where user_id = ${userId} order by key_id desc limit ${2 * maxNamedKeys}`);
}

export function findNamedKey(db: Queryable, userId: UserId, keyId: number): Promise<NamedKeyRow | undefined> {
  return db.maybeOne<NamedKeyRow>(sql`select ${columns} from named_keys
    where user_id = ${userId} and key_id = ${keyId} and (expires_at is null or expires_at > now())`);
}

/** Stores a named key and returns its ID. Also deletes keys of the account that expired more than `expiredDays` days ago. */
export async function insertNamedKey(
  tx: Tx,
  key: { userId: Proven<UserId, 'api-key'>; keySha256: Buffer; name: string; isReadOnly: boolean } & {
    areas: readonly string[] | null;
    /** Lifetime in seconds; null for a key that does not expire. */
    lifeSeconds: number | null;
  },
): Promise<number> {
  await tx.execute(sql`delete from named_keys
    where user_id = ${key.userId} and expires_at < now() - make_interval(days => ${expiredDays})`);
  const { id } = await tx.one<{ id: number }>(sql`
    insert into named_keys (user_id, key_sha256, name, is_read_only, areas, expires_at)
    values (${key.userId}, ${key.keySha256}, ${key.name}, ${key.isReadOnly}, ${key.areas}::text[],
      now() + make_interval(secs => ${key.lifeSeconds}::float8)) returning key_id as id`);
  return id;
}

/** Makes a key expire `seconds` from now, unless it already expires earlier than that. */
export async function shortenNamedKey(tx: Tx, keyId: number, seconds: number): Promise<void> {
  await tx.execute(sql`update named_keys
    set expires_at = least(expires_at, now() + make_interval(secs => ${seconds})) where key_id = ${keyId}`);
}

/** Deletes the named key with an ID, or without an ID all named keys of an account. Returns the deleted keys. */
export function deleteNamedKeys(
  tx: Tx,
  userId: UserId,
  keyId?: number,
): Promise<{ keyId: number; name: string; isValid: boolean }[]> {
  const condition = keyId === undefined ? sql`true` : sql`key_id = ${keyId}`;
  return tx.many(sql`
    delete from named_keys where user_id = ${userId} and ${condition}
    returning key_id as "keyId", name, (expires_at is null or expires_at > now()) as "isValid"`);
}

/** With its account, the language in the account's settings (null when not set), and the snapshot in which they were read. */
export async function findNamedKeyHolder(
  db: Queryable,
  keySha256: Buffer,
): Promise<{ person: Person; language: string | null; snapshot: Snapshot; key: NamedKeyRow } | undefined> {
  type Row = Parameters<typeof personOf>[0] & SnapshotRow & NamedKeyRow & { language: string | null };
  const row = await db.maybeOne<Row>(sql`
    select ${personColumns}, s.settings ->> 'default_language' as language, ${snapshotColumns},
           k.key_id as "keyId", k.name, k.is_read_only as "isReadOnly", k.areas,
           extract(epoch from k.created_at)::int8 as "createdAt",
           extract(epoch from k.expires_at)::int8 as "expiresAt",
           extract(epoch from k.last_used_at)::int8 as "lastUsedAt", k.last_used_address as "lastUsedAddress"
      from named_keys as k join users as u using (user_id) left join user_settings as s using (user_id)
     where k.key_sha256 = ${keySha256} and (k.expires_at is null or k.expires_at > now())`);
  return row && { person: personOf(row), language: row.language, snapshot: snapshotOf(row), key: keyOf(row) };
}

const keyOf = ({
  keyId,
  name,
  isReadOnly,
  areas,
  createdAt,
  expiresAt,
  lastUsedAt,
  lastUsedAddress,
}: NamedKeyRow): NamedKeyRow => ({
  keyId,
  name,
  isReadOnly,
  areas,
  createdAt,
  expiresAt,
  lastUsedAt,
  lastUsedAddress,
});

/** Updates the time and network address of the last use of a key. Writes at most once a minute. */
export async function touchNamedKey(db: Queryable, keyId: number, address: string): Promise<void> {
  await db.execute(sql`update named_keys set last_used_at = now(), last_used_address = ${address}
    where key_id = ${keyId} and (last_used_at is null or last_used_at < now() - interval '1 minute')`);
}
