-- Results of the virus scanner. Files that were uploaded before a scanner was configured count as clean.
alter table attachments add column scan_state text not null default 'clean'
  check (scan_state in ('clean', 'pending', 'quarantined'));
-- The scanner's name for the malware.
alter table attachments add column scan_finding text not null default '';
-- When a pending file is scanned again. It also keeps several replicas from scanning it at the same time.
alter table attachments add column scan_due_at timestamptz;
create index attachments_scan_due_at_idx on attachments (scan_due_at) where scan_state = 'pending';
