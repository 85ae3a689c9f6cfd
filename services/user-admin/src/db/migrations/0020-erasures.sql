-- Erasures of people (docs/operations/people-rights.md): requests, and reports of what was deleted.

create table erasures (
  erasure_id bigint generated always as identity primary key,
  user_id bigint not null,
  -- The person's address before the erasure, by which mails are found. Null when the erasure has finished.
  email text,
  deletes_messages boolean not null,
  -- Owner who requested the erasure; null for an operator.
  requested_by bigint,
  requested_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Numbers of deleted items by kind.
  counts jsonb not null default '{}'
);

create unique index erasures_user_id_idx on erasures (user_id);
create index erasures_pending_idx on erasures (erasure_id) where finished_at is null;
