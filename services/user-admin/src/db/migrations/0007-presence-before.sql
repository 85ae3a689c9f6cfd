-- The person's times before the last write. The replica that writes compares them with the new ones to decide whether to
-- announce a change. This is correct even when several replicas write at the same time.
alter table presences
  add column was_active_at int8 not null default 0,
  add column was_idle_at int8 not null default 0;
