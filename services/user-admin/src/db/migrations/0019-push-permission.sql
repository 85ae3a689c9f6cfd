-- What the forwarding service of push notifications permits: {"canPush": boolean, "endsAt": seconds since the Unix epoch or null}.
-- Null before it said so.
alter table organization add column push_permission jsonb;
