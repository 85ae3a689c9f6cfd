-- Finds the active subscribers of channels by an index-only scan, because a register response may list those of every channel.
create index subscriptions_active_idx on subscriptions (channel_id, user_id) where is_subscribed and is_user_active;
