-- When an operator deactivated the organization; null while it is active.
alter table organization add column deactivated_at timestamptz;
