-- parley: without transaction
drop index concurrently if exists phone_pushes_sent_at_idx;
