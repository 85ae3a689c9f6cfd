-- parley: without transaction
create index concurrently if not exists submessages_sender_id_idx on submessages (sender_id);
