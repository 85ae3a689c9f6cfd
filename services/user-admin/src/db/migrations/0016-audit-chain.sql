-- Adds a hash chain to the audit log, and state for streaming it (docs/decisions/audit-log.md).

alter table audit_entries
  -- The service that made the change, and the entry's ID in that service. The ID is null for entries of user-admin itself.
  add column source text not null default 'user-admin',
  add column source_id bigint,
  -- Position in the chain. Null until the entry is chained, which happens within seconds of its commit.
  add column position bigint,
  -- Hash (SHA-256) of the previous entry, and hash of this entry, which covers the previous hash.
  add column previous_hash bytea,
  add column hash bytea;

create unique index audit_entries_position_idx on audit_entries (position) where position is not null;
create index audit_entries_unchained_idx on audit_entries (entry_id) where position is null;
-- Ensures that an entry of another service is stored only once.
create unique index audit_entries_source_idx on audit_entries (source, source_id) where source_id is not null;

-- State of the chain, as the only row. It is locked while entries are chained or deleted.
create table audit_chain (
  is_only boolean primary key default true check (is_only),
  head_position bigint not null default 0,
  head_hash bytea not null,
  -- Position and hash of the last entry that was deleted because it had expired. The oldest stored entry contains this hash.
  deleted_position bigint not null default 0,
  deleted_hash bytea not null,
  -- Position of the last entry that the receiver of the stream has acknowledged.
  streamed_position bigint not null default 0,
  -- The replica that streams, and the end of its lease.
  streamer uuid,
  streamer_until timestamptz
);

insert into audit_chain (head_hash, deleted_hash)
values (decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex'));
