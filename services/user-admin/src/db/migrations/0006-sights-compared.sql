-- When the people whom a guest may see were last compared with the owners of the facts. One replica does it for each
-- guest once an hour.
alter table watched_guests add column compared_at timestamptz not null default now();
