-- parley: without transaction
-- The line above makes the migration run outside of a transaction, as `concurrently` requires. The index finds the reactions of a
-- person, for exports of the person's data.
create index concurrently if not exists reactions_user_id_message_id_idx on reactions (user_id, message_id)
