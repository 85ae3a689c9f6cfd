-- Indexes for read receipts. They find who has read a message: by the ranges of its origin, and by the watermarks of the
-- origin's channel.
create index read_ranges_origin_id_idx on read_ranges (origin_id);
create index read_floors_channel_id_message_id_idx on read_floors (channel_id, message_id);
