import { type Queryable, type SnapshotRow, snapshotColumns, snapshotOf, sql, type Tx } from '@parley/db';
import type { Snapshot } from '@parley/proto/common/v1/snapshot';
import { roles, type UserId } from '@parley/rules';
import { personColumns, personOf } from '../../kernel/db/people.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { Proven } from '../../kernel/domain/proof.ts';
import type { PasswordHash } from '../domain/password-hash.ts';

/** Null when the account has no password. */
export type Credentials = { passwordHash: string | null };

export function findCredentials(db: Queryable, userId: UserId): Promise<Credentials | undefined> {
  return db.maybeOne<Credentials>(
    sql`select password_hash as "passwordHash" from credentials where user_id = ${userId}`,
  );
}

export async function findSealedApiKey(db: Queryable, userId: Proven<UserId, 'api-key'>): Promise<Buffer> {
  const { apiKeySealed } = await db.one<{ apiKeySealed: Buffer }>(
    sql`select api_key_sealed as "apiKeySealed" from credentials where user_id = ${userId}`,
  );
  return apiKeySealed;
}

/** Uses are stored at most once an hour for an address, and at most once a minute, because most clients use this key. */
const isUseStored = (address: string) => sql`coalesce(c.api_key_last_used_at > now()
  - case when c.api_key_last_used_address = ${address} then interval '1 hour' else interval '1 minute' end, false)`;

export type ApiKeyHolder = {
  person: Person;
  language: string | null;
  snapshot: Snapshot;
  /** Whether `touchAccountKey` would store nothing. */
  isUseStored: boolean;
};

/** One statement, because gateways need it for many requests. @param address network address from which the key is used */
export async function findApiKeyHolder(
  db: Queryable,
  keySha256: Buffer,
  address: string,
): Promise<ApiKeyHolder | undefined> {
  type Row = Parameters<typeof personOf>[0] & SnapshotRow & Pick<ApiKeyHolder, 'language' | 'isUseStored'>;
  const row = await db.maybeOne<Row>(sql`
    select ${personColumns}, s.settings ->> 'default_language' as language, ${snapshotColumns},
           ${isUseStored(address)} as "isUseStored"
      from credentials as c join users as u using (user_id) left join user_settings as s using (user_id)
     where c.api_key_sha256 = ${keySha256}`);
  if (!row) return undefined;
  const { language, isUseStored: isStored } = row;
  return { person: personOf(row), language, snapshot: snapshotOf(row), isUseStored: isStored };
}

export type NewCredentials = {
  userId: UserId;
  passwordHash: PasswordHash | null;
  apiKeySha256: Buffer;
  apiKeySealed: Buffer;
};

export async function insertCredentials(tx: Tx, credentials: readonly NewCredentials[]): Promise<void> {
  await tx.execute(sql`
    insert into credentials (user_id, password_hash, api_key_sha256, api_key_sealed)
    select * from unnest(${credentials.map(({ userId }) => userId)}::int8[],
      ${credentials.map(({ passwordHash }) => passwordHash)}::text[],
      ${credentials.map(({ apiKeySha256 }) => apiKeySha256)}::bytea[],
      ${credentials.map(({ apiKeySealed }) => apiKeySealed)}::bytea[])`);
}

/** Stores a new API key. The old key is invalid after the commit. */
export async function storeApiKey(
  tx: Tx,
  userId: Proven<UserId, 'api-key'>,
  key: { apiKeySha256: Buffer; apiKeySealed: Buffer },
): Promise<void> {
  await tx.execute(sql`update credentials set api_key_sha256 = ${key.apiKeySha256},
    api_key_sealed = ${key.apiKeySealed}, api_key_changed_at = now(), api_key_last_used_at = null,
    api_key_last_used_address = null where user_id = ${userId}`);
}

/** Starts a new generation of access of an account. Signed addresses that contain the former one become invalid. */
export async function startAccessGeneration(tx: Tx, userId: UserId): Promise<void> {
  await tx.execute(
    sql`update credentials set access_generation = access_generation + 1 where user_id = ${userId}`,
  );
}

export async function accessGenerationOf(db: Queryable, userId: UserId): Promise<number> {
  const row = await db.maybeOne<{ generation: number }>(
    sql`select access_generation as generation from credentials where user_id = ${userId}`,
  );
  return row?.generation ?? 0;
}

/** 32 hexadecimal digits that change when the role or all access of an administrator ends, and when there is another one. */
export async function administratorsState(db: Queryable): Promise<string> {
  const { state } = await db.one<{ state: string }>(sql`
    select left(encode(sha256(convert_to(coalesce(
             string_agg(u.user_id || '-' || coalesce(c.access_generation, 0), ',' order by u.user_id), ''), 'UTF8')), 'hex'), 32)
           as state
      from users as u left join credentials as c using (user_id)
     where u.is_active and u.role <= ${roles.administrator}`);
  return state;
}

export async function storePasswordHash(
  tx: Tx,
  userId: Proven<UserId, 'sign-in'>,
  passwordHash: PasswordHash,
): Promise<void> {
  await tx.execute(sql`update credentials set password_hash = ${passwordHash} where user_id = ${userId}`);
}

/** Properties of the account's own API key. Times are in whole seconds since the Unix epoch. */
export type AccountKeyRow = { createdAt: number; lastUsedAt: number | null; lastUsedAddress: string | null };

export function findAccountKey(db: Queryable, userId: UserId): Promise<AccountKeyRow | undefined> {
  return db.maybeOne<AccountKeyRow>(sql`
    select extract(epoch from api_key_changed_at)::int8 as "createdAt",
           extract(epoch from api_key_last_used_at)::int8 as "lastUsedAt",
           api_key_last_used_address as "lastUsedAddress"
      from credentials where user_id = ${userId}`);
}

/** Stores the time and network address of the last use of the account's own API key, unless it is stored already. */
export async function touchAccountKey(db: Queryable, keySha256: Buffer, address: string): Promise<void> {
  await db.execute(sql`
    update credentials as c set api_key_last_used_at = now(), api_key_last_used_address = ${address}
     where c.api_key_sha256 = ${keySha256} and not ${isUseStored(address)}`);
}

export type ApiKeyHolderRow = {
  userId: UserId;
  email: string;
  fullName: string;
  role: number;
  isBot: boolean;
  isActive: boolean;
  /** When the key was created, in whole seconds since the Unix epoch. */
  changedAt: number;
};

/** Returns a page of accounts with the times at which their API keys were created, ordered by ID. */
export function listApiKeyHolders(
  db: Queryable,
  { afterUserId, limit }: { afterUserId: UserId; limit: number },
): Promise<ApiKeyHolderRow[]> {
  return db.many<ApiKeyHolderRow>(sql`
    select user_id as "userId", u.delivery_email as email, u.full_name as "fullName", u.role,
           u.bot_type is not null as "isBot", u.is_active as "isActive",
           extract(epoch from c.api_key_changed_at)::int8 as "changedAt"
      from credentials as c join users as u using (user_id)
     where user_id > ${afterUserId} order by user_id limit ${limit}`);
}
