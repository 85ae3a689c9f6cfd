import { type Query, type Queryable, sql, type Tx } from '@parley/db';
import type { ChannelId, MessageId, UserId } from '@parley/rules';
import type { ChannelProperties } from '../domain/channel-change.ts';
import type { ChannelSettingValues } from '../domain/group-settings.ts';
import type { NewChannelProperties } from '../domain/new-channel.ts';

/** A stored channel with all columns. `ChannelProperties` are those that people change. */
export type ChannelRow = ChannelProperties & {
  channelId: ChannelId;
  creatorId: UserId | null;
  /** Seconds since the Unix epoch. */
  createdAt: number;
  subscriberCount: number;
  firstMessageId: MessageId | null;
  isRecentlyActive: boolean;
  /** Average number of messages per week over at most four weeks; null in a channel's first week. */
  weeklyTraffic: number | null;
  revision: number;
};

export const channelColumns: Query = sql`
  c.channel_id as "channelId", c.name, c.name_key as "nameKey", c.description,
  c.rendered_description as "renderedDescription", c.is_private as "isPrivate",
  c.is_web_public as "isWebPublic", c.is_history_public as "isHistoryPublic",
  c.archived_at is not null as "isArchived", c.message_retention_days as "messageRetentionDays",
  c.folder_id as "folderId", c.topics_policy as "topicsPolicy", c.group_settings as "groupSettings",
  c.creator_id as "creatorId", extract(epoch from c.created_at)::int8 as "createdAt",
  c.is_default as "isDefault", c.pushes_by_default as "pushesByDefault", c.subscriber_count as "subscriberCount",
  c.first_message_id as "firstMessageId",
  coalesce(c.last_active_on, c.created_at::date) > current_date - 180 as "isRecentlyActive",
  case when current_date - c.created_at::date >= 7 then
    (select round(coalesce(sum(t.message_count), 0) * 7.0 / least(28, current_date - c.created_at::date))::int
       from channel_traffic t where t.channel_id = c.channel_id and t.day >= current_date - 28)
  end as "weeklyTraffic", c.revision`;

/** Returns all channels, or those with the given IDs, in ascending order of ID. */
export const channels = (db: Queryable, ids?: readonly ChannelId[]): Promise<ChannelRow[]> =>
  db.many<ChannelRow>(sql`
    select ${channelColumns} from channels c
     where ${ids === undefined}::boolean or c.channel_id = any(${ids ?? []}::int8[])
     order by c.channel_id`);

/** A channel with the caller's relation to it. */
export type RelatedChannel = ChannelRow & { isSubscribed: boolean };

/** Also archived ones. They fit in memory: an organization has a few thousand. */
export function allChannels(db: Queryable, userId: UserId): Promise<RelatedChannel[]> {
  return db.many<RelatedChannel>(sql`
    select ${channelColumns}, coalesce(s.is_subscribed, false) as "isSubscribed"
      from channels c
      left join subscriptions s on s.channel_id = c.channel_id and s.user_id = ${userId}
     order by c.channel_id`);
}

/** Returns the channels with these IDs in ascending order, and whether the user is subscribed to them. */
export function relatedChannels(
  db: Queryable,
  channelIds: readonly ChannelId[],
  userId: UserId,
): Promise<RelatedChannel[]> {
  return db.many<RelatedChannel>(sql`
    select ${channelColumns}, coalesce(s.is_subscribed, false) as "isSubscribed"
      from channels c
      left join subscriptions s on s.channel_id = c.channel_id and s.user_id = ${userId}
     where c.channel_id = any(${channelIds}::int8[])
     order by c.channel_id`);
}

/** Returns channels by the keys of their names (`name_key`), and whether the user is subscribed to them. */
export function channelsByKey(
  db: Queryable,
  keys: readonly string[],
  userId: UserId,
): Promise<RelatedChannel[]> {
  return db.many<RelatedChannel>(sql`
    select ${channelColumns}, coalesce(s.is_subscribed, false) as "isSubscribed"
      from channels c
      left join subscriptions s on s.channel_id = c.channel_id and s.user_id = ${userId}
     where c.name_key = any(${keys}::text[])
     order by c.channel_id`);
}

