-- Browsers that receive push messages, and the messages to push to them.

create table web_push_subscriptions (
  subscription_id bigint generated always as identity primary key,
  user_id bigint not null,
  -- URL at which the browser's push service accepts messages for it (RFC 8030); at most 2,000 bytes.
  endpoint text not null,
  -- Public key and shared secret with which a message is encrypted, so that only the browser can read it (RFC 8291); base64url.
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now()
);
create unique index web_push_subscriptions_endpoint_idx on web_push_subscriptions (endpoint);
create index web_push_subscriptions_user_id_idx on web_push_subscriptions (user_id);

-- Messages to push, per browser. A replica that claims a row sets `due_at` to the end of the claim.
create table due_pushes (
  push_id bigint generated always as identity primary key,
  user_id bigint not null,
  message_id bigint not null,
  -- 0 for the folder that replaces browsers in development.
  subscription_id bigint not null,
  reason text not null,
  sent_at timestamptz not null,
  due_at timestamptz not null,
  attempts int not null default 0,
  unique (message_id, user_id, subscription_id)
);
create index due_pushes_due_at_idx on due_pushes (due_at);
create index due_pushes_subscription_id_idx on due_pushes (subscription_id);
