import { type Queryable, sql, type Tx } from '@parley/db';
import type { UserId } from '@parley/rules';
import type { Proven } from '../../kernel/domain/proof.ts';

/** Account whose second factors may be changed. */
type ProvenUserId = Proven<UserId, 'sign-in'>;

export type Passkey = {
  passkeyId: number;
  userId: UserId;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  name: string;
  /** In whole seconds since the Unix epoch. */
  createdAt: number;
  /** In whole seconds since the Unix epoch; 0 when it was never used. */
  lastUsedAt: number;
};

export type AuthenticatorApp = { secretSealed: Buffer; isConfirmed: boolean; lastStep: number };

export type Factors = {
  app: AuthenticatorApp | undefined;
  passkeys: Passkey[];
  recoveryCodes: number;
};

const passkeyColumns = sql`passkey_id as "passkeyId", user_id as "userId", credential_id as "credentialId",
  public_key as "publicKey", counter, transports, name, extract(epoch from created_at)::int8 as "createdAt",
  coalesce(extract(epoch from last_used_at)::int8, 0) as "lastUsedAt"`;

export const maxPasskeys = 20;

export async function findFactors(db: Queryable, userId: UserId): Promise<Factors> {
  const app = await db.maybeOne<AuthenticatorApp>(sql`
    select secret_sealed as "secretSealed", confirmed_at is not null as "isConfirmed", last_step as "lastStep"
      from authenticator_apps where user_id = ${userId}`);
  const passkeys = await db.many<Passkey>(sql`
    select ${passkeyColumns} from passkeys where user_id = ${userId} order by passkey_id limit ${maxPasskeys}`);
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from recovery_codes where user_id = ${userId}`,
  );
  return { app, passkeys, recoveryCodes: count };
}

/** Returns whether the person has a confirmed authenticator app or a passkey. */
export async function hasFactor(db: Queryable, userId: UserId): Promise<boolean> {
  const { has } = await db.one<{ has: boolean }>(sql`
    select exists (select from authenticator_apps where user_id = ${userId} and confirmed_at is not null)
        or exists (select from passkeys where user_id = ${userId}) as has`);
  return has;
}

/** Returns false, without a change, when the person has a confirmed app. */
export async function storeNewApp(tx: Tx, userId: ProvenUserId, secretSealed: Buffer): Promise<boolean> {
  const stored = await tx.execute(sql`
    insert into authenticator_apps (user_id, secret_sealed) values (${userId}, ${secretSealed})
    on conflict (user_id) do update set secret_sealed = excluded.secret_sealed, last_step = 0
     where authenticator_apps.confirmed_at is null`);
  return stored > 0;
}

/** Makes a new authenticator app a factor. Stores the time step of its first code, so that the code is not accepted again. */
export async function confirmApp(tx: Tx, userId: ProvenUserId, step: number): Promise<void> {
  await tx.execute(sql`update authenticator_apps
    set last_step = ${step}, confirmed_at = now() where user_id = ${userId} and confirmed_at is null`);
}

/** Stores the time step of an accepted code, so that no code is accepted twice. */
export async function storeAcceptedStep(tx: Tx, userId: UserId, step: number): Promise<void> {
  await tx.execute(sql`update authenticator_apps set last_step = ${step} where user_id = ${userId}`);
}

export async function deleteApp(tx: Tx, userId: ProvenUserId): Promise<boolean> {
  const row = await tx.maybeOne<{ was: boolean }>(sql`
    delete from authenticator_apps where user_id = ${userId} returning confirmed_at is not null as was`);
  return row?.was ?? false;
}

export function findPasskey(db: Queryable, credentialId: string): Promise<Passkey | undefined> {
  return db.maybeOne<Passkey>(
    sql`select ${passkeyColumns} from passkeys where credential_id = ${credentialId}`,
  );
}

/** Stores a new passkey. Returns its ID; undefined when its credential ID is already stored. */
export async function insertPasskey(
  tx: Tx,
  passkey: Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'name'> & {
    userId: ProvenUserId;
  },
): Promise<number | undefined> {
  const row = await tx.maybeOne<{ id: number }>(sql`
    insert into passkeys (user_id, credential_id, public_key, counter, transports, name)
    values (${passkey.userId}, ${passkey.credentialId}, ${passkey.publicKey}, ${passkey.counter},
      ${passkey.transports}::text[], ${passkey.name})
    on conflict (credential_id) do nothing returning passkey_id as id`);
  return row?.id;
}

export async function touchPasskey(tx: Tx, passkeyId: number, counter: number): Promise<void> {
  await tx.execute(
    sql`update passkeys set counter = ${counter}, last_used_at = now() where passkey_id = ${passkeyId}`,
  );
}

export async function renamePasskey(
  tx: Tx,
  userId: UserId,
  passkeyId: number,
  name: string,
): Promise<string | undefined> {
  const former = await tx.maybeOne<{ name: string }>(sql`
    update passkeys as p set name = ${name}
      from (select name from passkeys
             where user_id = ${userId} and passkey_id = ${passkeyId} for update) as former
     where p.user_id = ${userId} and p.passkey_id = ${passkeyId}
    returning former.name`);
  return former?.name;
}

export async function deletePasskey(
  tx: Tx,
  userId: ProvenUserId,
  passkeyId: number,
): Promise<string | undefined> {
  const row = await tx.maybeOne<{ name: string }>(
    sql`delete from passkeys where user_id = ${userId} and passkey_id = ${passkeyId} returning name`,
  );
  return row?.name;
}

export async function replaceRecoveryCodes(
  tx: Tx,
  userId: ProvenUserId,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx.execute(sql`delete from recovery_codes where user_id = ${userId}`);
  await tx.execute(sql`insert into recovery_codes (user_id, code_sha256)
    select ${userId}, hash from unnest(${hashes}::bytea[]) as codes (hash)`);
}

/** Deletes a recovery code, so that it can be used only once. Returns false when the person has no such code. */
export async function takeRecoveryCode(tx: Tx, userId: UserId, hash: Buffer): Promise<boolean> {
  return (
    (await tx.execute(sql`delete from recovery_codes where user_id = ${userId} and code_sha256 = ${hash}`)) >
    0
  );
}

/** Deletes all second factors of a person, including an unconfirmed app and the recovery codes. */
export async function deleteFactors(tx: Tx, userId: ProvenUserId): Promise<void> {
  await tx.execute(sql`delete from authenticator_apps where user_id = ${userId}`);
  await tx.execute(sql`delete from passkeys where user_id = ${userId}`);
  await tx.execute(sql`delete from recovery_codes where user_id = ${userId}`);
}
