-- Exports of the organization (docs/operations/export.md). The service `upload` stores the archives.
create table exports (
  export_id bigint generated always as identity primary key,
  requester_id bigint not null,
  -- 1 for public data; 2 for public data and the private data of people who consent.
  export_type smallint not null check (export_type in (1, 2)),
  requested_at timestamptz not null default now(),
  -- Number of attempts that have begun. The last attempt owns the export.
  attempts int not null default 0,
  -- Number of attempts that failed. Attempts whose process crashed are not counted.
  failures int not null default 0,
  -- When a replica may take the export: at its request, at a retry, or at the end of another replica's lease. Null when the
  -- export is not pending.
  due_at timestamptz,
  finished_at timestamptz,
  failed_at timestamptz,
  deleted_at timestamptz
);
-- Permits only one pending export.
create unique index exports_pending_idx on exports ((true)) where due_at is not null;
-- For finding archives that have expired.
create index exports_finished_at_idx on exports (finished_at) where deleted_at is null;
