-- parley: without transaction
-- The files of an import, which are deleted together.
create index concurrently if not exists attachments_import_id_idx on attachments (import_id, attachment_id) where import_id is not null
