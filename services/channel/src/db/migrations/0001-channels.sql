-- Channels, who is subscribed since when, folders, and what people set per topic.

create table channel_folders (
  folder_id bigint generated always as identity primary key,
  name text not null,
  -- Folded in the service (case, Unicode form), like channels.name_key.
  name_key text collate "C" not null,
  description text not null default '',
  rendered_description text not null default '',
  -- Place among the folders, smallest first.
  position int not null,
  creator_id bigint,
  created_at timestamptz not null default now(),
  archived_at timestamptz
);
create unique index channel_folders_name_key_idx on channel_folders (name_key) where archived_at is null;

create table channels (
  channel_id bigint generated always as identity primary key,
  name text not null,
  -- The name folded in the service: Unicode form, no case. Names that differ only in these are the same name.
  name_key text collate "C" not null,
  description text not null default '',
  rendered_description text not null default '',
  is_private boolean not null default false,
  is_web_public boolean not null default false,
  is_history_public boolean not null default true,
  -- Null inherits the organization's, -1 keeps for ever.
  message_retention_days int,
  folder_id bigint references channel_folders,
  topics_policy text not null default 'inherit'
    check (topics_policy in ('inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only')),
  -- Setting name as in the API to a group ID or {"direct_members": [...], "direct_subgroups": [...]}.
  group_settings jsonb not null,
  creator_id bigint,
  created_at timestamptz not null default now(),
  archived_at timestamptz,
  -- New people are subscribed to it.
  is_default boolean not null default false,
  -- Active subscribers; kept in the transaction that changes subscriptions.
  subscriber_count int not null default 0,
  first_message_id bigint,
  last_active_on date,
  -- Grows with each change of the row's rights: what was decided before may be compared inside a transaction.
  revision int not null default 0,
  constraint channels_name_key_unique unique (name_key),
  check (not (is_private and is_web_public)),
  check (is_private or is_history_public)
);
create index channels_folder_id_idx on channels (folder_id) where folder_id is not null;
create index channels_is_default_idx on channels (channel_id) where is_default;

-- Messages a channel got in a day (UTC), for its weekly traffic.
create table channel_traffic (
  channel_id bigint not null references channels,
  day date not null,
  message_count int not null,
  primary key (channel_id, day)
);

-- One person's view of a channel. The row stays when they leave: their settings return with them.
-- No foreign key here and for the periods: channels are never deleted, every insert has read its channels in the
-- same transaction, and the checks were a third of the time of subscribing 10,000 people.
create table subscriptions (
  channel_id bigint not null,
  user_id bigint not null,
  is_subscribed boolean not null default true,
  -- False while the person's account is deactivated: they are not listed or counted.
  is_user_active boolean not null default true,
  -- Null: the channel's own colour.
  color text,
  is_muted boolean not null default false,
  is_pinned boolean not null default false,
  -- Null inherits the person's settings.
  desktop_notifications boolean,
  email_notifications boolean,
  push_notifications boolean,
  audible_notifications boolean,
  wildcard_mentions_notify boolean,
  primary key (channel_id, user_id)
);
create index subscriptions_user_id_idx on subscriptions (user_id, channel_id);

-- Messages with after_message_id < ID <= until_message_id were sent while subscribed; an open end is null, and a
-- person has one exactly in the channels they are subscribed to.
create table subscription_periods (
  user_id bigint not null,
  channel_id bigint not null,
  after_message_id bigint not null,
  until_message_id bigint,
  primary key (user_id, channel_id, after_message_id),
  check (until_message_id > after_message_id)
);

-- 1 muted, 2 unmuted, 3 followed; no row inherits.
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

-- What this service must know of people to count and list them; follows user-admin through the log.
create table people (
  user_id bigint primary key,
  role int not null,
  is_active boolean not null,
  is_bot boolean not null,
  joined_at timestamptz not null,
  -- Default channels were given; never a second time.
  is_welcomed boolean not null default false
);
