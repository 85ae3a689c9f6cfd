-- parley: without transaction
drop index concurrently if exists messages_has_link_idx
