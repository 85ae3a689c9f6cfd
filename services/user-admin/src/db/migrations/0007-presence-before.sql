-- The person's presence before the last write. A replica decides by it whether other people see a change, also when
-- several replicas write at the same time.
alter table presences
  add column was_active_at int8 not null default 0,
  add column was_idle_at int8 not null default 0;
