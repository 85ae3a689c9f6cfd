-- Phones that receive push messages, and the messages to push to them.

create table phones (
  phone_id bigint generated always as identity primary key,
  user_id bigint not null,
  -- `token`: registered by its push token; notifications are not encrypted. `account`: encrypted; identified by an ID that the
  -- app chose. `device`: encrypted; identified by `phone_id`.
  kind text not null check (kind in ('token', 'account', 'device')),
  -- Null while a device has no push service.
  service text check (service in ('fcm', 'apns')),
  -- Only for the kind `token`. APNs tokens are in lower case.
  token text,
  -- Bundle ID of the app, only for APNs.
  app_id text,
  -- Only for the kind `account`.
  account_id bigint,
  -- Key that encrypts notifications: the byte 0x31 and a symmetric key, or the byte 0x00 and a public key.
  push_key bytea,
  push_key_id bigint,
  -- Name of the phone at the forwarding service, which sends notifications to apps of another vendor. It is the digest of the
  -- token, or a number for the kind `account`. Null for the kind `token`, and until the service has registered the phone.
  forwarder_name text,
  -- Registration that waits to be sent to the forwarding service; null for none.
  registration jsonb,
  registration_since timestamptz,
  next_attempt_at timestamptz,
  attempts int not null default 0,
  -- Code with which the forwarding service refused the registration.
  error_code text,
  created_at timestamptz not null default now()
);
-- The hash is indexed because a token may be longer than an index entry can be.
create unique index phones_user_id_token_idx on phones (user_id, service, md5(token)) where kind = 'token';
create unique index phones_user_id_account_id_idx on phones (user_id, account_id) where kind = 'account';
create index phones_user_id_idx on phones (user_id);
create index phones_next_attempt_at_idx on phones (next_attempt_at) where next_attempt_at is not null;
create index phones_token_idx on phones (md5(token)) where kind = 'token';

-- Messages per phone. `due`: notify the phone. `shown`: the phone shows a notification. `remove`: remove the notification. A
-- replica that claims a row sets `due_at` to the end of the claim.
create table phone_pushes (
  push_id bigint generated always as identity primary key,
  user_id bigint not null,
  message_id bigint not null,
  phone_id bigint not null,
  state text not null default 'due' check (state in ('due', 'shown', 'remove')),
  -- The message was read, deleted or moved out of sight while its notification was being sent to the phone.
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

-- Phones that are to be unregistered from the forwarding service. Null in `token` means all phones of the person.
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
