-- Weekly digests: one row per day on which they are written. A replica that writes them holds the row for a while.
create table digest_runs (
  day date primary key,
  -- Digests are written for people up to this ID; moved in the transaction that stores their mails.
  after_user_id bigint not null default 0,
  claimed_until timestamptz not null,
  finished_at timestamptz
);
