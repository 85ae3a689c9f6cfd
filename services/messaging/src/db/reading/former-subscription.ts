import { sql, type Tx } from '@parley/db';
import type { ChannelId, UserId } from '@parley/rules';
import { maxUnreadListed } from '../../domain/limits.ts';
import type { Period } from '../../domain/reading/visibility.ts';
import { isBaseRead, isMarkedUnread, lockReadState } from '../read-state/read-state.ts';

/**
 * Returns the IDs of messages in a channel that were unread for a person when a past subscription ended: the newest
 * `maxUnreadListed`, in ascending order. Leaves out messages that the person marked unread later. It locks the person's read
 * state until the transaction ends, so that the caller's event comes before the events of later changes.
 */
export async function unreadOfPeriod(
  tx: Tx,
  userId: UserId,
  channelId: ChannelId,
  { after, until }: Period,
): Promise<number[]> {
  await lockReadState(tx, userId);
  const rows = await tx.many<{ id: number }>(sql`
    with marked as materialized (
      select message_id, coalesce(kept_at, message_id) as kept_at from personal_flags
       where user_id = ${userId} and ${isMarkedUnread(sql`flags`)})
    select found.id from (
      select m.id from messages m
       where m.channel_id = ${channelId} and m.id > ${after} and m.id <= ${until} and not ${isBaseRead(userId)}
      union
      select m.id from marked k join messages m on m.id = k.message_id
       where k.kept_at > ${after} and k.kept_at <= ${until} and m.channel_id = ${channelId}) found
     where not exists (select from marked k where k.message_id = found.id and k.kept_at > ${until})
     order by found.id desc limit ${maxUnreadListed}`);
  return rows.map(({ id }) => id).reverse();
}
