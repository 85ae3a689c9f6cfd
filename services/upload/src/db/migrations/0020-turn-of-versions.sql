-- parley: without transaction
create index concurrently if not exists file_texts_version_idx on file_texts (version, attachment_id desc) where status = 'text';
