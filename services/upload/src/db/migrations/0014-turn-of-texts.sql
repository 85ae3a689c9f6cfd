-- parley: without transaction
create index concurrently if not exists attachments_text_turn_idx on attachments (text_due_at, attachment_id desc) where text_due_at is not null and scan_state = 'clean';
