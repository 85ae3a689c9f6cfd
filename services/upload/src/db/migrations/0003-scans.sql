-- What a virus scanner found. Files from before there was one count as clean.
alter table attachments add column scan_state text not null default 'clean'
  check (scan_state in ('clean', 'pending', 'quarantined'));
-- What the scanner called it.
alter table attachments add column scan_finding text not null default '';
-- When a file that is pending is to be looked at again; also keeps replicas from doing it at once.
alter table attachments add column scan_due_at timestamptz;
create index attachments_scan_due_at_idx on attachments (scan_due_at) where scan_state = 'pending';
