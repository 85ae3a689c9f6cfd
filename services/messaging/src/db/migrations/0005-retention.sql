-- The oldest direct messages, to be deleted when the organization keeps messages for a while only.
create index messages_direct_id_idx on messages (id) where conversation_id is not null;
