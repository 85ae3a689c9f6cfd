-- Phones that take push messages, and messages to push to them.

create table phones (
  phone_id bigint generated always as identity primary key,
  user_id bigint not null,
  -- `token`: registered by the token of its push service, messages are not encrypted. `account`: encrypted, named by an
  -- ID that the app chose. `device`: encrypted, named by `phone_id`.
  kind text not null check (kind in ('token', 'account', 'device')),
  -- Null for a device that has no push service yet.
  service text check (service in ('fcm', 'apns')),
  -- Only of kind `token`. Tokens of APNs are in lower case.
  token text,
  -- Bundle ID of an app of APNs.
  app_id text,
  -- Only of kind `account`.
  account_id bigint,
  -- Key with which messages are encrypted: the byte 0x31 and a secret key, or 0x00 and a public key.
  push_key bytea,
  push_key_id bigint,
  -- What the forwarding service calls the phone: digest of its token, or a number for kind `account`. Null before it
  -- knows the phone.
  forwarder_name text,
  -- Registration at the forwarding service that is on its way; null for none.
  registration jsonb,
  registration_since timestamptz,
  next_attempt_at timestamptz,
  attempts int not null default 0,
  -- Why the forwarding service refused the registration.
  error_code text,
  created_at timestamptz not null default now()
);
-- Tokens may be longer than an entry of an index.
create unique index phones_user_id_token_idx on phones (user_id, service, md5(token)) where kind = 'token';
create unique index phones_user_id_account_id_idx on phones (user_id, account_id) where kind = 'account';
create index phones_user_id_idx on phones (user_id);
create index phones_next_attempt_at_idx on phones (next_attempt_at) where next_attempt_at is not null;
create index phones_token_idx on phones (md5(token)) where kind = 'token';

-- Messages of which a phone is to be notified (`due`), shows a notification (`shown`), or is to remove its notification
-- (`remove`). A replica that works on a row moves `due_at` ahead.
create table phone_pushes (
  push_id bigint generated always as identity primary key,
  user_id bigint not null,
  message_id bigint not null,
  phone_id bigint not null,
  state text not null default 'due' check (state in ('due', 'shown', 'remove')),
  -- The message was read, deleted or moved out of sight while it was on its way to the phone.
  is_withdrawn boolean not null default false,
  reason text not null,
  sent_at timestamptz not null,
  due_at timestamptz not null,
  attempts int not null default 0,
  unique (user_id, message_id, phone_id)
);
create index phone_pushes_due_at_idx on phone_pushes (due_at) where state <> 'shown';
create index phone_pushes_message_id_idx on phone_pushes (message_id);
create index phone_pushes_phone_id_idx on phone_pushes (phone_id);
create index phone_pushes_sent_at_idx on phone_pushes (sent_at);

-- Phones that the forwarding service is to forget; those of a person together when `token` is null.
create table phone_removals (
  removal_id bigint generated always as identity primary key,
  user_id bigint not null,
  service text,
  token text,
  attempts int not null default 0,
  created_at timestamptz not null default now(),
  next_attempt_at timestamptz not null default now()
);
create index phone_removals_next_attempt_at_idx on phone_removals (next_attempt_at);
