-- How far the relay has published events. It is written after JetStream has acknowledged an entry, and before the position is
-- confirmed to the replication slot.

create table checkpoints (
  -- There is only one row, because a database has only one event log.
  is_only boolean primary key default true check (is_only),
  epoch text not null,
  stream text not null,
  -- Sequence number of the last published entry in the stream; 0 when there is none.
  stream_sequence bigint not null,
  system_id text not null,
  timeline int not null,
  slot_generation int not null,
  -- Position of the last published event, in the order of commits.
  commit_lsn pg_lsn not null,
  commit_index int not null,
  -- ID of the session that may write. Updates by other sessions match no row.
  session_id uuid not null,
  -- IDs of earlier sessions, newest first. Entries after the checkpoint may have been written by these sessions.
  earlier_session_ids uuid[] not null,
  updated_at timestamptz not null default clock_timestamp()
);

-- The output plugin pgoutput requires a publication. An empty publication passes the messages of log.emit, and no rows.
reset role;
create publication parley_relay;
