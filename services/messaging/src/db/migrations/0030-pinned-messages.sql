-- Messages that are pinned to their channel, which moves with them. The person is null after being erased.
create table pinned_messages (
  message_id bigint primary key,
  channel_id bigint not null,
  user_id bigint,
  pinned_at timestamptz not null default clock_timestamp()
);
create index pinned_messages_channel_id_idx on pinned_messages (channel_id, message_id);
create index pinned_messages_user_id_idx on pinned_messages (user_id) where user_id is not null;
