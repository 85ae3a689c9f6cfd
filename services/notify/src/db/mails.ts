import { type Queryable, sql, type Tx } from '@parley/db';
import { emailKey } from '@parley/rules';
import type { Mail } from '../domain/mail.ts';

/** A mail to queue. `messageId` is its Message-ID header. */
export type NewMail = { userId: number; address: string; messageId: string; content: Mail };

/** Stores a mail; it is sent after the commit. */
export async function insertMail(tx: Tx, { userId, address, messageId, content }: NewMail): Promise<void> {
  await tx.execute(sql`
    insert into mails (user_id, address, message_id, content)
    values (${userId}, ${address}, ${messageId}, ${JSON.stringify(content)}::jsonb)`);
}

export type ClaimedMail = {
  mailId: number;
  address: string;
  messageId: string;
  content: Mail;
  attempts: number;
  createdAtMs: number;
};

/**
 * Claims the mail that has been due for longest: it is due again after a growing delay, unless its outcome is stored before.
 * @param retrySeconds the first delay, which doubles with each attempt; longer than an attempt can take
 */
export function claimMail(db: Queryable, retrySeconds: number): Promise<ClaimedMail | undefined> {
  return db.maybeOne<ClaimedMail>(sql`
    update mails set attempts = attempts + 1,
           next_attempt_at = now() + make_interval(secs => ${retrySeconds} * power(2, least(attempts, 7)))
     where mail_id = (select mail_id from mails where state = 'queued' and next_attempt_at <= now()
                       order by next_attempt_at limit 1 for update skip locked)
    returning mail_id as "mailId", address, message_id as "messageId", content, attempts,
              (extract(epoch from created_at) * 1000)::int8 as "createdAtMs"`);
}

/** Stores that the mail server took a mail over. */
export async function markAccepted(db: Queryable, mailId: number): Promise<void> {
  await db.execute(sql`
    update mails set state = 'accepted', ended_at = now(), content = null where mail_id = ${mailId}`);
}

/** Stores that a mail is given up. */
export async function markFailed(db: Queryable, mailId: number, reason: string): Promise<void> {
  await db.execute(sql`
    update mails set state = 'failed', ended_at = now(), content = null, failure = ${reason.slice(0, 500)}
     where mail_id = ${mailId}`);
}

/** Deletes ended mails that are older than some days, at most 10,000. */
export async function deleteOldMails(db: Queryable, days: number): Promise<void> {
  await db.execute(sql`
    delete from mails where mail_id in (
      select mail_id from mails where state <> 'queued' and ended_at < now() - make_interval(days => ${days})
       order by ended_at limit 10000)`);
}

/** Stores that a mail server refused an address for good. */
export async function refuseAddress(db: Queryable, address: string, reason: string): Promise<void> {
  await db.execute(sql`
    insert into refused_addresses (address_key, refused_at, reason)
    values (${emailKey(address)}, now(), ${reason.slice(0, 500)})
    on conflict (address_key) do update set refused_at = excluded.refused_at, reason = excluded.reason`);
}

/** Returns those of the addresses that a mail server refused within some days, as `emailKey`s. */
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

/** Returns the number of queued mails, and the age in seconds of the oldest. */
export function measureQueue(db: Queryable): Promise<{ queued: number; oldestSeconds: number }> {
  return db.one(sql`
    select count(*)::int8 as queued,
           coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as "oldestSeconds"
      from mails where state = 'queued'`);
}
