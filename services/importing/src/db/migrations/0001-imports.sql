-- Imports of archives (docs/decisions/moving-in.md). One is worked on at a time.
create table imports (
  import_id bigint generated always as identity primary key,
  state text not null default 'waiting'
    check (state in ('waiting', 'running', 'stopped', 'done', 'refused', 'undoing', 'undone')),
  phase text not null default '',
  archive_path text not null,
  archive_name text not null,
  -- Identifies the archive by its contents, so that the same one is not imported twice.
  fingerprint text not null default '',
  -- The kind of source, as it was recognised.
  source text not null default '',
  options jsonb not null,
  -- Records that were handled, and those that the archive has.
  done bigint not null default 0,
  total bigint not null default 0,
  -- Position in the messages of the archive up to which everything is stored, and what was counted until then.
  checkpoint jsonb not null default '{}',
  report json,
  error text not null default '',
  -- 0 for an operator.
  requested_by bigint not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  -- The replica that works on it, until a time that it extends.
  worker text not null default '',
  worker_until timestamptz not null default '-infinity'
);
create index imports_fingerprint_idx on imports (fingerprint);

-- Where files of a source lie now.
create table imported_files (
  source text not null,
  source_key text not null,
  url text not null,
  import_id bigint not null,
  primary key (source, source_key)
);
create index imported_files_import_id_idx on imported_files (import_id);

-- The new IDs of messages by the IDs that they had, so that old links lead on.
create table imported_messages (
  old_id text not null,
  source text not null,
  message_id bigint not null,
  import_id bigint not null,
  primary key (old_id, source)
);
create index imported_messages_import_id_idx on imported_messages (import_id);

-- Messages that refer to messages which were not yet imported. Their texts are written again at the end.
create table pending_texts (
  import_id bigint not null,
  message_id bigint not null,
  content jsonb not null,
  primary key (import_id, message_id)
);
