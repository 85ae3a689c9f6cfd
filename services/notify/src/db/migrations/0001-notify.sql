-- People to notify of messages, and queued mails.

-- Position of a worker in the event log. Updated in the transaction that stores the worker's decisions.
create table log_positions (
  worker text primary key,
  -- Names of epochs are ordered by time when they are compared byte by byte.
  epoch text collate "C" not null,
  event_id bigint not null
);

-- Messages about which a person gets a mail, unless the person reads them first.
create table missed_messages (
  user_id bigint not null,
  message_id bigint not null,
  reason text not null,
  sent_at timestamptz not null,
  primary key (user_id, message_id)
);

-- One row per person with missed messages. A transaction that changes a person's missed messages locks the person's row. A
-- replica that claims a person sets `due_at` to the end of the claim.
create table due_people (
  user_id bigint primary key,
  due_at timestamptz not null
);
create index due_people_due_at_idx on due_people (due_at);

-- Mails, one per person and conversation. A mail is stored in the transaction that deletes its missed messages.
create table mails (
  mail_id bigint generated always as identity primary key,
  user_id bigint not null,
  address text not null,
  -- Message-ID of RFC 5322. It is the same at each attempt, so that the recipient's server can recognize a repeated mail.
  message_id text not null unique,
  -- The mail as JSON; null after it was accepted or has failed.
  content jsonb,
  created_at timestamptz not null default now(),
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- `accepted` by the mail server, or `failed` permanently.
  state text not null default 'queued' check (state in ('queued', 'accepted', 'failed')),
  ended_at timestamptz,
  failure text
);
create index mails_next_attempt_at_idx on mails (next_attempt_at) where state = 'queued';
create index mails_ended_at_idx on mails (ended_at) where state <> 'queued';

-- Addresses that a mail server refused permanently. They get no notification mails until the row expires.
create table refused_addresses (
  address_key text primary key,
  refused_at timestamptz not null,
  reason text not null
);
