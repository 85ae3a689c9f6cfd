import { firstItem } from '@parley/core';
import { type CommitPosition, formatLsn, parseLsn } from '@parley/event-log';
import type pg from 'pg';

/** How far the log is published, as it is stored in the database. */
export type Checkpoint = {
  epoch: string;
  stream: string;
  /** Sequence number of the last published entry in the stream; 0 when there is none. */
  sequence: number;
  systemId: string;
  timeline: number;
  slotGeneration: number;
  /** Position of the last published event in commit order. */
  position: CommitPosition;
  session: string;
  /** IDs of earlier sessions, newest first. */
  earlierSessions: string[];
};

/** The error for a relay that lost its role or could not take it: another relay has it, so this one must not write. */
class RoleLostError extends Error {
  override name = 'RoleLostError';
}

/** A relay that continues after a pause may write entries until it notices. The IDs identify them. */
const SESSIONS_KEPT = 16;

type Row = {
  epoch: string;
  stream: string;
  stream_sequence: string;
  system_id: string;
  timeline: number;
  slot_generation: number;
  commit_lsn: string;
  commit_index: number;
  session_id: string;
  earlier_session_ids: string[];
};

/** Returns the checkpoint; undefined before the first relay has begun. */
export async function readCheckpoint(client: pg.ClientBase): Promise<Checkpoint | undefined> {
  const { rows } = await client.query<Row>(
    `select epoch, stream, stream_sequence, system_id, timeline, slot_generation, commit_lsn, commit_index,
            session_id, earlier_session_ids
       from checkpoints`,
  );
  const row = rows[0];
  if (!row) return undefined;
  return {
    epoch: row.epoch,
    stream: row.stream,
    sequence: Number(row.stream_sequence),
    systemId: row.system_id,
    timeline: row.timeline,
    slotGeneration: row.slot_generation,
    position: { commitLsn: parseLsn(row.commit_lsn), index: row.commit_index },
    session: row.session_id,
    earlierSessions: row.earlier_session_ids,
  };
}

/** @throws RoleLostError when the row has changed: another relay is taking over or the previous one still writes */
export async function claimCheckpoint(
  client: pg.ClientBase,
  read: Checkpoint | undefined,
  next: Omit<Checkpoint, 'earlierSessions'>,
): Promise<Checkpoint> {
  const earlierSessions = read ? [read.session, ...read.earlierSessions].slice(0, SESSIONS_KEPT) : [];
  const values = [
    next.epoch,
    next.stream,
    next.sequence,
    next.systemId,
    next.timeline,
    next.slotGeneration,
    formatLsn(next.position.commitLsn),
    next.position.index,
    next.session,
    earlierSessions,
  ];
  const { rowCount } = read
    ? await client.query(
        `update checkpoints
            set epoch = $1, stream = $2, stream_sequence = $3, system_id = $4, timeline = $5, slot_generation = $6,
                commit_lsn = $7, commit_index = $8, session_id = $9, earlier_session_ids = $10,
                updated_at = clock_timestamp()
          where session_id = $11 and stream_sequence = $12 and epoch = $13`,
        [...values, read.session, read.sequence, read.epoch],
      )
    : await client.query(
        `insert into checkpoints (epoch, stream, stream_sequence, system_id, timeline, slot_generation, commit_lsn,
                                  commit_index, session_id, earlier_session_ids)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing`,
        values,
      );
  if (rowCount !== 1) throw new RoleLostError('another relay has taken over the checkpoint');
  return { ...next, earlierSessions };
}

/** Returns a WAL position after the commit. @throws RoleLostError when another session has taken over */
export async function advanceCheckpoint(
  client: pg.ClientBase,
  session: string,
  sequence: number,
  position: CommitPosition,
): Promise<number> {
  const { rowCount } = await client.query({
    name: 'advance-checkpoint',
    text: `update checkpoints
              set stream_sequence = $2, commit_lsn = $3, commit_index = $4, updated_at = clock_timestamp()
            where session_id = $1 and stream_sequence <= $2`,
    values: [session, sequence, formatLsn(position.commitLsn), position.index],
  });
  if (rowCount !== 1) throw new RoleLostError('another relay has taken over the checkpoint');
  const { rows } = await client.query<{ lsn: string }>({
    name: 'read-flushed-lsn',
    text: 'select pg_current_wal_flush_lsn()::text as lsn',
  });
  return parseLsn(firstItem(rows).lsn);
}
