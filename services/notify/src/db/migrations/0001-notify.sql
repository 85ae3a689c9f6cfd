-- Who is to be notified of which messages, and mails on their way.

-- How far a worker has decided, moved in the transaction that stores what it decided.
create table log_positions (
  worker text primary key,
  -- Names of epochs sort by time, byte by byte.
  epoch text collate "C" not null,
  event_id bigint not null
);

-- Messages of which a person is to get a mail unless they read them first.
create table missed_messages (
  user_id bigint not null,
  message_id bigint not null,
  reason text not null,
  sent_at timestamptz not null,
  primary key (user_id, message_id)
);

-- One row per person with missed messages. It is locked while they change, and a replica that works on a person moves
-- `due_at` ahead, so that no other replica does.
create table due_people (
  user_id bigint primary key,
  due_at timestamptz not null
);
create index due_people_due_at_idx on due_people (due_at);

-- Mails, one per person and conversation. A row is written in the transaction that deletes the missed messages.
create table mails (
  mail_id bigint generated always as identity primary key,
  user_id bigint not null,
  address text not null,
  -- Message-ID of RFC 5322; the same at each attempt, so that a receiver recognizes a repeated mail.
  message_id text not null unique,
  -- The mail as JSON; null once it was accepted or given up.
  content jsonb,
  created_at timestamptz not null default now(),
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- `accepted` by the mail server, or `failed` for good.
  state text not null default 'queued' check (state in ('queued', 'accepted', 'failed')),
  ended_at timestamptz,
  failure text
);
create index mails_next_attempt_at_idx on mails (next_attempt_at) where state = 'queued';
create index mails_ended_at_idx on mails (ended_at) where state <> 'queued';

-- Addresses that a mail server refused for good. They get no notifications until the row expires.
create table refused_addresses (
  address_key text primary key,
  refused_at timestamptz not null,
  reason text not null
);
