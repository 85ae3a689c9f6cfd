-- Tables for channels, folders, subscriptions with their periods, and visibility policies of topics.

create table channel_folders (
  folder_id bigint generated always as identity primary key,
  name text not null,
  -- Names are compared by this key. The service computes it as for channels.name_key.
  name_key text collate "C" not null,
  description text not null default '',
  rendered_description text not null default '',
  -- Folders are shown in ascending order of position.
  position int not null,
  creator_id bigint,
  created_at timestamptz not null default now(),
  archived_at timestamptz
);
create unique index channel_folders_name_key_idx on channel_folders (name_key) where archived_at is null;

create table channels (
  channel_id bigint generated always as identity primary key,
  name text not null,
  -- Names are compared by this key, so that case and Unicode form do not matter. The service computes it.
  name_key text collate "C" not null,
  description text not null default '',
  rendered_description text not null default '',
  is_private boolean not null default false,
  is_web_public boolean not null default false,
  is_history_public boolean not null default true,
  -- Number of days after which messages are deleted. Null: the organization's value applies; -1: messages are never deleted.
  message_retention_days int,
  folder_id bigint references channel_folders,
  topics_policy text not null default 'inherit'
    check (topics_policy in ('inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only')),
  -- Maps the setting's name in the API to a group ID or {"direct_members": [...], "direct_subgroups": [...]}.
  group_settings jsonb not null,
  creator_id bigint,
  created_at timestamptz not null default now(),
  archived_at timestamptz,
  -- Whether new people are subscribed to the channel automatically.
  is_default boolean not null default false,
  -- Number of subscribers whose accounts are active, updated in the transaction that changes subscriptions.
  subscriber_count int not null default 0,
  first_message_id bigint,
  last_active_on date,
  -- Version of the columns that people may change, such as the permissions. Each of these changes increments it. A transaction
  -- compares it with the version on which its decision is based.
  revision int not null default 0,
  constraint channels_name_key_unique unique (name_key),
  check (not (is_private and is_web_public)),
  check (is_private or is_history_public)
);
create index channels_folder_id_idx on channels (folder_id) where folder_id is not null;
create index channels_is_default_idx on channels (channel_id) where is_default;

-- Number of messages sent to a channel on a day (UTC), from which the weekly traffic is computed.
create table channel_traffic (
  channel_id bigint not null references channels,
  day date not null,
  message_count int not null,
  primary key (channel_id, day)
);

-- The subscription of a person to a channel, with personal settings. The row stays when the person unsubscribes, so that the
-- settings apply again after a later subscription. There are no foreign keys in this table and in subscription_periods, because
-- checking them took a third of the time of subscribing 10,000 people. They are not needed: channels are never deleted, and
-- each insert reads its channels in the same transaction.
create table subscriptions (
  channel_id bigint not null,
  user_id bigint not null,
  is_subscribed boolean not null default true,
  -- False while the person's account is deactivated. Then the person is neither listed nor counted as a subscriber.
  is_user_active boolean not null default true,
  -- Null: the channel's default color.
  color text,
  is_muted boolean not null default false,
  is_pinned boolean not null default false,
  -- Null: the person's general notification settings apply.
  desktop_notifications boolean,
  email_notifications boolean,
  push_notifications boolean,
  audible_notifications boolean,
  wildcard_mentions_notify boolean,
  primary key (channel_id, user_id)
);
create index subscriptions_user_id_idx on subscriptions (user_id, channel_id);

-- Messages with after_message_id < ID <= until_message_id were sent while the person was subscribed. until_message_id is null
-- while the subscription lasts.
create table subscription_periods (
  user_id bigint not null,
  channel_id bigint not null,
  after_message_id bigint not null,
  until_message_id bigint,
  primary key (user_id, channel_id, after_message_id),
  check (until_message_id > after_message_id)
);

-- Visibility policies that people set for topics: 1 muted, 2 unmuted, 3 followed. Without a row, the setting of the channel
-- applies.
create table user_topics (
  user_id bigint not null,
  channel_id bigint not null references channels,
  topic text not null,
  topic_key text collate "C" not null,
  visibility_policy smallint not null check (visibility_policy between 1 and 3),
  updated_at timestamptz not null default now(),
  primary key (user_id, channel_id, topic_key)
);
create index user_topics_channel_id_idx on user_topics (channel_id, topic_key);

-- A copy of the properties of people that this service needs for counting and listing subscribers. It follows the events of
-- user-admin.
create table people (
  user_id bigint primary key,
  role int not null,
  is_active boolean not null,
  is_bot boolean not null,
  joined_at timestamptz not null,
  -- Whether the person has been subscribed to the first channels (those of an invitation, or the default channels). This
  -- happens once.
  is_welcomed boolean not null default false
);
