-- When a message was marked unread, as an ID between those of messages. Marks that are older than the person's last
-- subscription to the channel no longer count. Null: the time of the message itself.
alter table personal_flags add column kept_at bigint;
