-- Includes the columns that decide whether a message is unread, so that searches for unread messages are index-only scans. The
-- messages of a topic are far apart in the table, so reading their rows is slow.
create index messages_channel_id_id_read_idx on messages (channel_id, id)
  include (origin_id, origin_channel_id, sender_id, read_by_sender) where channel_id is not null;
drop index messages_channel_id_id_idx;
alter index messages_channel_id_id_read_idx rename to messages_channel_id_id_idx;

create index messages_channel_id_topic_key_id_read_idx on messages (channel_id, topic_key, id)
  include (topic, origin_id, origin_channel_id, sender_id, read_by_sender) where channel_id is not null;
drop index messages_channel_id_topic_key_id_idx;
alter index messages_channel_id_topic_key_id_read_idx rename to messages_channel_id_topic_key_id_idx;

create index messages_origin_id_id_read_idx on messages (origin_id, id) include (sender_id, read_by_sender);
drop index messages_origin_id_id_idx;
alter index messages_origin_id_id_read_idx rename to messages_origin_id_id_idx;
