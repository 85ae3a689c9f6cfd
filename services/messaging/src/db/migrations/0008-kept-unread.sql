-- When a message was marked unread, as an ID that no message has: marks from before somebody last subscribed to a
-- channel count no longer. Null: as the message itself.
alter table personal_flags add column kept_at bigint;
