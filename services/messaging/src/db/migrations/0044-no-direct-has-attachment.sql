-- parley: without transaction
drop index concurrently if exists messages_direct_has_attachment_idx
