-- parley: without transaction
create index concurrently if not exists reactions_user_id_message_id_idx on reactions (user_id, message_id)
