import { sql, type Tx } from '@parley/db';

/** The real address of a person or bot. */
export type Address = { userId: number; isBot: boolean; deliveryEmail: string };

/**
 * Returns the addresses whose owners chose one of these visibilities (`email_address_visibility`), and locks them
 * against changes until the transaction ends. Several transactions can hold this lock at the same time.
 */
export function lockAddressesForShare(tx: Tx, visibilities: readonly number[]): Promise<Address[]> {
  return tx.many<Address>(sql`
    select user_id as "userId", bot_type is not null as "isBot", delivery_email as "deliveryEmail"
      from users where email_address_visibility = any(${visibilities}::int4[]) and not is_system_bot
     order by user_id for share`);
}
