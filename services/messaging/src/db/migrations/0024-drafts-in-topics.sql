-- parley: without transaction
-- The drafts of a channel, which follow a topic when it is moved.
create index concurrently if not exists drafts_channel_id_idx on drafts ((recipient_ids[1]))
 where type = 'stream';
