import { type Queryable, sql } from '@parley/db';
import { type ChannelRow, channelColumns } from './channels.ts';

/** Maximum number of channels in one page. */
const pageSize = 20;

/**
 * Returns a page of channels with IDs above `afterChannelId`: all public ones, and private ones to which at least one of the
 * people is subscribed. With `withoutConsent`, returns all private channels.
 */
export function exportedChannels(
  db: Queryable,
  {
    afterChannelId,
    consentingUserIds,
    withoutConsent,
  }: { afterChannelId: number; consentingUserIds: readonly number[]; withoutConsent: boolean },
): Promise<ChannelRow[]> {
  return db.many<ChannelRow>(sql`
    select ${channelColumns} from channels c
     where c.channel_id > ${afterChannelId}
       and (not c.is_private or ${withoutConsent} or exists (
         select from subscriptions s where s.channel_id = c.channel_id and s.is_subscribed
            and s.user_id = any(${consentingUserIds}::int8[])))
     order by c.channel_id limit ${pageSize}`);
}

export type ExportedPeriod = { channelId: number; afterMessageId: number; untilMessageId: number };

/**
 * Returns the periods in which at least one of the people was subscribed, by channel, in ascending order. People who have left a
 * channel do not count for it. `untilMessageId` is 0 for a period without end.
 */
export function exportedPeriods(
  db: Queryable,
  channelIds: readonly number[],
  consentingUserIds: readonly number[],
): Promise<ExportedPeriod[]> {
  return db.many<ExportedPeriod>(sql`
    select merged.channel_id as "channelId", lower(span) - 1 as "afterMessageId",
           coalesce(upper(span) - 1, 0) as "untilMessageId"
      from (select p.channel_id, range_agg(int8range(p.after_message_id, p.until_message_id, '(]')) as spans
              from subscription_periods p join subscriptions s using (channel_id, user_id)
             where p.channel_id = any(${channelIds}::int8[]) and p.user_id = any(${consentingUserIds}::int8[])
               and s.is_subscribed
             group by p.channel_id) merged,
           unnest(merged.spans) as span
     order by merged.channel_id, span`);
}
