-- A document of the search index is a line of text now: its terms in the order of the message, with blanks between the positions. It is
-- half as long as a `tsvector`, which needs eight bytes for each term beside its letters. The index of terms stays the same; it is built
-- on an expression. The worker makes all documents again, the newest first.
drop table search_documents;
create table search_documents (
  message_id bigint not null,
  -- The block of the message, the terms of its content, its channel and the terms of its topic (domain/searching/search-document.ts). It is
  -- compared byte by byte, whatever the locale of the database.
  words text collate "C" not null,
  primary key (message_id)
) partition by range (message_id);
create index search_documents_words_idx on search_documents
  using gin (array_to_tsvector(string_to_array(translate(words, '|', ' '), ' ')));

-- Creates the partition of a message. IDs from 2^35 to 2^42 are times in milliseconds (imports of messages since 1971), of which a
-- partition holds 398 days; of others it holds 2^20. Only attaching takes a lock on the whole table, one that allows reads and writes.
create or replace function add_search_partition(id bigint) returns void
  language plpgsql volatile
  set search_path from current
as $$
declare
  is_time boolean := id >= 1::bigint << 35 and id < 1::bigint << 42;
  bits int := case when is_time then 35 else 20 end;
  number bigint := id >> bits;
  name text := 'search_documents_' || case when is_time then 'imported_years_' else '' end || replace(number::text, '-', 'minus_');
begin
  if to_regclass(quote_ident(name)) is not null then
    return;
  end if;
  execute format('create table %I (message_id bigint not null, words text collate "C" not null, primary key (message_id))', name);
  -- Searches read the list of pending entries, so it stays short.
  execute format($index$create index %I on %I
    using gin (array_to_tsvector(string_to_array(translate(words, '|', ' '), ' '))) with (gin_pending_list_limit = 1024)$index$,
    name || '_words_idx', name);
  -- Without statistics of terms, the planner always takes the index of terms. The queries bound what it may find.
  execute format('alter table %I alter column words set statistics 0', name);
  execute format('alter index %I alter column 1 set statistics 0', name || '_words_idx');
  execute format('alter table search_documents attach partition %I for values from (%s) to (%s)',
    name, number << bits, (number + 1) << bits);
end
$$;

update search_rebuild r
   set version = 0, rebuilt_from = p.indexed_until + 1, current_from = p.indexed_until + 1, started_at = null, done = 0
  from search_progress p;
