import { anyOf, type Query, type Queryable, sql, type Tx } from '@parley/db';
import type { UserId } from '@parley/rules';
import type { ServiceName } from '../domain/phone.ts';

/** By its push token, by an account ID that its app chose, or as a device with an ID of this server. */
export type PhoneKind = 'token' | 'account' | 'device';

/** A phone that can receive notifications. */
export type Phone = {
  phoneId: number;
  userId: UserId;
  kind: PhoneKind;
  service: ServiceName;
  /** Only for the kind `token`. */
  token: string | null;
  /** Bundle ID of the app, for the kind `token` at Apple's push service. */
  appId: string | null;
  accountId: number | null;
  /** Cipher byte and key, with which notifications are encrypted. Null for the kind `token`. */
  pushKey: Buffer | null;
  pushKeyId: number | null;
  /** At the forwarding service. Null for the kind `token`, and until the phone is registered there. */
  forwarderName: string | null;
  createdAtMs: number;
};

export const isEncrypted = ({ kind }: Pick<Phone, 'kind'>): boolean => kind !== 'token';

/** A registration for the forwarding service. `tokenId` is empty for the kind `account`. */
export type Registration = {
  service: ServiceName;
  tokenId: string;
  forwarderPublicKey: string;
  encryptedRegistration: string;
};

export type StoredPhone = Omit<Phone, 'service'> & {
  service: ServiceName | null;
  registration: Registration | null;
  registrationSinceMs: number | null;
  errorCode: string | null;
};

const columns: Query = sql`
  p.phone_id as "phoneId", p.user_id as "userId", p.kind, p.service, p.token, p.app_id as "appId",
  p.account_id as "accountId", p.push_key as "pushKey", p.push_key_id as "pushKeyId",
  p.forwarder_name as "forwarderName", (extract(epoch from p.created_at) * 1000)::int8 as "createdAtMs",
  p.registration, (extract(epoch from p.registration_since) * 1000)::int8 as "registrationSinceMs",
  p.error_code as "errorCode"`;

/** SQL condition: the phone can receive notifications. */
export const isReady: Query = sql`(p.kind = 'token' or p.forwarder_name is not null)`;

/** So that `limit` remain, with their pending pushes. Returns the IDs of the deleted phones. */
async function limitPhones(tx: Tx, userId: UserId, kind: PhoneKind, limit: number): Promise<number[]> {
  const rows = await tx.many<{ phoneId: number }>(sql`
    with gone as (
      delete from phones where phone_id = ${anyOf(sql`
        select phone_id from phones where user_id = ${userId} and kind = ${kind}
         order by created_at desc, phone_id desc offset ${limit}`)}
      returning phone_id),
    pushes as (
      delete from phone_pushes where user_id = ${userId} and phone_id in (select phone_id from gone))
    select phone_id as "phoneId" from gone order by 1`);
  return rows.map(({ phoneId }) => phoneId);
}

export type TokenPhone = { service: ServiceName; token: string; appId: string | null };

/** Renews a known phone. Deletes the oldest above `limit`. @param isForwarded register at the forwarding service */
export async function putTokenPhone(
  tx: Tx,
  userId: UserId,
  { service, token, appId }: TokenPhone,
  { isForwarded, limit }: { isForwarded: boolean; limit: number },
): Promise<void> {
  const nextAttempt = isForwarded ? sql`now()` : sql`null`;
  await tx.execute(sql`
    insert into phones (user_id, kind, service, token, app_id, next_attempt_at)
    values (${userId}, 'token', ${service}, ${token}, ${appId}, ${nextAttempt})
    on conflict (user_id, service, md5(token)) where kind = 'token' do update
      set app_id = excluded.app_id, created_at = now(), attempts = 0, next_attempt_at = excluded.next_attempt_at`);
  await limitPhones(tx, userId, 'token', limit);
}

