import { type Queryable, sql, type Tx } from '@parley/db';
import type { UserId } from '@parley/rules';
import type { Proven } from '../../kernel/domain/proof.ts';

/** Numbers of deleted items by kind. */
export type ErasureCounts = Readonly<Record<string, number>>;

export type Erasure = {
  erasureId: number;
  userId: UserId;
  /** The person's address before the erasure; null when the erasure has finished. */
  email: string | null;
  deletesMessages: boolean;
  /** The owner who requested it; null for an operator. */
  requestedBy: number | null;
  /** In whole seconds since the Unix epoch. */
  requestedAt: number;
  /** In whole seconds since the Unix epoch; null until everything is erased. */
  finishedAt: number | null;
  counts: ErasureCounts;
};

const columns = sql`erasure_id as "erasureId", user_id as "userId", email, deletes_messages as "deletesMessages",
  requested_by as "requestedBy", extract(epoch from requested_at)::int8 as "requestedAt",
  extract(epoch from finished_at)::int8 as "finishedAt", counts`;

/** Stores an erasure, which a worker then completes. Returns its ID. */
export async function insertErasure(
  tx: Tx,
  erasure: Pick<Erasure, 'email' | 'deletesMessages' | 'requestedBy'> & {
    userId: Proven<UserId, 'erasure'>;
  },
): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into erasures (user_id, email, deletes_messages, requested_by)
    values (${erasure.userId}, ${erasure.email}, ${erasure.deletesMessages}, ${erasure.requestedBy})
    returning erasure_id as id`);
  return id;
}

/** Returns at most 100 erasures that have not finished, oldest first. */
export const pendingErasures = (db: Queryable): Promise<Erasure[]> =>
  db.many<Erasure>(
    sql`select ${columns} from erasures where finished_at is null order by erasure_id limit 100`,
  );

/** Returns the newest 1,000 erasures, newest first. */
export const listErasures = (db: Queryable): Promise<Erasure[]> =>
  db.many<Erasure>(sql`select ${columns} from erasures order by erasure_id desc limit 1000`);

/** Correct even if several replicas continue the erasure: each reports only the items that it deleted itself. */
export async function addCounts(tx: Tx, erasureId: number, counts: ErasureCounts): Promise<void> {
  const before = await tx.one<{ counts: ErasureCounts }>(
    sql`select counts from erasures where erasure_id = ${erasureId} for update`,
  );
  const sums = { ...before.counts };
  for (const [kind, count] of Object.entries(counts)) sums[kind] = (sums[kind] ?? 0) + count;
  await tx.execute(
    sql`update erasures set counts = ${JSON.stringify(sums)}::jsonb where erasure_id = ${erasureId}`,
  );
}

/** Marks an erasure as finished, and deletes the stored address. Returns false when it had already finished. */
export async function endErasure(tx: Tx, erasureId: number): Promise<boolean> {
  const count = await tx.execute(sql`update erasures set finished_at = now(), email = null
    where erasure_id = ${erasureId} and finished_at is null`);
  return count > 0;
}

/** Hashes, so that a repeated import does not bring the person back. Must run before `deletePersonalRows`. */
export async function rememberErasedKeys(
  tx: Tx,
  userId: Proven<UserId, 'erasure'>,
  deletesMessages: boolean,
): Promise<void> {
  await tx.execute(sql`
    insert into erased_imports (key_sha256, user_id, deletes_messages)
    select sha256(convert_to(source || chr(1) || source_key, 'UTF8')), user_id, ${deletesMessages}
      from imported_people where user_id = ${userId}
    on conflict do nothing`);
}

/** Deletes the password and the rows that concern only this account. Returns the numbers of deleted items by kind. */
export async function deletePersonalRows(tx: Tx, userId: Proven<UserId, 'erasure'>): Promise<ErasureCounts> {
  const deleted = async (query: ReturnType<typeof sql>) => tx.execute(query);
  return {
    settings: await deleted(sql`delete from user_settings where user_id = ${userId}`),
    alert_words: await deleted(sql`delete from alert_words where user_id = ${userId}`),
    imports:
      (await deleted(sql`delete from import_uses where user_id = ${userId}`)) +
      (await deleted(sql`delete from imported_people where user_id = ${userId}`)),
    muted_users: await deleted(sql`delete from muted_users where user_id = ${userId}`),
    navigation_views: await deleted(sql`delete from navigation_views where user_id = ${userId}`),
    onboarding_steps: await deleted(sql`delete from finished_onboarding_steps where user_id = ${userId}`),
    statuses: await deleted(sql`delete from user_statuses where user_id = ${userId}`),
    presences: await deleted(sql`delete from presences where user_id = ${userId}`),
    sessions: await deleted(sql`delete from sessions where user_id = ${userId}`),
    authenticator_apps: await deleted(sql`delete from authenticator_apps where user_id = ${userId}`),
    passkeys: await deleted(sql`delete from passkeys where user_id = ${userId}`),
    recovery_codes: await deleted(sql`delete from recovery_codes where user_id = ${userId}`),
    api_keys: await deleted(sql`delete from named_keys where user_id = ${userId}`),
    zoom_tokens: await deleted(sql`delete from zoom_tokens where user_id = ${userId}`),
    links_in_mails: await deleted(sql`delete from mail_tokens where user_id = ${userId}`),
    identities: await deleted(sql`delete from external_identities where user_id = ${userId}`),
    provider_pictures: await deleted(sql`delete from provider_pictures where user_id = ${userId}`),
    provisioning: await deleted(sql`delete from scim_users where user_id = ${userId}`),
    passwords: await deleted(
      sql`update credentials set password_hash = null where user_id = ${userId} and password_hash is not null`,
    ),
    stored_texts: await deleted(sql`delete from bot_storage where user_id = ${userId}`),
    sign_in_attempts: await deleted(sql`delete from sign_in_attempts where user_id = ${userId}`),
    seen_people: await deleted(sql`delete from sights where guest_id = ${userId}`),
    watched_guests: await deleted(sql`delete from watched_guests where guest_id = ${userId}`),
    provisioned_deactivations: await deleted(
      sql`delete from provisioned_deactivations where user_id = ${userId}`,
    ),
    mails_and_messages: await deleted(sql`delete from outbox where user_id = ${userId}`),
    welcome_texts: await deleted(sql`
      update invitations set welcome_text = null where invited_by = ${userId} and welcome_text is not null`),
  };
}

export const deleteInvitationsOf = (tx: Tx, emailKey: string): Promise<number> =>
  tx.execute(sql`delete from invitations where email_key = ${emailKey}`);
