-- parley: without transaction
-- The scheduled messages of a channel, which follow a topic when it is moved.
create index concurrently if not exists scheduled_messages_channel_id_idx on scheduled_messages (channel_id)
