-- Permission of the forwarding service for push notifications: {"canPush": boolean, "endsAt": seconds since the Unix epoch or
-- null}. Null until the service has sent it.
alter table organization add column push_permission jsonb;