function deletePhones(tx: Queryable, which: Query): Promise<{ phoneId: number; kind: PhoneKind }[]> {
  return tx.many(sql`
    with gone as (delete from phones p where ${which} returning p.phone_id, p.user_id, p.kind),
    pushes as (
      delete from phone_pushes w using gone where w.user_id = gone.user_id and w.phone_id = gone.phone_id)
    select phone_id as "phoneId", kind from gone order by 1`);
}

export async function removeTokenPhone(
  tx: Tx,
  userId: UserId,
  { service, token }: Omit<TokenPhone, 'appId'>,
): Promise<boolean> {
  const gone = await deletePhones(
    tx,
    sql`p.user_id = ${userId} and p.service = ${service} and md5(p.token) = md5(${token}) and p.token = ${token} and p.kind = 'token'`,
  );
  return gone.length > 0;
}

export async function removePhone(tx: Tx, userId: UserId, phoneId: number): Promise<void> {
  await deletePhones(tx, sql`p.user_id = ${userId} and p.phone_id = ${phoneId}`);
}

export const removeAllPhones = (tx: Tx, userId: UserId) => deletePhones(tx, sql`p.user_id = ${userId}`);

/** One row for each of its users. @param registeredBefore later ones are kept; milliseconds since the Unix epoch */
export async function forgetToken(
  db: Queryable,
  { service, token }: Omit<TokenPhone, 'appId'>,
  registeredBefore = Number.MAX_SAFE_INTEGER,
): Promise<void> {
  await deletePhones(
    db,
    sql`p.kind = 'token' and p.service = ${service} and md5(p.token) = md5(${token}) and p.token = ${token}
        and extract(epoch from p.created_at) * 1000 <= ${registeredBefore}::float8`,
  );
}

/** @returns its ID, and the IDs of older devices that were deleted because the person had too many */
export async function insertDevice(
  tx: Tx,
  userId: UserId,
  limit: number,
): Promise<{ deviceId: number; goneIds: number[] }> {
  const { deviceId } = await tx.one<{ deviceId: number }>(sql`
    insert into phones (user_id, kind) values (${userId}, 'device') returning phone_id as "deviceId"`);
  return { deviceId, goneIds: await limitPhones(tx, userId, 'device', limit) };
}

export async function removeDevice(tx: Tx, userId: UserId, deviceId: number): Promise<boolean> {
  const gone = await deletePhones(
    tx,
    sql`p.user_id = ${userId} and p.phone_id = ${deviceId} and p.kind = 'device'`,
  );
  return gone.length > 0;
}

/** Locks and returns a device of a person; undefined when it does not exist. */
export const lockDevice = (tx: Tx, userId: UserId, deviceId: number): Promise<StoredPhone | undefined> =>
  tx.maybeOne<StoredPhone>(sql`
    select ${columns} from phones p
     where p.user_id = ${userId} and p.phone_id = ${deviceId} and p.kind = 'device' for update`);

/** Creates it when it does not exist. Deletes the person's oldest such phones above `limit`. */
export async function lockAccount(
  tx: Tx,
  userId: UserId,
  accountId: number,
  limit: number,
): Promise<StoredPhone> {
  await tx.execute(sql`
    insert into phones (user_id, kind, account_id) values (${userId}, 'account', ${accountId})
    on conflict (user_id, account_id) where kind = 'account' do nothing`);
  await limitPhones(tx, userId, 'account', limit);
  return tx.one<StoredPhone>(sql`
    select ${columns} from phones p
     where p.user_id = ${userId} and p.account_id = ${accountId} and p.kind = 'account' for update`);
}

export async function storeKey(
  tx: Tx,
  phoneId: number,
  { key, keyId }: { key: Buffer; keyId: number | null },
): Promise<void> {
  await tx.execute(
    sql`update phones set push_key = ${key}, push_key_id = ${keyId} where phone_id = ${phoneId}`,
  );
}

