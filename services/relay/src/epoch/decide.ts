import { BEFORE_ALL, type CommitPosition, comparePositions } from '@parley/event-log';
import type { LogEntry } from '@parley/proto/events/v1/log';
import type { Checkpoint } from '../checkpoint.ts';
import type { SlotState } from '../replication/slot.ts';
import { endOfTimeline, type SystemIdentity } from '../replication/timelines.ts';

/** Maximum number of entries in the stream after the checkpoint. Before a relay publishes more, it writes the checkpoint. */
export const MAX_LEAD = 64;

/**
 * Maximum number of entries in the stream after the checkpoint of a promoted standby. Its checkpoint may be older than that of
 * the former primary, so the limit is higher. The timeline history proves for each of these entries that the standby has its
 * events.
 */
const MAX_LEAD_ACROSS_TIMELINES = 4096;

/** A relay that finds more entries after the checkpoint begins a new epoch. */
export const maxLeadOf = (checkpoint: Checkpoint, system: SystemIdentity): number =>
  checkpoint.timeline === system.timeline ? MAX_LEAD : MAX_LEAD_ACROSS_TIMELINES;

/** The state of both sides, the database and JetStream, from which `decide` decides. */
export type Facts = {
  system: SystemIdentity;
  checkpoint: Checkpoint | undefined;
  /** The replication slot that the checkpoint names; undefined when it does not exist. */
  slot: Pick<SlotState, 'isLost' | 'confirmedLsn'> | undefined;
  /** The current epoch according to the epoch record in NATS; undefined without a record. */
  currentEpoch: string | undefined;
  /** The stream that the checkpoint names; undefined when it does not exist. */
  stream:
    | {
        firstSequence: number;
        lastSequence: number;
        /** The entry with the checkpoint's sequence number; undefined when it is no longer stored. */
        atCheckpoint: LogEntry | undefined;
        /** Entries after the checkpoint, oldest first, without their encoded events. Empty when there are too many. */
        lead: readonly LogEntry[];
      }
    | undefined;
  /** The last entry that NATS acknowledged to this process; undefined when this process has not been the active relay. */
  remembered: { epoch: string; sequence: number } | undefined;
  /** The last announcement that this process received. Services may have relied on everything before `lsn` being in the log. */
  announced: { epoch: string; timeline: number; lsn: number } | undefined;
  /** A follower has read entries that the stream lacks, or the slot did not send transactions of the stream. */
  contradiction: 'follower-ahead' | 'lead-not-in-slot' | undefined;
};

export type NewEpochReason =
  | 'first-start'
  | 'checkpoint-missing'
  | 'meta-missing'
  | 'meta-differs'
  | 'other-system'
  | 'other-timeline'
  | 'tail-lost'
  | 'slot-missing'
  | 'slot-lost'
  | 'stream-missing'
  | 'stream-behind'
  | 'stream-differs'
  | 'stream-ahead'
  | 'foreign-entries'
  | 'database-behind'
  | 'lead-not-in-slot'
  | 'follower-ahead';

export type Decision =
  | {
      kind: 'continue';
      /** Sequence number of the last entry in the stream. */
      sequence: number;
      /** Position of the last published event. Events up to this position are skipped, because they are in the stream. */
      position: CommitPosition;
      /** Transactions that were published after the checkpoint, by commit position. The slot must send each of them again. */
      expected: ReadonlyMap<number, ExpectedTransaction>;
    }
  | { kind: 'new-epoch'; reason: NewEpochReason; newSlot: boolean };

/** A transaction that is in the stream but not included in the checkpoint. */
export type ExpectedTransaction = { transactionId: number };

/**
 * Decides whether the relay continues the stream or begins a new epoch. The relay continues only when the database and the
 * stream agree. Otherwise events may be missing, and a new epoch tells every reader so.
 *
 * After a standby was promoted, the relay continues when all published events were committed before the position at which the
 * standby left the former timeline (docs/decisions/failover-of-postgresql.md).
 */
