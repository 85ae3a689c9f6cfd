-- Tables for reactions, polls and to-do lists, drafts, snippets, scheduled messages and reminders.

-- One reaction of one person with one emoji. All reactions with the emoji have the name that the first person chose.
create table reactions (
  message_id bigint not null,
  user_id bigint not null,
  reaction_type text not null check (reaction_type in ('unicode_emoji', 'realm_emoji', 'zulip_extra_emoji')),
  emoji_code text not null,
  emoji_name text not null,
  reacted_at timestamptz not null default clock_timestamp(),
  primary key (message_id, reaction_type, emoji_code, user_id)
);

-- Submessages of interactive messages (polls, to-do lists), in order of ID.
create table submessages (
  submessage_id bigint primary key generated always as identity,
  message_id bigint not null,
  sender_id bigint not null,
  msg_type text not null,
  content text not null
);
create index submessages_message_id_idx on submessages (message_id, submessage_id);

create table drafts (
  draft_id bigint primary key generated always as identity,
  user_id bigint not null,
  type text not null check (type in ('', 'stream', 'private')),
  recipient_ids bigint[] not null,
  topic text not null,
  content text not null,
  edited_at timestamptz not null
);
create index drafts_user_id_idx on drafts (user_id, edited_at, draft_id);

create table saved_snippets (
  saved_snippet_id bigint primary key generated always as identity,
  user_id bigint not null,
  title text not null,
  content text not null,
  created_at timestamptz not null default now()
);
create index saved_snippets_user_id_idx on saved_snippets (user_id, saved_snippet_id);

-- Messages to send at a set time. One transaction sends a message and deletes its row, so each message is sent once.
create table scheduled_messages (
  scheduled_message_id bigint primary key generated always as identity,
  user_id bigint not null,
  -- A channel and topic; or, for a direct message, the IDs of people in the order of the request.
  channel_id bigint,
  recipient_ids bigint[] not null default '{}',
  topic text not null default '',
  content text not null,
  rendered_content text not null,
  deliver_at timestamptz not null,
  read_by_sender boolean,
  client text not null,
  -- The reason why the message could not be sent. The row stays until its author changes or deletes it.
  failure text
);
create index scheduled_messages_user_id_idx on scheduled_messages (user_id, deliver_at);
create index scheduled_messages_due_idx on scheduled_messages (deliver_at) where failure is null;

-- Reminders of messages. At the set time, each is sent to its author as a direct message and deleted in one transaction.
create table reminders (
  reminder_id bigint primary key generated always as identity,
  user_id bigint not null,
  message_id bigint not null,
  content text not null,
  rendered_content text not null,
  deliver_at timestamptz not null,
  failure text
);
create index reminders_user_id_idx on reminders (user_id, deliver_at);
create index reminders_due_idx on reminders (deliver_at) where failure is null;
