-- Finds the oldest direct messages, which are deleted first when their retention time has passed.
create index messages_direct_id_idx on messages (id) where conversation_id is not null;
