-- parley: without transaction
-- Finds a file of an import by its key, so that none is stored twice.
create unique index concurrently if not exists attachments_import_key_idx on attachments (import_key) where import_key is not null
