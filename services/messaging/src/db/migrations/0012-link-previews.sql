-- Jobs: messages whose links get previews. The transaction that writes a message's content adds the job, and the transaction
-- that adds the previews deletes it. So no preview is lost, and none is added twice. An edit replaces the job.
create table link_preview_jobs (
  message_id bigint primary key,
  -- A new value after each edit.
  job_id bigint generated always as identity,
  urls text[] not null,
  -- Number of attempts that have begun.
  attempts int not null default 0,
  -- Time from which a replica may claim the job. A claim moves it to the end of the claim's lease.
  due_at timestamptz not null default now()
);
create index link_preview_jobs_due_at_idx on link_preview_jobs (due_at);