export async function channelById(
  db: Queryable,
  channelId: ChannelId,
  userId: UserId,
): Promise<RelatedChannel | undefined> {
  return db.maybeOne<RelatedChannel>(sql`
    select ${channelColumns}, coalesce(s.is_subscribed, false) as "isSubscribed"
      from channels c
      left join subscriptions s on s.channel_id = c.channel_id and s.user_id = ${userId}
     where c.channel_id = ${channelId}`);
}

export function channelsByIdOrKey(
  db: Queryable,
  ids: readonly ChannelId[],
  keys: readonly string[],
): Promise<ChannelRow[]> {
  return db.many<ChannelRow>(sql`
    select ${channelColumns} from channels c
     where c.channel_id = any(${ids}::int8[]) or c.name_key = any(${keys}::text[])
     order by c.channel_id`);
}

export function defaultChannels(db: Queryable): Promise<ChannelRow[]> {
  return db.many<ChannelRow>(sql`
    select ${channelColumns} from channels c
     where c.is_default and c.archived_at is null order by c.channel_id`);
}

export type NewChannel = {
  name: string;
  key: string;
  description: string;
  renderedDescription: string;
  groupSettings: ChannelSettingValues;
  creatorId: UserId | null;
  properties: NewChannelProperties;
};

/** Inserts channels in the given order. The caller holds the lock of `takeBoundary` and has checked that the names are free. */
export function insertChannels(tx: Tx, channels: readonly NewChannel[]): Promise<ChannelRow[]> {
  if (channels.length === 0) return Promise.resolve([]);
  const rows = channels.map(({ properties, ...channel }) => ({ ...channel, ...properties }));
  return tx.many<ChannelRow>(sql`
    with created as (
      insert into channels (name, name_key, description, rendered_description, is_private, is_web_public,
        is_history_public, message_retention_days, folder_id, topics_policy, group_settings, creator_id, is_default,
        pushes_by_default)
      select n."name", n."key", n."description", n."renderedDescription", n."isPrivate", n."isWebPublic",
             n."isHistoryPublic", n."messageRetentionDays", n."folderId", n."topicsPolicy", n."groupSettings",
             n."creatorId", n."isDefault", n."pushesByDefault"
        from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (
          "name" text, "key" text, "description" text, "renderedDescription" text, "isPrivate" boolean,
          "isWebPublic" boolean, "isHistoryPublic" boolean, "messageRetentionDays" int, "folderId" bigint,
          "topicsPolicy" text, "groupSettings" jsonb, "creatorId" bigint, "isDefault" boolean,
          "pushesByDefault" boolean))
          with ordinality as n
       order by n.ordinality
      returning *)
    select ${channelColumns} from created c order by c.channel_id`);
}

/** Returns a channel and locks it until the transaction ends; undefined when it does not exist. */
export function lockChannel(tx: Tx, channelId: ChannelId): Promise<ChannelRow | undefined> {
  return tx.maybeOne<ChannelRow>(sql`
    select ${channelColumns} from channels c where c.channel_id = ${channelId} for update of c`);
}

/** @throws a unique violation of `channels_name_key_unique` when the name is taken */
export function updateChannel(tx: Tx, channelId: ChannelId, row: ChannelProperties): Promise<ChannelRow> {
  return tx.one<ChannelRow>(sql`
    update channels c
       set name = ${row.name}, name_key = ${row.nameKey}, description = ${row.description},
           rendered_description = ${row.renderedDescription}, is_private = ${row.isPrivate},
           is_web_public = ${row.isWebPublic}, is_history_public = ${row.isHistoryPublic},
           is_default = ${row.isDefault}, pushes_by_default = ${row.pushesByDefault},
           message_retention_days = ${row.messageRetentionDays}::int,
           folder_id = ${row.folderId}::int8, topics_policy = ${row.topicsPolicy},
           group_settings = ${JSON.stringify(row.groupSettings)}::jsonb,
           archived_at = case when ${row.isArchived} then coalesce(c.archived_at, now()) end,
           revision = c.revision + 1
     where c.channel_id = ${channelId}
    returning ${channelColumns}`);
}

/** Returns the private channels. Only for these, membership in a group can decide who sees them. */
export function privateChannels(db: Queryable): Promise<ChannelRow[]> {
  return db.many<ChannelRow>(
    sql`select ${channelColumns} from channels c where c.is_private order by c.channel_id`,
  );
}
