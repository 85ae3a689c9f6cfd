-- Apps: programs that are installed with a manifest, answer commands and put blocks into messages.

create table apps (
  app_id bigint generated always as identity primary key,
  bot_id bigint not null unique,
  -- The manifest as it was checked, as JSON (domain/apps/manifest.ts).
  manifest text not null,
  -- SHA-256 of the token, and the token and the signing secret, encrypted.
  token_sha256 bytea not null unique,
  sealed_token bytea not null,
  sealed_secret bytea not null,
  is_enabled boolean not null default true,
  -- Channels in which an administrator has approved the app; null for all.
  channel_ids bigint[],
  installed_by bigint not null,
  created_at timestamptz not null default now()
);

-- Each command belongs to one app.
create table app_commands (
  name text primary key,
  app_id bigint not null references apps on delete cascade
);
create index app_commands_app_id_idx on app_commands (app_id);

-- What people did with apps lately: commands, presses, submissions of forms. Each is sent to its app once, and its token lets the app answer
-- a few times. Old ones are deleted.
create table app_presses (
  press_id bigint generated always as identity primary key,
  app_id bigint not null references apps on delete cascade,
  user_id bigint not null,
  -- The ID that the client chose. A repeated press has the same one.
  client_id text not null,
  -- SHA-256 of the token in the address for answers.
  token_sha256 bytea not null unique,
  -- Where it happened, as JSON (domain/place.ts).
  place text not null,
  -- The message with the control; 0 and empty for a command.
  message_id bigint not null,
  ephemeral_id text not null,
  answers integer not null default 0,
  -- What became of it, as JSON; empty while the app is asked.
  result text not null default '',
  created_at timestamptz not null default now(),
  unique (user_id, client_id)
);
create index app_presses_app_id_idx on app_presses (app_id);
create index app_presses_created_at_idx on app_presses (created_at);

-- Forms that are open. Old ones are deleted.
create table app_views (
  view_id text primary key,
  app_id bigint not null references apps on delete cascade,
  user_id bigint not null,
  -- The form as it was checked, as JSON (domain/apps/view.ts), and a mark that changes with it.
  content text not null,
  hash text not null,
  -- Where the form was opened, as JSON (domain/place.ts).
  place text not null,
  created_at timestamptz not null default now()
);
create index app_views_app_id_idx on app_views (app_id);
create index app_views_user_id_idx on app_views (user_id);
create index app_views_created_at_idx on app_views (created_at);

-- Controls of messages for one person, so that presses can be checked. The messages themselves are not kept.
create table app_ephemerals (
  ephemeral_id text primary key,
  app_id bigint not null references apps on delete cascade,
  user_id bigint not null,
  place text not null,
  blocks text not null,
  created_at timestamptz not null default now()
);
create index app_ephemerals_app_id_idx on app_ephemerals (app_id);
create index app_ephemerals_user_id_idx on app_ephemerals (user_id);
create index app_ephemerals_created_at_idx on app_ephemerals (created_at);

-- Events beyond messages that go to the program of a bot: their kinds, and of a delivery the event, as JSON; empty for a message.
alter table outgoing_webhooks add column events text[] not null default '{}';
alter table outgoing_deliveries add column event text not null default '';
