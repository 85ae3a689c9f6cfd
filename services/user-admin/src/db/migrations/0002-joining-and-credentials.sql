-- Invitations, confirmations, outgoing mails, sessions, and the audit log.

-- People's values of custom profile fields. For a field that contains people, the value is JSON.
create table profile_values (
  user_id bigint not null references users on delete cascade,
  field_id bigint not null,
  value text not null,
  -- HTML of the value, for fields with Markdown.
  rendered_value text,
  primary key (user_id, field_id)
);

create index profile_values_field_id_idx on profile_values (field_id);

-- Invitations by mail, which have an address, and reusable invitation links, which have none.
create table invitations (
  invitation_id bigint generated always as identity primary key,
  email text,
  email_key text,
  -- SHA-256 of the secret in the link. If the link can be shown again, the encrypted secret is also stored.
  token_sha256 bytea not null unique,
  token_sealed bytea,
  -- The inviter. Null if the person joins without an invitation.
  invited_by bigint references users,
  role smallint not null check (role in (100, 200, 300, 400, 600)),
  channel_ids bigint[] not null default '{}',
  group_ids bigint[] not null default '{}',
  include_default_channels boolean not null default false,
  notify_referrer boolean not null default false,
  -- Welcome message: null for the organization's text, empty for no message.
  welcome_text text,
  created_at timestamptz not null default now(),
  -- Null when the invitation does not expire.
  expires_at timestamptz,
  -- When the invitation was accepted, revoked, or replaced by a new one to the same address.
  ended_at timestamptz
);

create unique index invitations_pending_email_idx on invitations (email_key)
  where email_key is not null and ended_at is null;
create index invitations_pending_idx on invitations (invitation_id) where ended_at is null;
-- For checking the daily limit of invitations.
create index invitations_created_at_idx on invitations (created_at) where email_key is not null;

-- Single-use links in mails, which set a new password or confirm a new address.
create table mail_tokens (
  token_sha256 bytea primary key,
  purpose text not null check (purpose in ('password-reset', 'email-change')),
  user_id bigint not null references users on delete cascade,
  -- The new address; null for a password reset.
  email text,
  expires_at timestamptz not null
);

create index mail_tokens_user_id_idx on mail_tokens (user_id, purpose);
create index mail_tokens_expires_at_idx on mail_tokens (expires_at);

-- Outgoing mails and direct messages. They are encrypted because their links are secrets. A row is deleted after its delivery.
create table outbox (
  outbox_id bigint generated always as identity primary key,
  sealed bytea not null,
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now()
);

create index outbox_next_attempt_at_idx on outbox (next_attempt_at);

-- Sessions of browsers.
create table sessions (
  session_id bigint generated always as identity primary key,
  -- SHA-256 of the session cookie.
  token_sha256 bytea not null unique,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  client text not null,
  address text not null
);

create index sessions_user_id_idx on sessions (user_id);
create index sessions_expires_at_idx on sessions (expires_at);

-- The audit log. It contains no secrets.
create table audit_entries (
  entry_id bigint generated always as identity primary key,
  happened_at timestamptz not null default now(),
  -- Person who made the change; null for operators and for the server itself.
  actor_id bigint,
  -- Name of the change, such as `user.role_changed`.
  action text not null,
  -- Person whom the change concerns.
  user_id bigint,
  details jsonb not null default '{}',
  client text not null,
  address text not null
);

create index audit_entries_user_id_idx on audit_entries (user_id, entry_id) where user_id is not null;
create index audit_entries_actor_id_idx on audit_entries (actor_id, entry_id) where actor_id is not null;
