import { anyOf, type Query, type Queryable, sql, type Tx } from '@parley/db';
import { emailKey, type UserId } from '@parley/rules';
import type { Mail, MailReport } from '../domain/mail.ts';

/** A mail to queue. `messageId` is the value of its Message-ID header field. */
type QueuedMail = { userId: UserId; address: string; messageId: string };
/** A mail about messages, whose text is written when it is sent. */
export type NewReport = QueuedMail & {
  report: MailReport;
  /** When it may be sent, in Unix milliseconds. Default: now. */
  dueAtMs?: number;
};
/** A mail whose text does not depend on messages. */
export type NewMail = QueuedMail & { content: Mail };

/** Queues mails. They are sent after the commit. */
export async function insertMails(tx: Tx, mails: readonly (NewMail | NewReport)[]): Promise<void> {
  if (mails.length === 0) return;
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  await tx.execute(sql`
    insert into mails (user_id, address, message_id, content, report, next_attempt_at, state)
    select m.user_id, m.address, m.message_id, m.content, m.report, coalesce(m.due_at, now()),
           case when m.report is null then 'queued' else 'queued_unwritten' end
      from unnest(${mails.map(({ userId }) => userId)}::int8[], ${mails.map(({ address }) => address)}::text[],
        ${mails.map(({ messageId }) => messageId)}::text[],
        ${mails.map((mail) => json('content' in mail ? mail.content : undefined))}::jsonb[],
        ${mails.map((mail) => json('report' in mail ? mail.report : undefined))}::jsonb[],
        ${mails.map((mail) => ('dueAtMs' in mail && mail.dueAtMs ? new Date(mail.dueAtMs) : null))}::timestamptz[])
        as m (user_id, address, message_id, content, report, due_at)`);
}

/**
 * Queues a mail with encrypted content. Does nothing when a mail with the same Message-ID exists.
 * @param mail.userId the person with whose account the mail is concerned; 0 for none
 */
export async function insertSecretMail(
  db: Queryable,
  { userId, address, messageId, sealed }: QueuedMail & { sealed: Buffer },
): Promise<void> {
  await db.execute(sql`
    insert into mails (user_id, address, message_id, sealed, state)
    values (${userId}, ${address}, ${messageId}, ${sealed}, 'queued_sealed')
    on conflict (message_id) do nothing`);
}

/** A claimed mail. Exactly one of `content`, `sealed` (encrypted content) and `report` (a mail about messages) is not null. */
export type ClaimedMail = {
  mailId: number;
  userId: UserId;
  address: string;
  messageId: string;
  content: Mail | null;
  sealed: Buffer | null;
  report: MailReport | null;
  attempts: number;
  createdAtMs: number;
};

export type ClaimLimits = {
  /** Seconds until the first claim of a mail ends, longer than an attempt. Doubles with each attempt, at most seven times. */
  retrySeconds: number;
  /** Maximum number of mails per minute that all replicas claim together; 0 for no limit. */
  perMinute: number;
};

/** Maximum number of mails about messages that are claimed together, because they are written together. */
const reportsPerClaim = 25;

/**
 * Claims the mail that has been due for the longest time, a mail about an account first; of mails about messages, several at once.
 * If no outcome is stored, a mail is due again when the claim ends.
 */
export async function claimMails(db: Queryable, limits: ClaimLimits): Promise<ClaimedMail[]> {
  // Mails about accounts (`queued_sealed`) go first, because people wait for them.
  for (const state of [sql`'queued_sealed'`, sql`'queued'`]) {
    const claimed = await claimInState(db, state, 1, limits);
    if (claimed.length > 0) return claimed;
  }
  const count = limits.perMinute === 0 ? reportsPerClaim : 1;
  return claimInState(db, sql`'queued_unwritten'`, count, limits);
}

/**
 * Claims mails in one state.
 * @param state a literal, so that the planner can use the partial index of the state
 */
function claimInState(
  db: Queryable,
  state: Query,
  count: number,
  { retrySeconds, perMinute }: ClaimLimits,
): Promise<ClaimedMail[]> {
  const due = sql`select mail_id from mails where state = ${state} and next_attempt_at <= now()`;
  // The minimum is read from the index. With `exists`, PostgreSQL may expect to find a mail in this state in the first pages.
  const isAnyDue = sql`(select min(next_attempt_at) from mails where state = ${state}) <= now()`;
  const first = sql`order by next_attempt_at limit ${count} for update skip locked`;
  return db.many<ClaimedMail>(sql`
    ${perMinute === 0 ? sql`with first as materialized (${due} ${first})` : withTurn({ due, isAnyDue, first, perMinute })}
    update mails set attempts = attempts + 1,
           next_attempt_at = now() + make_interval(secs => ${retrySeconds} * power(2, least(attempts, 7)))
     where mail_id = ${anyOf(sql`select mail_id from first`)}
    returning mail_id as "mailId", user_id as "userId", address, message_id as "messageId", content, sealed, report, attempts,
              (extract(epoch from created_at) * 1000)::int8 as "createdAtMs"`);
}

