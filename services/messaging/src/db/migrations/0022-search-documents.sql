-- The search index: tables of its own, which a worker fills from `messages`, so that a send does not pay for it. The analysis of texts
-- is in @parley/search-text and the same on every database, whatever its locale.

-- The terms of each message. A partition holds 2^20 message IDs (negative ones, too), so the newest part is searched first, and the
-- indexes fit into memory one by one. Partitions are attached by `add_search_partition`.
create table search_documents (
  message_id bigint not null,
  -- Terms of the content and topic with positions, and terms that begin with '#': the block and the place of the message.
  words tsvector not null,
  primary key (message_id)
) partition by range (message_id);
create index search_documents_words_idx on search_documents using gin (words);

-- Creates the partition of a message. IDs from 2^33 to 2^42 are times in milliseconds (imports), of which a partition holds 99 days.
-- Only attaching takes a lock on the whole table, one that allows reads
-- and writes.
create function add_search_partition(id bigint) returns void
  language plpgsql volatile
  set search_path from current
as $$
declare
  is_time boolean := id >= 1::bigint << 33 and id < 1::bigint << 42;
  bits int := case when is_time then 33 else 20 end;
  number bigint := id >> bits;
  name text := 'search_documents_' || case when is_time then 'imported_' else '' end || replace(number::text, '-', 'minus_');
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

-- Messages up to this ID have a document, or their ID is below `rebuilt_from` or in `search_pending`. One row.
create table search_progress (
  is_only boolean primary key default true check (is_only),
  indexed_until bigint not null
);
insert into search_progress (indexed_until) select coalesce(max(id), 0) from messages;

-- Messages below this ID have no document yet, or one of an earlier version. A worker rebuilds downwards. One row. The table is
-- separate, because a batch of the rebuild keeps its row locked, and new messages do not wait for that.
create table search_rebuild (
  is_only boolean primary key default true check (is_only),
  rebuilt_from bigint not null,
  -- The version of the documents from `rebuilt_from` on.
  version int not null
);
insert into search_rebuild (rebuilt_from, version) select indexed_until + 1, 0 from search_progress;

-- Changed messages whose documents have to be made again. A search does this first.
create table search_pending (
  change_id bigint generated always as identity primary key,
  message_id bigint not null
);

-- Keeps the index exact whatever changes or deletes a message: an edit, a move, erasing, retention, or the previous release. The
-- document of a changed text is deleted at once, and a moved one stays until the worker or a search replaces it. A deletion is noted, too,
-- because a document may be just being written that this transaction does not see yet.
create function forget_search_document() returns trigger
  language plpgsql
  set search_path from current
as $$
begin
  if tg_op = 'DELETE' or old.content is distinct from new.content then
    delete from search_documents where message_id = old.id;
  end if;
  insert into search_pending (message_id) values (old.id);
  return null;
end
$$;
create trigger messages_search_changed after update of content, topic, channel_id on messages for each row
  when (old.content is distinct from new.content or old.topic is distinct from new.topic
    or old.channel_id is distinct from new.channel_id)
  execute function forget_search_document();
create trigger messages_search_deleted after delete on messages for each row execute function forget_search_document();

-- From here on, sends do not compute search words. The previous release finds older messages by them during an upgrade. The next
-- release drops the column, its index and its functions.
alter table messages alter column search_words drop expression;
