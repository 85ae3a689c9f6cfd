-- parley: without transaction
-- The messages of an import, which are deleted together. Messages that were sent are not in this index.
create index concurrently if not exists messages_import_id_idx on messages (import_id, id) where import_id is not null
