-- When an operator deactivated the organization; null while the organization is active.
alter table organization add column deactivated_at timestamptz;
