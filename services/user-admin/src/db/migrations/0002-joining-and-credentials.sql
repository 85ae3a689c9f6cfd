-- Invitations, confirmations, outgoing mails, sessions, and the audit log.

-- Values of people for the organization's profile fields. The value of a field of people is JSON.
create table profile_values (
  user_id bigint not null references users on delete cascade,
  field_id bigint not null,
  value text not null,
  -- HTML, for fields that are Markdown.
  rendered_value text,
  primary key (user_id, field_id)
);

create index profile_values_field_id_idx on profile_values (field_id);

-- Invitations by mail (with an address) and links for many (without).
create table invitations (
  invitation_id bigint generated always as identity primary key,
  email text,
  email_key text,
  -- SHA-256 of the link's secret. Where the link is shown again, the secret is stored encrypted as well.
  token_sha256 bytea not null unique,
  token_sealed bytea,
  -- Null when anybody may join without an invitation.
  invited_by bigint references users,
  role smallint not null check (role in (100, 200, 300, 400, 600)),
  channel_ids bigint[] not null default '{}',
  group_ids bigint[] not null default '{}',
  include_default_channels boolean not null default false,
  notify_referrer boolean not null default false,
  -- Null: the organization's text; empty: no message.
  welcome_text text,
  created_at timestamptz not null default now(),
  -- Null: never.
  expires_at timestamptz,
  -- Accepted, revoked, or replaced by a new one to the same address.
  ended_at timestamptz
);

create unique index invitations_pending_email_idx on invitations (email_key)
  where email_key is not null and ended_at is null;
create index invitations_pending_idx on invitations (invitation_id) where ended_at is null;
-- For the daily limit of invitations.
create index invitations_created_at_idx on invitations (created_at) where email_key is not null;

-- Links in mails that can be used once, for a new password or a new address.
create table mail_tokens (
  token_sha256 bytea primary key,
  purpose text not null check (purpose in ('password-reset', 'email-change')),
  user_id bigint not null references users on delete cascade,
  -- The new address.
  email text,
  expires_at timestamptz not null
);

create index mail_tokens_user_id_idx on mail_tokens (user_id, purpose);
create index mail_tokens_expires_at_idx on mail_tokens (expires_at);

-- Outgoing mails and direct messages, encrypted because their links are secrets. A row is deleted when it is delivered.
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
  -- SHA-256 of the cookie's value.
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

-- The audit log. Rows are never changed and contain no secrets.
create table audit_entries (
  entry_id bigint generated always as identity primary key,
  happened_at timestamptz not null default now(),
  -- Null for operators of the server and for the server itself.
  actor_id bigint,
  -- `user.role_changed` and so on.
  action text not null,
  -- The person whom the change concerns.
  user_id bigint,
  details jsonb not null default '{}',
  client text not null,
  address text not null
);

create index audit_entries_user_id_idx on audit_entries (user_id, entry_id) where user_id is not null;
create index audit_entries_actor_id_idx on audit_entries (actor_id, entry_id) where actor_id is not null;