/** A worker sends it. @returns the time, in whole seconds since the Unix epoch */
export async function storeRegistration(
  tx: Tx,
  phoneId: number,
  registration: Registration,
): Promise<number> {
  const { since } = await tx.one<{ since: number }>(sql`
    update phones set registration = ${JSON.stringify(registration)}::jsonb, registration_since = now(),
           next_attempt_at = now(), attempts = 0, error_code = null,
           service = coalesce(service, ${registration.service})
     where phone_id = ${phoneId}
    returning floor(extract(epoch from registration_since))::int8 as since`);
  return since;
}

export const listEncrypted = (db: Queryable, userId: UserId): Promise<StoredPhone[]> =>
  db.many<StoredPhone>(sql`
    select ${columns} from phones p where p.user_id = ${userId} and p.kind <> 'token' order by p.phone_id`);

/** Returns a person's phones that can receive notifications, ordered by ID. */
export const listReady = (db: Queryable, userId: UserId): Promise<Phone[]> =>
  db.many<Phone>(sql`
    select ${columns} from phones p where p.user_id = ${userId} and ${isReady} order by p.phone_id`);

export async function readPhones(db: Queryable, phoneIds: readonly number[]): Promise<Map<number, Phone>> {
  const rows = await db.many<Phone>(sql`
    select ${columns} from phones p where p.phone_id = any(${phoneIds}::int8[]) and ${isReady}`);
  return new Map(rows.map((row) => [row.phoneId, row]));
}

/** Claims phones that are to be registered at the forwarding service: no other replica claims them for `leaseSeconds`. */
export const claimRegistrations = (
  db: Queryable,
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
): Promise<(StoredPhone & { attempts: number })[]> =>
  db.many(sql`
    update phones p set attempts = p.attempts + 1, next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
     where p.phone_id = ${anyOf(sql`
             select phone_id from phones where next_attempt_at <= now()
              order by next_attempt_at limit ${limit} for update skip locked`)}
    returning ${columns}, p.attempts`);

export async function postponeRegistration(db: Queryable, phoneId: number, dueAt: Date): Promise<void> {
  await db.execute(sql`
    update phones set next_attempt_at = ${dueAt} where phone_id = ${phoneId} and next_attempt_at is not null`);
}

/** Unless it was registered again meanwhile. @param since `createdAtMs` of the ended registration */
export async function endTokenRegistration(db: Queryable, phoneId: number, since: number): Promise<void> {
  await db.execute(sql`
    update phones p set next_attempt_at = null
     where p.phone_id = ${phoneId} and (extract(epoch from p.created_at) * 1000)::int8 = ${since}`);
}

/** Unless there is a newer one. @param end the name at the service, or the error code @returns whether it was stored */
export async function endRegistration(
  tx: Tx,
  { phoneId, registration }: StoredPhone,
  end: { forwarderName: string } | { errorCode: string },
): Promise<boolean> {
  const change =
    'errorCode' in end
      ? sql`error_code = ${end.errorCode}`
      : sql`error_code = null, registration = null, forwarder_name = ${end.forwarderName},
            service = registration ->> 'service'`;
  const changed = await tx.execute(sql`
    update phones set next_attempt_at = null, ${change}
     where phone_id = ${phoneId} and registration = ${JSON.stringify(registration)}::jsonb`);
  return changed > 0;
}

/** With an account ID: deleted. Devices lose their name and keep their key. @returns the IDs of the devices */
export async function forgetForwarderNames(
  tx: Tx,
  userId: UserId,
  names: readonly string[],
): Promise<number[]> {
  const named = sql`p.user_id = ${userId} and p.forwarder_name = any(${names}::text[])`;
  await deletePhones(tx, sql`${named} and p.kind = 'account'`);
  const rows = await tx.many<{ phoneId: number }>(sql`
    update phones p set forwarder_name = null where ${named} returning p.phone_id as "phoneId"`);
  return rows.map(({ phoneId }) => phoneId);
}
