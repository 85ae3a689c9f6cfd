-- Exports of the organization (docs/operations/export.md). The archives are stored by upload.
create table exports (
  export_id bigint generated always as identity primary key,
  requester_id bigint not null,
  -- 1 public data, 2 also private data of people who consent.
  export_type smallint not null check (export_type in (1, 2)),
  requested_at timestamptz not null default now(),
  -- Attempts that have begun. The last one holds the export.
  attempts int not null default 0,
  -- Attempts that failed. An attempt whose process died is not among them.
  failures int not null default 0,
  -- While the export is pending: when a replica may take it or take it over.
  due_at timestamptz,
  finished_at timestamptz,
  failed_at timestamptz,
  deleted_at timestamptz
);
-- At most one export is pending.
create unique index exports_pending_idx on exports ((true)) where due_at is not null;
-- Archives that are to be deleted.
create index exports_finished_at_idx on exports (finished_at) where deleted_at is null;
