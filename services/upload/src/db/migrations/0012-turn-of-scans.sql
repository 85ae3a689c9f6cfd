-- parley: without transaction
create index concurrently if not exists attachments_scan_turn_idx on attachments (coalesce(scan_due_at, created_at), attachment_id) where scan_state = 'pending';
