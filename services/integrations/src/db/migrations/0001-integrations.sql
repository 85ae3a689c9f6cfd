-- Webhooks in and out.

-- Addresses at which a tool posts as a bot. `/api/v1/external/<integration>` works without a row, with what its parameters say.
create table incoming_webhooks (
  webhook_id bigint generated always as identity primary key,
  bot_id bigint not null,
  integration text not null,
  -- Null: messages go to the owner of the bot, unless the address names a channel.
  channel_id bigint,
  -- Empty: the integration chooses the topic.
  topic text not null default '',
  -- SHA-256 of the token in addresses of the forms of Mattermost and Slack, and the token, encrypted, to show it again.
  token_sha256 bytea not null unique,
  sealed_token bytea not null,
  -- The secret with which the tool signs, encrypted; null when it does not sign.
  sealed_secret bytea,
  is_enabled boolean not null default true,
  -- Whether payloads in the form of Slack and Mattermost may name another channel.
  allows_override boolean not null default true,
  -- The text of messages instead of that of the integration; empty for none.
  template text not null default '',
  created_at timestamptz not null default now(),
  unique (bot_id, integration)
);

-- Requests that tools sent, and what became of them. Old ones are deleted.
create table incoming_deliveries (
  delivery_id bigint generated always as identity primary key,
  bot_id bigint not null,
  integration text not null,
  received_at timestamptz not null default now(),
  -- The query without the key, and the headers that matter, as JSON.
  query text not null,
  headers text not null,
  -- The body, unless it was too large to be kept.
  body bytea,
  body_bytes integer not null,
  -- `sent`, `ignored`, `filtered` or `refused`.
  state text not null,
  -- Why it was ignored or refused; empty for a message that was sent.
  detail text not null,
  event text not null,
  -- HTTP status of the answer.
  status smallint not null,
  message_id bigint
);
create index incoming_deliveries_bot_id_delivery_id_idx on incoming_deliveries (bot_id, delivery_id);
create index incoming_deliveries_received_at_idx on incoming_deliveries (received_at);

-- Bots whose messages are sent to a program.
create table outgoing_webhooks (
  bot_id bigint primary key,
  url text not null,
  -- 1: Zulip's format, 2: Slack's.
  interface smallint not null,
  -- The token in the body, and the secret of the signature, encrypted.
  sealed_token bytea not null,
  sealed_secret bytea not null,
  trigger_words text[] not null default '{}',
  channel_ids bigint[] not null default '{}',
  is_enabled boolean not null default true
);

-- Messages to send to the programs of bots: in the order of their IDs, one after another for each bot.
create table outgoing_deliveries (
  delivery_id bigint generated always as identity primary key,
  bot_id bigint not null,
  -- The event of the message in the log. Each message is sent once to each bot, even if its event is handled again.
  epoch text not null,
  event_id bigint not null,
  message_id bigint not null,
  sender_id bigint not null,
  -- `mention`, `direct_message` or `word`.
  trigger text not null,
  trigger_word text not null,
  -- `waiting`, `delivered` or `dead`.
  state text not null default 'waiting',
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- The last request and its answer: bounded texts, for the owner of the bot.
  payload text not null default '',
  status smallint,
  response text not null default '',
  error text not null default '',
  -- The message that the answer became.
  reply_id bigint,
  unique (bot_id, epoch, event_id)
);
create index outgoing_deliveries_waiting_idx on outgoing_deliveries (bot_id, delivery_id) where state = 'waiting';
create index outgoing_deliveries_bot_id_delivery_id_idx on outgoing_deliveries (bot_id, delivery_id);
create index outgoing_deliveries_sender_id_idx on outgoing_deliveries (sender_id);
create index outgoing_deliveries_finished_at_idx on outgoing_deliveries (finished_at) where state <> 'waiting';
create index outgoing_deliveries_bot_id_finished_at_idx on outgoing_deliveries (bot_id, finished_at);

-- Transactional outbox: entries for the audit log, written in the transaction of the change. They stay here until user-admin
-- has stored them (docs/decisions/audit-log.md).
create table audit_outbox (
  record_id bigint generated always as identity primary key,
  happened_at timestamptz not null default now(),
  -- The person who made the change; null for the server itself.
  actor_id bigint,
  action text not null,
  -- The bot whose webhook was changed.
  user_id bigint,
  details jsonb not null,
  client text not null,
  address text not null
);
