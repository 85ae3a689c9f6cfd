-- parley: without transaction
drop index concurrently if exists messages_direct_has_link_idx
