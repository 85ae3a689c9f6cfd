import { type Queryable, sql, type Tx } from '@parley/db';
import type { ChannelId, UserId } from '@parley/rules';
import type { PersonalSettings } from '../domain/subscription-setting.ts';
import { type ChannelRow, channelColumns } from './channels.ts';

export type { PersonalSettings };

export const personalColumns = sql`
  s.color, s.is_muted as "isMuted", s.is_pinned as "isPinned",
  s.desktop_notifications as "desktopNotifications", s.email_notifications as "emailNotifications",
  s.push_notifications as "pushNotifications", s.audible_notifications as "audibleNotifications",
  s.wildcard_mentions_notify as "wildcardMentionsNotify"`;

export type OwnSubscription = PersonalSettings & { isSubscribed: boolean };

/** Returns a person's subscriptions, also ended ones, by channel ID. */
export async function ownSubscriptions(
  db: Queryable,
  userId: UserId,
): Promise<ReadonlyMap<ChannelId, OwnSubscription>> {
  const rows = await db.many<OwnSubscription & { channelId: ChannelId }>(sql`
    select s.channel_id as "channelId", ${personalColumns}, s.is_subscribed as "isSubscribed"
      from subscriptions s where s.user_id = ${userId}`);
  return new Map(rows.map((row) => [row.channelId, row]));
}

export type SubscriptionRow = ChannelRow & PersonalSettings & { isSubscribed: boolean };

/** Returns a person's subscriptions with their channels. @param options `withLeft`: whether ended subscriptions are included */
export function subscriptionsOf(
  db: Queryable,
  userId: UserId,
  options: { withArchived: boolean; withLeft: boolean },
): Promise<SubscriptionRow[]> {
  return db.many<SubscriptionRow>(sql`
    select ${channelColumns}, ${personalColumns}, s.is_subscribed as "isSubscribed"
      from subscriptions s join channels c using (channel_id)
     where s.user_id = ${userId}
       and (s.is_subscribed or ${options.withLeft}::boolean)
       and (c.archived_at is null or ${options.withArchived}::boolean)
     order by c.channel_id`);
}

/** As the text of a JSON array, ascending. Channels without active subscribers are absent. */
export async function subscriberLists(
  db: Queryable,
  channelIds: readonly ChannelId[],
): Promise<Map<ChannelId, string>> {
  const rows = await db.many<{ channelId: ChannelId; ids: string }>(sql`
    select channel_id as "channelId", '[' || ids || ']' as ids
      from unnest(${channelIds}::int8[]) as asked(channel_id)
     cross join lateral (
       select string_agg(user_id::text, ',') as ids
         from (select user_id from subscriptions s
                where s.channel_id = asked.channel_id and is_subscribed and is_user_active
                order by user_id) as active) as list
     where ids is not null`);
  return new Map(rows.map((row) => [row.channelId, row.ids]));
}

export async function isSubscribed(db: Queryable, channelId: ChannelId, userId: UserId): Promise<boolean> {
  const found = await db.maybeOne(sql`
    select 1 as found from subscriptions
     where channel_id = ${channelId} and user_id = ${userId} and is_subscribed`);
  return found !== undefined;
}

export async function subscriberIdsOf(db: Queryable, channelId: ChannelId): Promise<UserId[]> {
  const rows = await db.many<{ userId: UserId }>(sql`
    select user_id as "userId" from subscriptions
     where channel_id = ${channelId} and is_subscribed and is_user_active order by user_id`);
  return rows.map((row) => row.userId);
}

export async function subscriberIdsIn(
  db: Queryable,
  channelIds: readonly ChannelId[],
): Promise<Map<ChannelId, UserId[]>> {
  const rows = await db.many<{ channelId: ChannelId; userIds: UserId[] }>(sql`
    select channel_id as "channelId", array_agg(user_id order by user_id) as "userIds"
      from subscriptions
     where channel_id = any(${channelIds}::int8[]) and is_subscribed and is_user_active
     group by channel_id order by channel_id`);
  return new Map(rows.map((row) => [row.channelId, row.userIds]));
}

/** Returns the IDs of active subscribers by channel ID. Leaves out channels with more than `limit` subscribers. */
export async function subscribersOfSmall(
  tx: Tx,
  channelIds: readonly ChannelId[],
  limit: number,
): Promise<Map<ChannelId, UserId[]>> {
  const rows = await tx.many<{ channelId: ChannelId; userIds: UserId[] }>(sql`
    select s.channel_id as "channelId", array_agg(s.user_id order by s.user_id) as "userIds"
      from subscriptions s join channels c using (channel_id)
     where s.channel_id = any(${channelIds}::int8[]) and s.is_subscribed and s.is_user_active
       and c.subscriber_count <= ${limit}
     group by s.channel_id`);
  return new Map(rows.map((row) => [row.channelId, row.userIds]));
}

/**
 * Takes the order lock until the transaction ends. Message IDs are assigned, and subscriptions change, only under this lock. The
 * first call must be the first statement of the transaction.
 * @returns the boundary: the highest message ID so far. Messages that are sent after this transaction have higher IDs
 */
export async function takeBoundary(tx: Tx): Promise<number> {
  const { boundary } = await tx.one<{ boundary: number }>(sql`select messaging.take_boundary() as boundary`);
  return boundary;
}

export type JoinedRow = PersonalSettings & { channelId: ChannelId; userId: UserId };

