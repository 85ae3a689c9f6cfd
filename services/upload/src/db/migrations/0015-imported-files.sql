-- The import that brought a file, and the key by which a repeated import finds it; null for files that people uploaded.
alter table attachments add column import_id bigint;
alter table attachments add column import_key text collate "C";
