-- People who want every message of a topic or channel are told of its messages in turns, so that a person who is away costs a row
-- for a conversation and not for each message. Replicas of the previous release do not read these tables, and store rows for
-- each message, which all releases send.

-- Topics with messages of which such people are told in the next turn, and topics that had a turn shortly before.
create table topic_turns (
  turn_id bigint generated always as identity primary key,
  -- Channel and name of the topic, as people's settings for topics name it.
  topic_key text not null unique,
  channel_id bigint not null,
  -- Place in the log of the newest message. Settings that were changed before it count.
  epoch text collate "C" not null,
  sequence bigint not null,
  due_at timestamptz not null,
  claimed_until timestamptz,
  -- The newest message of the turn that has begun; null while none has.
  up_to_message_id bigint,
  -- The people with IDs up to this one have been told in this turn.
  after_user_id bigint not null default 0,
  -- The messages of the turn, for mails; null when it has only one.
  batch_id bigint
) with (fillfactor = 50);
create index topic_turns_due_at_idx on topic_turns (due_at);

-- Messages of which nobody has been told who wants every message.
create table waiting_messages (
  message_id bigint primary key,
  turn_id bigint not null,
  sent_at timestamptz not null,
  -- The sender, and people who are notified of the message for another reason, or for whom it counts as read.
  excluded_ids bigint[] not null
);
create index waiting_messages_turn_id_idx on waiting_messages (turn_id, message_id);

-- The newest messages of a turn, once for all people who get a mail about them.
create table message_batches (
  batch_id bigint generated always as identity primary key,
  message_ids bigint[] not null,
  sent_at timestamptz[] not null,
  -- Number of earlier messages of the turn that are not listed.
  omitted bigint not null,
  created_at timestamptz not null default now()
);
create index message_batches_created_at_idx on message_batches (created_at);

-- The mail reports the other messages of this batch, too.
alter table missed_messages add column batch_id bigint;
-- Hash of the topic of whose turn a push tells; null for a push about one message. A later turn replaces a push that waits.
alter table due_pushes add column topic_hash bigint;
alter table phone_pushes add column topic_hash bigint;
-- A claimed row is a little larger than before, because a column is null. Its new version must fit into the same page.
alter table due_pushes set (fillfactor = 45);
alter table phone_pushes set (fillfactor = 45);
