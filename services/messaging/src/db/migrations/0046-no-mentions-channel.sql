-- parley: without transaction
drop index concurrently if exists messages_mentions_channel_idx
