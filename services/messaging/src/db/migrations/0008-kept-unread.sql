-- Position at which the message was marked unread, in the order of message IDs. The mark counts only until the person
-- unsubscribes from the channel, so marks from before the current subscription are ignored. Null: the position of the message.
alter table personal_flags add column kept_at bigint;
