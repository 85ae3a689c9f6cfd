-- Messages whose links get previews. The transaction that writes a content writes its row, and the one that adds the
-- previews deletes it: no preview is lost, and none is added twice. An edit replaces the row.
create table link_preview_jobs (
  message_id bigint primary key,
  -- Another one after each edit.
  job_id bigint generated always as identity,
  urls text[] not null,
  -- Attempts that have begun.
  attempts int not null default 0,
  -- While a replica works on it: when others may take it over.
  due_at timestamptz not null default now()
);
create index link_preview_jobs_due_at_idx on link_preview_jobs (due_at);
