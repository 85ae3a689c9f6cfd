-- parley: without transaction
-- One index instead of two for messages that mention everybody in a channel or in a topic.
create index concurrently if not exists messages_mentions_all_idx on messages (channel_id, id) include (mentions_channel, mentions_topic)
 where mentions_channel or mentions_topic
