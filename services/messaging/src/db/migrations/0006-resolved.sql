-- Messages of resolved topics: topics that begin with the mark, as a range in byte order.
create index messages_resolved_idx on messages (channel_id, id) where topic_key >= '✔ ' and topic_key < '✔!';

-- By origin and person. It serves as well as the primary key where both are known.
drop index read_ranges_origin_id_idx;
create index read_ranges_origin_id_user_id_idx on read_ranges (origin_id, user_id);
