import { BEFORE_ALL, type CommitPosition, comparePositions } from '@parley/event-log';
import type { LogEntry } from '@parley/proto/events/v1/log';
import type { Checkpoint } from '../checkpoint.ts';
import type { SlotState } from '../replication/slot.ts';
import { endOfTimeline, type SystemIdentity } from './timelines.ts';

/**
 * Maximum number of entries in the stream after the checkpoint. A relay writes the checkpoint before it publishes more.
 */
export const MAX_LEAD = 64;

/**
 * Maximum number of entries after the checkpoint of a promoted standby, which may be older than the checkpoint of the
 * former primary. The timeline's history proves for each of these entries that the standby has its events.
 */
const MAX_LEAD_ACROSS_TIMELINES = 4096;

/**
 * Returns how many entries may follow the checkpoint in the stream. A relay that takes over and finds more starts a new
 * epoch.
 */
export const maxLeadOf = (checkpoint: Checkpoint, system: SystemIdentity): number =>
  checkpoint.timeline === system.timeline ? MAX_LEAD : MAX_LEAD_ACROSS_TIMELINES;

/** The state of both sides: the database and JetStream. */
export type Facts = {
  system: SystemIdentity;
  checkpoint: Checkpoint | undefined;
  /** The slot of the checkpoint's generation. */
  slot: Pick<SlotState, 'isLost' | 'confirmedLsn'> | undefined;
  /** The current epoch, from the record in NATS. */
  currentEpoch: string | undefined;
  /** The stream of the checkpoint. */
  stream:
    | {
        firstSequence: number;
        lastSequence: number;
        /** The entry at the checkpoint's sequence, when it is still stored. */
        atCheckpoint: LogEntry | undefined;
        /** Entries after the checkpoint, oldest first, without the encoded events. None when there are too many. */
        lead: readonly LogEntry[];
      }
    | undefined;
  /** The last entry that NATS acknowledged to this process, when it was the active relay before. */
  remembered: { epoch: string; sequence: number } | undefined;
  /** The last announcement of freshness that this process received: services have relied on everything before `lsn`. */
  announced: { epoch: string; timeline: number; lsn: number } | undefined;
  /**
   * A contradiction that an earlier session of this process found: a follower or the slot has something that the stream
   * lacks.
   */
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
      /** Sequence of the last entry. */
      sequence: number;
      /** Position of the last published event. Everything up to it is skipped. */
      position: CommitPosition;
      /** Transactions that were published after the checkpoint. The slot must send each of them again. */
      expected: ReadonlyMap<number, ExpectedTransaction>;
    }
  | { kind: 'new-epoch'; reason: NewEpochReason; newSlot: boolean };

/** A transaction in the stream that the checkpoint does not include, by its commit position. */
export type ExpectedTransaction = { transactionId: number };

/**
 * Decides whether the relay continues the stream with what the slot sends, or starts a new epoch. It continues only
 * when both sides agree. Otherwise events may be missing, and every reader must be notified of that.
 *
 * After a promotion it continues when everything that was published was committed before the standby left the former
 * timeline (docs/decisions/failover-of-postgresql.md).
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

/**
 * Returns whether the last committed event of the entry is the one at the position. It is true for an entry that
 * contains only signals.
 */
function endsAt(entry: LogEntry, position: CommitPosition): boolean {
  const last = entry.events.findLast((event) => event.transactionId !== 0);
  return !last || comparePositions(last, position) === 0;
}

/** Position before the first event of an epoch. */
export const EPOCH_START: { sequence: number; position: CommitPosition } = {
  sequence: 0,
  position: BEFORE_ALL,
};
