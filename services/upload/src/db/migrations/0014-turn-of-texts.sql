-- parley: without transaction
create index concurrently if not exists attachments_text_turn_idx on attachments (attachment_id) where text_due_at is not null;
