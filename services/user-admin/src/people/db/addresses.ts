import { sql, type Tx } from '@parley/db';
import type { UserId } from '@parley/rules';

export type Address = { userId: UserId; isBot: boolean; deliveryEmail: string };

/** The shared lock prevents changes until the transaction ends; several transactions can hold it. */
export function lockAddressesForShare(tx: Tx, visibilities: readonly number[]): Promise<Address[]> {
  return tx.many<Address>(sql`
    select user_id as "userId", bot_type is not null as "isBot", delivery_email as "deliveryEmail"
      from users where email_address_visibility = any(${visibilities}::int4[]) and not is_system_bot
     order by user_id for share`);
}
