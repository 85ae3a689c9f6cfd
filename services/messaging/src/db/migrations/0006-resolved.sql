-- Messages of resolved topics, whose names begin with '✔ '. The two conditions express the prefix as a range in byte order.
create index messages_resolved_idx on messages (channel_id, id) where topic_key >= '✔ ' and topic_key < '✔!';

-- Index by origin, then person. It also serves searches for one origin and one person, as the primary key does.
drop index read_ranges_origin_id_idx;
create index read_ranges_origin_id_user_id_idx on read_ranges (origin_id, user_id);
