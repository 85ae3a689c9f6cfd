import { sql, type Tx } from '@parley/db';

/** The real address of a person or bot. */
export type Address = { userId: number; isBot: boolean; deliveryEmail: string };

/**
 * Returns the accounts whose `email_address_visibility` is one of the given values, with their addresses. Takes a shared lock
 * on them until the transaction ends. It prevents changes, and several transactions can hold it at the same time.
 */
export function lockAddressesForShare(tx: Tx, visibilities: readonly number[]): Promise<Address[]> {
  return tx.many<Address>(sql`
    select user_id as "userId", bot_type is not null as "isBot", delivery_email as "deliveryEmail"
      from users where email_address_visibility = any(${visibilities}::int4[]) and not is_system_bot
     order by user_id for share`);
}
