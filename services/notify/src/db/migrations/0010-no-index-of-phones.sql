-- parley: without transaction
drop index concurrently if exists phone_pushes_phone_id_idx;
