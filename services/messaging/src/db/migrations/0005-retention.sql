-- Finds the oldest direct messages, which are deleted when the organization limits how long messages are stored.
create index messages_direct_id_idx on messages (id) where conversation_id is not null;
