-- parley: without transaction
drop index concurrently if exists messages_mentions_topic_idx
