import { sql, type Tx } from '@parley/db';
import type { UserId } from '@parley/rules';

/** Deletes what is stored about an account: as a bot, and as the sender of messages. Returns the number of deliveries. */
export async function deleteAccount(tx: Tx, userId: UserId): Promise<number> {
  await tx.execute(sql`delete from incoming_webhooks where bot_id = ${userId}`);
  await tx.execute(sql`delete from outgoing_webhooks where bot_id = ${userId}`);
  await tx.execute(sql`delete from apps where bot_id = ${userId}`);
  await tx.execute(sql`delete from app_presses where user_id = ${userId} or bot_id = ${userId}`);
  await tx.execute(sql`delete from app_views where user_id = ${userId}`);
  await tx.execute(sql`delete from app_ephemerals where user_id = ${userId} or bot_id = ${userId}`);
  const received = await tx.execute(sql`delete from incoming_deliveries where bot_id = ${userId}`);
  const sent = await tx.execute(
    sql`delete from outgoing_deliveries where bot_id = ${userId} or sender_id = ${userId}`,
  );
  return received + sent;
}
