import { type Queryable, sql } from '@parley/db';
import type { ChannelId, MessageId, UserId } from '@parley/rules';
import { type ChannelRow, channelColumns } from './channels.ts';
import { type PersonalSettings, personalColumns } from './subscriptions.ts';

/** Maximum number of channels in one page. */
const pageSize = 20;

/** IDs above `afterChannelId`: public ones, and private ones of at least one of the people, or all `withoutConsent`. */
export function exportedChannels(
  db: Queryable,
  {
    afterChannelId,
    consentingUserIds,
    withoutConsent,
  }: { afterChannelId: ChannelId; consentingUserIds: readonly UserId[]; withoutConsent: boolean },
): Promise<ChannelRow[]> {
  return db.many<ChannelRow>(sql`
    select ${channelColumns} from channels c
     where c.channel_id > ${afterChannelId}
       and (not c.is_private or ${withoutConsent} or exists (
         select from subscriptions s where s.channel_id = c.channel_id and s.is_subscribed
            and s.user_id = any(${consentingUserIds}::int8[])))
     order by c.channel_id limit ${pageSize}`);
}

export type ExportedPeriod = { channelId: ChannelId; afterMessageId: MessageId; untilMessageId: MessageId };

/** By channel, ascending, without people who have left it. `untilMessageId` is 0 for a period without end. */
export function exportedPeriods(
  db: Queryable,
  channelIds: readonly ChannelId[],
  consentingUserIds: readonly UserId[],
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

/** What archives say of a channel besides its properties. */
export type ExportedPlace = { key: string; folderName: string; folderDescription: string };

/** Returns the keys and folders of channels, by ID. A channel that was imported from Parley keeps the key that it had there. */
export async function exportedPlaces(
  db: Queryable,
  channelIds: readonly ChannelId[],
): Promise<Map<ChannelId, ExportedPlace>> {
  const rows = await db.many<ExportedPlace & { channelId: ChannelId }>(sql`
    select c.channel_id as "channelId", coalesce(f.name, '') as "folderName",
           coalesce(f.description, '') as "folderDescription",
           coalesce((select i.source_key from imported_channels i
                      where i.channel_id = c.channel_id and i.source like 'parley:%'
                      order by i.import_id limit 1), c.channel_id::text) as key
      from channels c left join channel_folders f using (folder_id)
     where c.channel_id = any(${channelIds}::int8[])`);
  return new Map(rows.map(({ channelId, ...place }) => [channelId, place]));
}

export type ExportedSubscriptionRow = PersonalSettings & {
  userId: UserId;
  topics: { topic: string; policy: number; updatedAt: number }[];
};

/** Returns a page of a channel's subscriptions with personal settings and policies for topics, also of deactivated people. */
export function exportedSubscriptions(
  db: Queryable,
  channelId: ChannelId,
  afterUserId: UserId,
): Promise<ExportedSubscriptionRow[]> {
  return db.many<ExportedSubscriptionRow>(sql`
    select s.user_id as "userId", ${personalColumns},
           coalesce((select json_agg(json_build_object('topic', t.topic, 'policy', t.visibility_policy,
                       'updatedAt', floor(extract(epoch from t.updated_at))::int8) order by t.topic_key)
                       from user_topics t where t.channel_id = s.channel_id and t.user_id = s.user_id), '[]') as topics
      from subscriptions s
     where s.channel_id = ${channelId} and s.is_subscribed and s.user_id > ${afterUserId}
     order by s.user_id limit 500`);
}
