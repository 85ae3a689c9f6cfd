-- parley: without transaction
create index concurrently if not exists attachments_owner_size_idx on attachments (owner_id) include (size_bytes);