/** Their subscriptions change at `boundary`, the highest message ID before the change. */
type ChangedPairs = { channelIds: readonly ChannelId[]; userIds: readonly UserId[]; boundary: number };

/**
 * Subscribes every person to every channel in one statement: starts periods, and updates the numbers of subscribers. Who is subscribed
 * for the first time gets the channel's default for mobile notifications.
 * @param added `colors`: for each channel, the color that the people get; null keeps the color of an earlier subscription, or else
 * uses the default color
 * @returns the pairs that were not subscribed before, with the personal settings
 */
export function addSubscriptions(
  tx: Tx,
  { channelIds, colors, userIds, boundary }: ChangedPairs & { colors: readonly (string | null)[] },
): Promise<JoinedRow[]> {
  return tx.many<JoinedRow>(sql`
    with joined as (
      insert into subscriptions as s (channel_id, user_id, color, push_notifications)
      select c.channel_id, u.user_id, c.color, case when pushes_by_default then true end
        from unnest(${channelIds}::int8[], ${colors}::text[]) as c (channel_id, color)
        join channels using (channel_id)
       cross join unnest(${userIds}::int8[]) as u (user_id)
       order by c.channel_id, u.user_id
      on conflict (channel_id, user_id) do update
        set is_subscribed = true, is_user_active = true, color = coalesce(excluded.color, s.color)
        where not s.is_subscribed
      returning s.channel_id, s.user_id, ${personalColumns}
    ), opened as (
      insert into subscription_periods (user_id, channel_id, after_message_id)
      select user_id, channel_id, ${boundary} from joined
    ), counted as (
      update channels c set subscriber_count = c.subscriber_count + n.people
        from (select channel_id, count(*) as people from joined group by channel_id) n
       where c.channel_id = n.channel_id
    )
    select j.channel_id as "channelId", j.user_id as "userId", j.color, j."isMuted", j."isPinned",
           j."desktopNotifications", j."emailNotifications", j."pushNotifications", j."audibleNotifications",
           j."wildcardMentionsNotify"
      from joined j order by j.channel_id, j.user_id`);
}

export function activeSubscriptions(db: Queryable, channelId: ChannelId): Promise<JoinedRow[]> {
  return db.many<JoinedRow>(sql`
    select s.channel_id as "channelId", s.user_id as "userId", ${personalColumns}
      from subscriptions s
     where s.channel_id = ${channelId} and s.is_subscribed and s.is_user_active order by s.user_id`);
}

export type LeftRow = { channelId: ChannelId; userId: UserId; isUserActive: boolean };

/** Ends their periods, and deletes periods that contain no message. @returns the pairs that were subscribed */
export function removeSubscriptions(
  tx: Tx,
  { channelIds, userIds, boundary }: ChangedPairs,
): Promise<LeftRow[]> {
  return tx.many<LeftRow>(sql`
    with gone as (
      update subscriptions s set is_subscribed = false
       where s.channel_id = any(${channelIds}::int8[]) and s.user_id = any(${userIds}::int8[]) and s.is_subscribed
      returning s.channel_id, s.user_id, s.is_user_active
    ), closed as (
      update subscription_periods p set until_message_id = ${boundary}
        from gone g
       where p.channel_id = g.channel_id and p.user_id = g.user_id and p.until_message_id is null
         and p.after_message_id < ${boundary}
    ), emptied as (
      delete from subscription_periods p using gone g
       where p.channel_id = g.channel_id and p.user_id = g.user_id and p.until_message_id is null
         and p.after_message_id >= ${boundary}
    ), counted as (
      update channels c set subscriber_count = c.subscriber_count - n.people
        from (select channel_id, count(*) as people from gone where is_user_active group by channel_id) n
       where c.channel_id = n.channel_id
    )
    select channel_id as "channelId", user_id as "userId", is_user_active as "isUserActive"
      from gone order by channel_id, user_id`);
}

export type SettingChange = { channelId: ChannelId; change: Partial<PersonalSettings> };

/** @returns the changed channels; channels without a subscription are absent */
export async function changePersonalSettings(
  tx: Tx,
  userId: UserId,
  changes: readonly SettingChange[],
): Promise<ChannelId[]> {
  const rows = await tx.many<{ channelId: ChannelId }>(sql`
    update subscriptions s
       set color = case when c.change ? 'color' then c.change->>'color' else s.color end,
           is_muted = coalesce((c.change->>'isMuted')::boolean, s.is_muted),
           is_pinned = coalesce((c.change->>'isPinned')::boolean, s.is_pinned),
           desktop_notifications = coalesce((c.change->>'desktopNotifications')::boolean, s.desktop_notifications),
           email_notifications = coalesce((c.change->>'emailNotifications')::boolean, s.email_notifications),
           push_notifications = coalesce((c.change->>'pushNotifications')::boolean, s.push_notifications),
           audible_notifications = coalesce((c.change->>'audibleNotifications')::boolean, s.audible_notifications),
           wildcard_mentions_notify =
             coalesce((c.change->>'wildcardMentionsNotify')::boolean, s.wildcard_mentions_notify)
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c ("channelId" bigint, "change" jsonb)
     where s.user_id = ${userId} and s.channel_id = c."channelId" and s.is_subscribed
    returning s.channel_id as "channelId"`);
  return rows.map((row) => row.channelId);
}
