-- What keeps the search index. `search_progress`, `search_rebuild` and `search_pending` say how far the index of this engine is. Another
-- one that is configured takes over when a process of messaging starts, and makes all documents.
alter table search_progress
  add column engine text not null default 'postgresql' check (engine in ('postgresql', 'opensearch')),
  -- In OpenSearch: the index in which messages are found, and the one that is built beside it, if any.
  add column current_index text,
  add column next_index text,
  -- Number of the last write to OpenSearch that is taken into account here.
  add column last_write bigint not null default 0;
-- Numbers of writes to OpenSearch. An older write never replaces a newer one, whatever the order in which they arrive.
create sequence search_writes;