export function decide(facts: Facts): Decision {
  const { checkpoint, slot, stream, system } = facts;
  const slotUsable = slot !== undefined && !slot.isLost;
  const fresh = (reason: NewEpochReason): Decision => ({ kind: 'new-epoch', reason, newSlot: !slotUsable });

  if (!checkpoint) return fresh(facts.currentEpoch === undefined ? 'first-start' : 'checkpoint-missing');
  if (checkpoint.systemId !== system.systemId) return fresh('other-system');
  const endOfCheckpoint = endOfTimeline(system, checkpoint.timeline);
  if (endOfCheckpoint === undefined) return fresh('other-timeline');
  if (checkpoint.position.commitLsn >= endOfCheckpoint) return fresh('tail-lost');
  if (announcedLsn(facts.announced, checkpoint) > endOfCheckpoint) return fresh('tail-lost');
  if (!slot) return fresh('slot-missing');
  if (slot.isLost) return fresh('slot-lost');
  if (facts.currentEpoch === undefined) return fresh('meta-missing');
  if (facts.currentEpoch !== checkpoint.epoch) return fresh('meta-differs');
  if (!stream) return fresh('stream-missing');
  if (facts.contradiction) return fresh(facts.contradiction);

  const remembered = facts.remembered?.epoch === checkpoint.epoch ? facts.remembered.sequence : 0;
  if (stream.lastSequence < Math.max(checkpoint.sequence, remembered)) return fresh('stream-behind');
  if (stream.lastSequence - checkpoint.sequence > maxLeadOf(checkpoint, system)) return fresh('stream-ahead');
  if (checkpoint.position.commitLsn > system.walLsn) return fresh('database-behind');
  if (stream.atCheckpoint && !endsAt(stream.atCheckpoint, checkpoint.position))
    return fresh('stream-differs');
  if (stream.lead.length !== stream.lastSequence - checkpoint.sequence) return fresh('stream-differs');

  const sessions = new Set([checkpoint.session, ...checkpoint.earlierSessions]);
  const expected = new Map<number, ExpectedTransaction>();
  let position = checkpoint.position;
  for (const entry of stream.lead) {
    const end = endOfTimeline(system, entry.timeline);
    if (end === undefined || !isOurs(entry, checkpoint, sessions)) return fresh('foreign-entries');
    for (const { commitLsn, index, transactionId } of entry.events) {
      if (transactionId === 0) continue;
      if (commitLsn >= end) return fresh('tail-lost');
      const next = { commitLsn, index };
      if (comparePositions(next, position) <= 0) return fresh('foreign-entries');
      position = next;
      expected.set(commitLsn, { transactionId });
    }
  }
  if (position.commitLsn > system.walLsn) return fresh('database-behind');
  return { kind: 'continue', sequence: stream.lastSequence, position, expected };
}

const announcedLsn = (announced: Facts['announced'], { epoch, timeline }: Checkpoint): number =>
  announced?.epoch === epoch && announced.timeline === timeline ? announced.lsn : 0;

function isOurs(entry: LogEntry, checkpoint: Checkpoint, sessions: ReadonlySet<string>): boolean {
  return (
    entry.epoch === checkpoint.epoch &&
    entry.systemId === checkpoint.systemId &&
    entry.slotGeneration === checkpoint.slotGeneration &&
    sessions.has(entry.session)
  );
}

/** Also true when the entry contains only signals, which have no position. */
function endsAt(entry: LogEntry, position: CommitPosition): boolean {
  const last = entry.events.findLast((event) => event.transactionId !== 0);
  return !last || comparePositions(last, position) === 0;
}

/** The start of a new epoch: a position before its first event. */
export const EPOCH_START: { sequence: number; position: CommitPosition } = {
  sequence: 0,
  position: BEFORE_ALL,
};
