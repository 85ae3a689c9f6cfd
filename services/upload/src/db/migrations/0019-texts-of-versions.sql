-- The version of the analysis by which the words of a text were made. Earlier ones are made again. Releases that do not know it write none.
alter table file_texts add column version int not null default 0;