/** Time for which unused slots can still be used, in seconds. It is longer than the interval at which mails are sent. */
const turnsKeptSeconds = 5;

/**
 * Returns common table expressions for a rate limit: a mail is claimed only when the next slot has come. The distance of slots
 * is a little more than a minute divided by `perMinute`. So no minute has more than `perMinute` mails, even when unused slots are
 * used later.
 * The slot is locked before a mail. Otherwise, a replica that finds the first mail locked could use the only slot for a later
 * mail.
 */
const withTurn = ({ due, isAnyDue, first, perMinute }: TurnParts): Query => sql`
  with turn as materialized (select from mail_rate where next_at <= now() and ${isAnyDue} for update),
       first as materialized (${due} and exists (select from turn) ${first}),
       moved as (update mail_rate set next_at = greatest(next_at, now() - make_interval(secs => ${turnsKeptSeconds}))
                                              + make_interval(secs => ${(60 + turnsKeptSeconds + 1) / perMinute}::float8)
                  where exists (select from first))`;

/** Parts of a statement that claims mails: the due ones, whether there are any, the order and number of those to claim. */
type TurnParts = { due: Query; isAnyDue: Query; first: Query; perMinute: number };

export async function markAccepted(db: Queryable, mailId: number): Promise<void> {
  await db.execute(sql`
    update mails set state = 'accepted', ended_at = now(), content = null, sealed = null, report = null
     where mail_id = ${mailId}`);
}

/** Stores that sending a mail has failed permanently. */
export async function markFailed(db: Queryable, mailId: number, reason: string): Promise<void> {
  await db.execute(sql`
    update mails set state = 'failed', ended_at = now(), content = null, sealed = null, report = null, failure = ${reason.slice(0, 500)}
     where mail_id = ${mailId}`);
}

/** Ends claims of mails that were not tried. They are due again immediately. */
export async function releaseMails(db: Queryable, mails: readonly ClaimedMail[]): Promise<void> {
  await db.execute(sql`
    update mails set attempts = attempts - 1, next_attempt_at = now()
     where mail_id = any(${mails.map(({ mailId }) => mailId)}::int8[])`);
}

/** Stores the address to which a queued mail is sent, because the person has changed theirs. */
export async function changeAddress(db: Queryable, mailId: number, address: string): Promise<void> {
  await db.execute(sql`update mails set address = ${address} where mail_id = ${mailId}`);
}

/** Deletes a queued mail that is no longer needed. */
export async function dropMail(db: Queryable, mailId: number): Promise<void> {
  await db.execute(sql`delete from mails where mail_id = ${mailId}`);
}

/** Deletes mails that were accepted or failed more than `days` ago, at most 10,000 in one call. */
export async function deleteOldMails(db: Queryable, days: number): Promise<void> {
  await db.execute(sql`
    delete from mails where mail_id = ${anyOf(sql`
      select mail_id from mails where state in ('accepted', 'failed') and ended_at < now() - make_interval(days => ${days})
       order by ended_at limit 10000`)}`);
}

/** Stores that a mail server refused an address permanently. */
export async function refuseAddress(db: Queryable, address: string, reason: string): Promise<void> {
  await db.execute(sql`
    insert into refused_addresses (address_key, refused_at, reason)
    values (${emailKey(address)}, now(), ${reason.slice(0, 500)})
    on conflict (address_key) do update set refused_at = excluded.refused_at, reason = excluded.reason`);
}

/**
 * Stores that a mail was not delivered although the mail server had accepted it.
 * @returns the mail's address; undefined when the mail does not exist or is still queued
 */
export async function markUndelivered(
  db: Queryable,
  mailId: number,
  failure: string,
): Promise<string | undefined> {
  const row = await db.maybeOne<{ address: string }>(sql`
    update mails set state = 'failed', failure = ${failure.slice(0, 500)}
     where mail_id = ${mailId} and state in ('accepted', 'failed')
    returning address`);
  return row?.address;
}

/** Returns which of the addresses a mail server refused within the last `days`, as `emailKey`s. */
export async function refusedAmong(
  db: Queryable,
  addresses: readonly string[],
  days: number,
): Promise<Set<string>> {
  const rows = await db.many<{ key: string }>(sql`
    select address_key as key from refused_addresses
     where address_key = any(${addresses.map(emailKey)}::text[])
       and refused_at > now() - make_interval(days => ${days})`);
  return new Set(rows.map(({ key }) => key));
}

/**
 * Returns the number of queued mails, and the age of the oldest in seconds. The states are selected separately, so that the
 * planner can use their partial indexes.
 */
export function measureQueue(db: Queryable): Promise<{ queued: number; oldestSeconds: number }> {
  return db.one(sql`
    select count(*)::int8 as queued,
           coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as "oldestSeconds"
      from (select created_at from mails where state = 'queued'
            union all select created_at from mails where state = 'queued_sealed'
            union all select created_at from mails where state = 'queued_unwritten') as waiting`);
}
