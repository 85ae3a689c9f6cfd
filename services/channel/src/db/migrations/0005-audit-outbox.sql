-- Entries of the audit log, stored in the transactions of their changes, until user-admin has stored them
-- (docs/decisions/audit-log.md).
create table audit_outbox (
  record_id bigint generated always as identity primary key,
  happened_at timestamptz not null default now(),
  -- Null for the server itself.
  actor_id bigint,
  action text not null,
  -- The person whom the change concerns.
  user_id bigint,
  details jsonb not null,
  client text not null,
  address text not null
);
