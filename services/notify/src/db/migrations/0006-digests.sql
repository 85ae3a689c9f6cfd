-- Weekly digests: one row per day on which digests are written. A replica claims the row while it writes them.
create table digest_runs (
  day date primary key,
  -- Digests are written for the people with IDs up to this one. Updated in the transaction that stores their mails.
  after_user_id bigint not null default 0,
  claimed_until timestamptz not null,
  finished_at timestamptz
);
