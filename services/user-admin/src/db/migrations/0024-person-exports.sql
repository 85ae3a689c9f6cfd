-- Exports of one person's data (docs/operations/people-rights.md). A table of its own: replicas of the previous release would make
-- its rows as exports of the organization. IDs are unique in both tables, because they name archives.
create table person_exports (
  export_id bigint primary key default nextval('exports_export_id_seq'),
  user_id bigint not null,
  -- Null for an operator.
  requester_id bigint,
  -- Whether direct messages, private channels and personal lists are included.
  includes_private boolean not null,
  requested_at timestamptz not null default now(),
  -- The same as in `exports`.
  attempts int not null default 0,
  failures int not null default 0,
  due_at timestamptz,
  finished_at timestamptz,
  failed_at timestamptz,
  deleted_at timestamptz,
  -- Numbers of exported things by kind, for the report.
  counts jsonb not null default '{}'
);
-- At most one export of a person is pending.
create unique index person_exports_pending_idx on person_exports (user_id) where due_at is not null;
create index person_exports_due_at_idx on person_exports (due_at) where due_at is not null;
create index person_exports_user_id_idx on person_exports (user_id, requested_at);
create index person_exports_finished_at_idx on person_exports (finished_at) where deleted_at is null;
