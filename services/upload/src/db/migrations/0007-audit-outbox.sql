-- Transactional outbox: entries for the audit log, written in the transaction of the change. They stay here until user-admin
-- has stored them (docs/decisions/audit-log.md).
create table audit_outbox (
  record_id bigint generated always as identity primary key,
  happened_at timestamptz not null default now(),
  -- The person who made the change; null for the server itself.
  actor_id bigint,
  action text not null,
  -- The person whom the change concerns, if any.
  user_id bigint,
  details jsonb not null,
  client text not null,
  address text not null
);
