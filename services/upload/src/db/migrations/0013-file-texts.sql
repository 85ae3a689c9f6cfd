-- The texts of files, for searches.

-- When the text is to be read next. Null when it was read, or will not be. Files that are stored already are read as well.
alter table attachments add column text_due_at timestamptz default '-infinity';

create table file_texts (
  attachment_id bigint primary key references attachments on delete cascade,
  status text not null check (status in ('text', 'encrypted', 'broken', 'unsupported', 'too_large')),
  -- Empty unless the status is `text`.
  text text not null,
  -- The terms of the name and the text.
  words tsvector not null
);
create index file_texts_words_idx on file_texts using gin (words);
