-- Exports of one person's data (docs/operations/people-rights.md). This is a separate table because replicas of the previous
-- release would process rows in `exports` as exports of the organization. IDs are unique across both tables because they
-- identify archives.
create table person_exports (
  export_id bigint primary key default nextval('exports_export_id_seq'),
  user_id bigint not null,
  -- Person who requested the export; null for an operator.
  requester_id bigint,
  -- Whether direct messages, private channels and personal lists are included.
  includes_private boolean not null,
  requested_at timestamptz not null default now(),
  -- These columns have the same meaning as in `exports`.
  attempts int not null default 0,
  failures int not null default 0,
  due_at timestamptz,
  finished_at timestamptz,
  failed_at timestamptz,
  deleted_at timestamptz,
  -- Numbers of exported items by kind, for the report.
  counts jsonb not null default '{}'
);
-- Permits only one pending export per person.
create unique index person_exports_pending_idx on person_exports (user_id) where due_at is not null;
create index person_exports_due_at_idx on person_exports (due_at) where due_at is not null;
create index person_exports_user_id_idx on person_exports (user_id, requested_at);
create index person_exports_finished_at_idx on person_exports (finished_at) where deleted_at is null;
