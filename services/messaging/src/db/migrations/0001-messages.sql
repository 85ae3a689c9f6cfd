-- Tables for messages, their conversations, and the read state of people.
--
-- No table has a row per recipient: a send writes one row, however many subscribers the channel has. There are no foreign keys to
-- messages or conversations. A foreign key locks the parent row at each insert, and all sends to a busy topic would wait for that
-- lock.

-- Returns the form by which topics are compared. Spellings with the same form belong to the same topic.
create function fold_topic(topic text) returns text
  language sql immutable strict parallel safe
  return lower(normalize(topic, nfc));

-- IDs of messages. They are taken only under the order lock (log.take_order_lock), so that they are in commit order.
create sequence message_ids as bigint;

-- One sequence for the IDs of `origins` and of `direct_conversations`, because both are origins of messages.
create sequence origin_ids as bigint;

-- An origin is the channel and topic to which a message was first sent. The row never changes and is never deleted. Read state
-- refers to origins, so moving a message writes no read state.
create table origins (
  origin_id bigint primary key default nextval('origin_ids'),
  channel_id bigint not null,
  topic_key text collate "C" not null,
  constraint origins_channel_id_topic_key_key unique (channel_id, topic_key)
);

-- A set of people who write to each other. The ID is also the origin of their messages.
create table direct_conversations (
  conversation_id bigint primary key default nextval('origin_ids'),
  -- IDs of all members, in ascending order.
  member_ids bigint[] not null,
  -- SHA-256 of the sorted member IDs. The unique index is on the hash, because an index row over the array could get too large.
  member_hash bytea not null,
  created_at timestamptz not null default now(),
  constraint direct_conversations_member_hash_key unique (member_hash)
);

-- One row per member of each direct conversation, for finding the conversations of a person.
create table direct_members (
  user_id bigint not null,
  conversation_id bigint not null,
  primary key (user_id, conversation_id)
);

create table messages (
  id bigint primary key,
  sender_id bigint not null,
  -- The current channel and topic of a channel message, or the conversation of a direct message.
  channel_id bigint,
  conversation_id bigint,
  topic text not null default '',
  topic_key text collate "C" generated always as (fold_topic(topic)) stored,
  -- Where the message was first sent: the origin, and the channel of the origin (null for direct messages).
  origin_id bigint not null,
  origin_channel_id bigint,
  content text not null,
  rendered_content text not null,
  renderer_version int not null,
  sent_at timestamptz not null,
  client text not null,
  -- Idempotency key from the gateway. A retried send with the same key returns the first message.
  send_key uuid not null,
  read_by_sender boolean not null,
  is_me boolean not null default false,
  mentions_channel boolean not null default false,
  mentions_topic boolean not null default false,
  -- People that a topic wildcard mention addresses: the senders in the topic when the message was sent.
  topic_participant_ids bigint[],
  has_link boolean not null default false,
  has_image boolean not null default false,
  has_attachment boolean not null default false,
  last_edited_at timestamptz,
  last_moved_at timestamptz,
  -- Earlier versions in the format of the API, the newest first.
  edit_history jsonb,
  constraint messages_send_key_key unique (send_key),
  constraint messages_place_check check ((channel_id is null) <> (conversation_id is null))
);

-- Serves a channel's history, the home view and unread counts.
create index messages_channel_id_id_idx on messages (channel_id, id) include (origin_id, origin_channel_id)
  where channel_id is not null;
-- Serves a topic's history and the list of topics. The index includes all columns of the list, so that the list is an
-- index-only scan.
create index messages_channel_id_topic_key_id_idx on messages (channel_id, topic_key, id) include (topic)
  where channel_id is not null;
create index messages_conversation_id_id_idx on messages (conversation_id, id) where conversation_id is not null;
create index messages_sender_id_id_idx on messages (sender_id, id);
create index messages_sent_at_idx on messages (sent_at, id);
-- Messages that were moved to this channel from another one. The read watermark of the former channel applies to them.
create index messages_moved_in_idx on messages (channel_id, id)
  where channel_id is not null and origin_channel_id is distinct from channel_id;
create index messages_mentions_channel_idx on messages (channel_id, id) where mentions_channel;
create index messages_mentions_topic_idx on messages (channel_id, id) where mentions_topic;

-- Ranges of message IDs that a person has read, by origin. Messages up to the watermark in `read_floors` are read as well, and
-- so are the person's own messages.
create table read_ranges (
  user_id bigint not null,
  origin_id bigint not null,
  ranges int8multirange not null,
  primary key (user_id, origin_id)
);

-- Watermarks: the person has read all messages up to this ID that were first sent to the channel. Channel 0 stands for direct
-- messages. "Mark all as read" writes one row per channel and no range.
create table read_floors (
  user_id bigint not null,
  channel_id bigint not null,
  message_id bigint not null,
  primary key (user_id, channel_id)
);

-- A person's flags on a message. A message without flags has no row. Bits: 1 starred, 2 collapsed, 4 mentioned, 8
-- has_alert_word, 16 marked unread (overrides ranges, watermarks, and that the person sent it).
create table personal_flags (
  user_id bigint not null,
  message_id bigint not null,
  flags int not null check (flags > 0),
  primary key (user_id, message_id)
);
create index personal_flags_message_id_idx on personal_flags (message_id);
create index personal_flags_starred_idx on personal_flags (user_id, message_id) where flags & 1 <> 0;
create index personal_flags_mentioned_idx on personal_flags (user_id, message_id) where flags & 4 <> 0;
create index personal_flags_alerted_idx on personal_flags (user_id, message_id) where flags & 8 <> 0;
create index personal_flags_kept_unread_idx on personal_flags (user_id, message_id) where flags & 16 <> 0;

-- Called by the channel service before a change of subscriptions. Takes the order lock, which orders the change among sends,
-- and returns the highest message ID so far. Messages that are sent after the caller's transaction have higher IDs.
create function take_boundary() returns bigint
  language plpgsql volatile security definer
  set search_path from current
as $$
begin
  perform log.take_order_lock();
  return (select case when is_called then last_value else 0 end from message_ids);
end
$$;
revoke execute on function take_boundary() from public;

do $$
begin
  if exists (select from pg_roles where rolname = 'parley_channel') then
    execute format('grant usage on schema %I to parley_channel', current_schema());
    grant execute on function take_boundary() to parley_channel;
  end if;
end
$$;
