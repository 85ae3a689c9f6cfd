-- Browsers that take push messages, and messages to push.

create table web_push_subscriptions (
  subscription_id bigint generated always as identity primary key,
  user_id bigint not null,
  -- Address at which the browser's push service takes messages for it (RFC 8030); at most 2,000 bytes.
  endpoint text not null,
  -- Keys that only the browser can decrypt with (RFC 8291), base64url.
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now()
);
create unique index web_push_subscriptions_endpoint_idx on web_push_subscriptions (endpoint);
create index web_push_subscriptions_user_id_idx on web_push_subscriptions (user_id);

-- Messages of which a browser is to be notified. A replica that works on a row moves `due_at` ahead.
create table due_pushes (
  push_id bigint generated always as identity primary key,
  user_id bigint not null,
  message_id bigint not null,
  -- 0 for the folder that stands for browsers in development.
  subscription_id bigint not null,
  reason text not null,
  sent_at timestamptz not null,
  due_at timestamptz not null,
  attempts int not null default 0,
  unique (message_id, user_id, subscription_id)
);
create index due_pushes_due_at_idx on due_pushes (due_at);
create index due_pushes_subscription_id_idx on due_pushes (subscription_id);
