-- What operators see of a rebuild, and which documents searches may select by the terms that their release adds to them: those of
-- messages from `current_from` on. A rebuild of the same version does not change what they are.
alter table search_rebuild
  add column current_from bigint,
  add column started_at timestamptz,
  add column done bigint not null default 0;
update search_rebuild set current_from = rebuilt_from;
alter table search_rebuild alter column current_from set not null;

-- A partition of imported messages holds 398 days now, because planning a search takes as long as there are partitions. Those of 99 days
-- go; the worker makes their documents again, as all others, because this release makes other ones.
do $$
declare
  partition name;
begin
  for partition in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'search_documents'::regclass and c.relname like 'search\_documents\_imported\_%'
  loop
    execute format('drop table %I', partition);
  end loop;
end
$$;
-- Creates the partition of a message. IDs from 2^35 to 2^42 are times in milliseconds (imports of messages since 1971). Only attaching
-- takes a lock on the whole table, one that allows reads and writes.
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
  execute format('create table %I (message_id bigint not null, words tsvector not null, primary key (message_id))', name);
  -- Without statistics of terms, the planner always takes the index of terms. The queries bound what it may find.
  execute format('alter table %I alter column words set statistics 0', name);
  -- Searches read the list of pending entries, so it stays short.
  execute format('create index on %I using gin (words) with (gin_pending_list_limit = 1024)', name);
  execute format('alter table search_documents attach partition %I for values from (%s) to (%s)',
    name, number << bits, (number + 1) << bits);
end
$$;
