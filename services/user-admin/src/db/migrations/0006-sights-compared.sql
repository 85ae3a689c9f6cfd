-- When the contacts of a guest were last compared with the data of the services that own it. One replica does this for each
-- guest once an hour.
alter table watched_guests add column compared_at timestamptz not null default now();
