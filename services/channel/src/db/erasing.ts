import { sql, type Tx } from '@parley/db';
import type { UserId } from '@parley/rules';

/**
 * Deletes what concerns only this person: policies of topics, and mail addresses in the person's name. Resets the personal
 * settings of subscriptions, which stay, because the history of a channel's members depends on them. Returns the number of changed
 * rows.
 */
export async function erasePersonalRows(tx: Tx, userId: UserId): Promise<number> {
  return (
    (await tx.execute(sql`delete from user_topics where user_id = ${userId}`)) +
    (await tx.execute(sql`delete from imported_subscriptions where user_id = ${userId}`)) +
    (await tx.execute(sql`delete from channel_email_addresses where sender_id = ${userId}`)) +
    (await tx.execute(sql`
      update subscriptions
         set color = null, is_muted = false, is_pinned = false, desktop_notifications = null,
             email_notifications = null, push_notifications = null, audible_notifications = null,
             wildcard_mentions_notify = null
       where user_id = ${userId}
         and (color, desktop_notifications, email_notifications, push_notifications, audible_notifications,
              wildcard_mentions_notify, is_muted, is_pinned)
             is distinct from (null::text, null::boolean, null::boolean, null::boolean, null::boolean, null::boolean,
                               false, false)`))
  );
}
