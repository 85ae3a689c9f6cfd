import { sql, type Tx } from '@parley/db';
import { emailKey, type UserId } from '@parley/rules';

/** And the note that a mail server refused their address. Returns the number of devices. */
export async function deletePerson(tx: Tx, userId: UserId, email: string): Promise<number> {
  await tx.execute(sql`delete from due_people where user_id = ${userId}`);
  await tx.execute(sql`delete from missed_messages where user_id = ${userId}`);
  await tx.execute(sql`delete from mails where user_id = ${userId} or address = ${email}`);
  await tx.execute(sql`delete from refused_addresses where address_key = ${emailKey(email)}`);
  await tx.execute(sql`delete from channel_addresses where ${userId}::int8 in (creator_id, sender_id)`);
  await tx.execute(sql`
    update waiting_messages set excluded_ids = array_remove(excluded_ids, ${userId}::int8)
     where ${userId}::int8 = any(excluded_ids)`);
  await tx.execute(sql`delete from due_pushes where user_id = ${userId}`);
  await tx.execute(sql`delete from phone_pushes where user_id = ${userId}`);
  const browsers = await tx.execute(sql`delete from web_push_subscriptions where user_id = ${userId}`);
  const phones = await tx.execute(sql`delete from phones where user_id = ${userId}`);
  return browsers + phones;
}
