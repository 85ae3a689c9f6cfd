-- Finds the subscribers of a channel in the index alone: a registration may return the subscribers of every channel.
create index subscriptions_active_idx on subscriptions (channel_id, user_id) where is_subscribed and is_user_active;
