-- Who is in a channel now, without looking at the rows: a registration may want the subscribers of every channel.
create index subscriptions_active_idx on subscriptions (channel_id, user_id) where is_subscribed and is_user_active;
