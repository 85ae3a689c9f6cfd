import { type Queryable, sql, type Tx } from '@parley/db';
import type { ChannelId, UserId } from '@parley/rules';
import type { PersonalSettings } from '../domain/subscription-setting.ts';

export type KnownImport = { sourceKey: string; channelId: ChannelId; importId: number; isCreated: boolean };

export function knownImports(db: Queryable, source: string, keys: readonly string[]): Promise<KnownImport[]> {
  return db.many<KnownImport>(sql`
    select source_key as "sourceKey", channel_id as "channelId", import_id as "importId", is_created as "isCreated"
      from imported_channels
     where source = ${source} and source_key = any(${keys}::text[])`);
}

export async function putImported(
  tx: Tx,
  row: { source: string; sourceKey: string; channelId: ChannelId; importId: number; isCreated: boolean },
): Promise<void> {
  await tx.execute(sql`
    insert into imported_channels (source, source_key, channel_id, import_id, is_created)
    values (${row.source}, ${row.sourceKey}, ${row.channelId}, ${row.importId}, ${row.isCreated})`);
}

/** Sets the time of creation of a new channel, in seconds, and whether it is archived. */
export async function setOrigin(
  tx: Tx,
  channelId: ChannelId,
  { createdAt, isArchived }: { createdAt: number; isArchived: boolean },
): Promise<void> {
  await tx.execute(sql`
    update channels set created_at = case when ${createdAt}::int8 = 0 then created_at else to_timestamp(${createdAt}::int8) end,
      archived_at = case when ${isArchived}::bool then now() end
     where channel_id = ${channelId}`);
}

/** Returns the ID of the folder with a name, which is created when it does not exist. `key` is the form by which names are compared. */
export async function ensureFolder(
  tx: Tx,
  { name, key, description }: { name: string; key: string; description: string },
): Promise<number> {
  const known = await tx.maybeOne<{ id: number }>(sql`
    select folder_id as id from channel_folders where name_key = ${key} and archived_at is null`);
  if (known) return known.id;
  const { id } = await tx.one<{ id: number }>(sql`
    insert into channel_folders (name, name_key, description, position)
    select ${name}, ${key}, ${description}, coalesce(max(position) + 1, 0) from channel_folders
    returning folder_id as id`);
  return id;
}

export type ImportedPair = PersonalSettings & { channelId: ChannelId; userId: UserId };

