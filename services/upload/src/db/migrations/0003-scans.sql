-- Result of the virus scan. Files from before a scanner was configured count as clean.
alter table attachments add column scan_state text not null default 'clean'
  check (scan_state in ('clean', 'pending', 'quarantined'));
-- The name that the scanner gives to the malware.
alter table attachments add column scan_finding text not null default '';
-- Time at which a pending file is scanned next. A replica that scans a file moves this time, so that no other replica scans it.
alter table attachments add column scan_due_at timestamptz;
create index attachments_scan_due_at_idx on attachments (scan_due_at) where scan_state = 'pending';
