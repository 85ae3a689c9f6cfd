-- When a status ends by itself. The previous release leaves it empty in the statuses that it stores.
alter table user_statuses add column ends_at timestamptz;
create index user_statuses_ends_at_idx on user_statuses (ends_at) where ends_at is not null;
