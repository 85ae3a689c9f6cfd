-- What a person's presence was before the last write: whoever writes knows by it whether others see a change, however
-- many replicas write at once.
alter table presences
  add column was_active_at int8 not null default 0,
  add column was_idle_at int8 not null default 0;
