import { anyOf, type Queryable, sql } from '@parley/db';
import type { MessageId } from '@parley/rules';

export type ReceivedMail = {
  /** Hash of the address and the Message-ID. A redelivered mail has the same value. */
  mailKey: Buffer;
  addressKey: Buffer;
  messageId: MessageId;
  /** Results of SPF, DKIM and DMARC. */
  authentication: string;
};

/** Returns whether the mail was received before, and how many mails to the same address became messages in the last hour. */
export function findEarlierMails(
  db: Queryable,
  { mailKey, addressKey }: Pick<ReceivedMail, 'mailKey' | 'addressKey'>,
): Promise<{ isRepeated: boolean; recent: number }> {
  return db.one(sql`
    select exists (select from received_mails where mail_key = ${mailKey}) as "isRepeated",
           (select count(*)::int8 from received_mails
             where address_key = ${addressKey} and received_at > now() - interval '1 hour') as recent`);
}

export async function insertReceived(db: Queryable, mail: ReceivedMail): Promise<void> {
  const { mailKey, addressKey, messageId, authentication } = mail;
  await db.execute(sql`
    insert into received_mails (mail_key, address_key, message_id, authentication)
    values (${mailKey}, ${addressKey}, ${messageId}, ${authentication})
    on conflict (mail_key) do nothing`);
}

/** Deletes rows that are older than `days`, at most 10,000 in one call. */
export async function deleteOldReceived(db: Queryable, days: number): Promise<void> {
  await db.execute(sql`
    delete from received_mails where mail_key = ${anyOf(sql`
      select mail_key from received_mails where received_at < now() - make_interval(days => ${days})
       order by received_at limit 10000`)}`);
}
