-- What the relay has published, written after JetStream's acknowledgement and before the slot is confirmed.

create table checkpoints (
  -- One row: a database has one log.
  is_only boolean primary key default true check (is_only),
  epoch text not null,
  stream text not null,
  -- Sequence of the last published entry in the stream; 0 for none.
  stream_sequence bigint not null,
  system_id text not null,
  timeline int not null,
  slot_generation int not null,
  -- Position of the last published event in commit order.
  commit_lsn pg_lsn not null,
  commit_index int not null,
  -- The session that may write. Updates of other sessions match no row.
  session_id uuid not null,
  -- Earlier sessions, newest first. Entries after the checkpoint may be of these sessions.
  earlier_session_ids uuid[] not null,
  updated_at timestamptz not null default clock_timestamp()
);

-- pgoutput requires a publication. An empty one passes the messages of log.emit and no rows.
reset role;
create publication parley_relay;