/** Writes the personal settings of new subscriptions, and who added them. */
export async function finishSubscriptions(
  tx: Tx,
  importId: number,
  pairs: readonly ImportedPair[],
): Promise<void> {
  await tx.execute(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as g (
        "channelId" bigint, "userId" bigint, color text, "isMuted" boolean, "isPinned" boolean,
        "desktopNotifications" boolean, "emailNotifications" boolean, "pushNotifications" boolean,
        "audibleNotifications" boolean, "wildcardMentionsNotify" boolean)),
    noted as (
      insert into imported_subscriptions (import_id, channel_id, user_id)
      select ${importId}::int8, "channelId", "userId" from given on conflict do nothing)
    update subscriptions s
       set color = coalesce(g.color, s.color), is_muted = coalesce(g."isMuted", false),
           is_pinned = coalesce(g."isPinned", false), desktop_notifications = g."desktopNotifications",
           email_notifications = g."emailNotifications",
           push_notifications = coalesce(g."pushNotifications", s.push_notifications),
           audible_notifications = g."audibleNotifications",
           wildcard_mentions_notify = g."wildcardMentionsNotify"
      from given g where s.channel_id = g."channelId" and s.user_id = g."userId"`);
}

/** Subscribes people whose accounts are deactivated. They are neither listed nor counted. Returns the new pairs. */
export function addInactive(
  tx: Tx,
  channelId: ChannelId,
  userIds: readonly UserId[],
  boundary: number,
): Promise<{ userId: UserId }[]> {
  return tx.many(sql`
    with joined as (
      insert into subscriptions (channel_id, user_id, is_user_active)
      select ${channelId}::int8, user_id, false from unnest(${userIds}::int8[]) as u (user_id)
      on conflict do nothing returning user_id),
    opened as (
      insert into subscription_periods (user_id, channel_id, after_message_id)
      select user_id, ${channelId}::int8, ${boundary}::int8 from joined on conflict do nothing)
    select user_id as "userId" from joined`);
}

/** Stores visibility policies of topics, unless the people have set others. */
export async function putUserTopics(
  tx: Tx,
  topics: readonly {
    userId: UserId;
    channelId: ChannelId;
    topic: string;
    policy: number;
    updatedAt: number;
  }[],
): Promise<void> {
  await tx.execute(sql`
    insert into user_topics (user_id, channel_id, topic, topic_key, visibility_policy, updated_at)
    select distinct on (user_id, channel_id, fold_topic(topic)) user_id, channel_id, topic, fold_topic(topic), policy,
           case when at = 0 then now() else to_timestamp(at) end
      from unnest(${topics.map(({ userId }) => userId)}::int8[], ${topics.map(({ channelId }) => channelId)}::int8[],
        ${topics.map(({ topic }) => topic)}::text[], ${topics.map(({ policy }) => policy)}::int2[],
        ${topics.map(({ updatedAt }) => updatedAt)}::int8[]) as g (user_id, channel_id, topic, policy, at)
    on conflict do nothing`);
}

export async function createdBy(db: Queryable, importId: number): Promise<ChannelId[]> {
  const rows = await db.many<{ id: number }>(sql`
    select channel_id as id from imported_channels where import_id = ${importId} and is_created order by 1`);
  return rows.map(({ id }) => id);
}

/** Returns the channels that were there, to which an import added messages. */
export async function mergedBy(db: Queryable, importId: number): Promise<ChannelId[]> {
  const rows = await db.many<{ id: number }>(sql`
    select channel_id as id from imported_channels where import_id = ${importId} and not is_created order by 1`);
  return rows.map(({ id }) => id);
}

/** Returns the subscriptions that an import added and that still exist, at most `limit`. */
export function subscriptionsOfImport(
  tx: Tx,
  importId: number,
  limit: number,
): Promise<{ channelId: ChannelId; userId: UserId }[]> {
  return tx.many(sql`
    select channel_id as "channelId", user_id as "userId" from imported_subscriptions
     where import_id = ${importId} order by channel_id, user_id limit ${limit}`);
}

export async function forgetSubscriptions(
  tx: Tx,
  importId: number,
  pairs: readonly { channelId: ChannelId; userId: UserId }[],
): Promise<void> {
  await tx.execute(sql`
    delete from imported_subscriptions i
     using unnest(${pairs.map(({ channelId }) => channelId)}::int8[], ${pairs.map(({ userId }) => userId)}::int8[])
       as g (channel_id, user_id)
     where i.import_id = ${importId} and i.channel_id = g.channel_id and i.user_id = g.user_id`);
}

/** Deletes a channel with everything that belongs to it. */
export async function deleteChannel(tx: Tx, channelId: ChannelId): Promise<void> {
  await tx.execute(sql`delete from user_topics where channel_id = ${channelId}`);
  await tx.execute(sql`delete from subscription_periods where channel_id = ${channelId}`);
  await tx.execute(sql`delete from subscriptions where channel_id = ${channelId}`);
  await tx.execute(sql`delete from channel_traffic where channel_id = ${channelId}`);
  await tx.execute(sql`delete from channel_email_addresses where channel_id = ${channelId}`);
  await tx.execute(sql`delete from channels where channel_id = ${channelId}`);
}

export async function forgetImport(tx: Tx, importId: number): Promise<void> {
  await tx.execute(sql`delete from imported_channels where import_id = ${importId}`);
}
