-- Messages of imports that the search index does not have yet, a row for each batch that was stored. The worker of the index takes them
-- in when no import is under way, so that an import does not pay for it. The previous release indexes what it imports at once.
create table search_imported (
  batch_id bigint generated always as identity primary key,
  message_ids bigint[] not null,
  stored_at timestamptz not null default now()
);
