-- The audit log is chained by hash, exported and streamed (docs/decisions/audit-log.md).

alter table audit_entries
  -- The service that made the change, and the entry's ID there; null for entries of user-admin itself.
  add column source text not null default 'user-admin',
  add column source_id bigint,
  -- Place in the chain; null until the entry is chained, within seconds of its commit.
  add column position bigint,
  -- SHA-256 of the entry before, and of this entry with that hash.
  add column previous_hash bytea,
  add column hash bytea;

create unique index audit_entries_position_idx on audit_entries (position) where position is not null;
create index audit_entries_unchained_idx on audit_entries (entry_id) where position is null;
-- An entry of another service is stored once.
create unique index audit_entries_source_idx on audit_entries (source, source_id) where source_id is not null;

-- The ends of the chain. One row, which is locked while entries are chained or deleted.
create table audit_chain (
  is_only boolean primary key default true check (is_only),
  head_position bigint not null default 0,
  head_hash bytea not null,
  -- The last entry that retention deleted, and its hash, with which the first retained entry continues.
  deleted_position bigint not null default 0,
  deleted_hash bytea not null,
  -- The last entry that the receiver of the stream has confirmed.
  streamed_position bigint not null default 0,
  -- The replica that streams, and until when.
  streamer uuid,
  streamer_until timestamptz
);

insert into audit_chain (head_hash, deleted_hash)
values (decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex'));
