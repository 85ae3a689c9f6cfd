import { asError, type Logger } from '@parley/core';
import { type CommitPosition, comparePositions, decodeFrame } from '@parley/event-log';
import type { LoggedEvent } from '@parley/proto/events/v1/log';
import type { ExpectedTransaction } from './epoch/decide.ts';
import type { PendingEvents } from './pending-events.ts';
import type { ReplicationConnection, ReplicationHandlers } from './replication/connection.ts';
import { parsePgoutput } from './replication/pgoutput.ts';
import { type SystemIdentity, timelineAt } from './replication/timelines.ts';
import type { Telemetry } from './telemetry.ts';

/** Prefix of the logical messages that the SQL function `log.emit` writes. */
const PREFIX = 'parley';

/** The error for a stream with entries that the slot did not send. The stream and the slot then do not belong together. */
export class LeadMismatchError extends Error {
  override name = 'LeadMismatchError';
}

export type ReceiveStart = {
  /** Events up to this position are already in the stream. */
  position: CommitPosition;
  /** Position of the checkpoint. Between it and `position`, the slot must send exactly the expected transactions. */
  covered: CommitPosition;
  expected: ReadonlyMap<number, ExpectedTransaction>;
  /** The server's timelines, by which each commit is assigned to a timeline. */
  timelines: Pick<SystemIdentity, 'timeline' | 'history'>;
};

export type WalReceiverOptions = {
  connection: Pick<ReplicationConnection, 'setPaused' | 'paused'>;
  pending: PendingEvents;
  /** When more bytes than this are pending, reading from the slot pauses. It resumes when fewer than half as many are pending. */
  maxPendingBytes: number;
  telemetry: Pick<Telemetry, 'unreadableFrame'>;
  logger: Logger;
  /** Called after a commit or a keepalive was received. */
  onActivity: () => void;
  onFailure: (error: Error) => void;
};

/**
 * Converts messages of the slot to pending events. Messages that arrive before `begin` are buffered. The connection is paused
 * at that time, so the buffer contains at most one read of the socket.
 */
export class WalReceiver implements ReplicationHandlers {
  readonly #options: WalReceiverOptions;
  #early: (() => void)[] | undefined = [];
  #start: ReceiveStart = {
    position: { commitLsn: 0, index: -1 },
    covered: { commitLsn: 0, index: -1 },
    expected: new Map(),
    timelines: { timeline: 0, history: [] },
  };
  #awaited = new Set<number>();
  #commitLsn = 0;
  #index = 0;
  #received = 0;

  constructor(options: WalReceiverOptions) {
    this.#options = options;
  }

  /** WAL position before which every commit has arrived. */
  get receivedLsn(): number {
    return this.#received;
  }

  begin(start: ReceiveStart): void {
    this.#start = start;
    this.#awaited = new Set(start.expected.keys());
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const step of early) step();
  }

  onData(data: Buffer): void {
    if (this.#early) {
      const copy = Buffer.from(data);
      this.#early.push(() => this.onData(copy));
      return;
    }
    try {
      this.#take(data);
    } catch (error) {
      this.#options.onFailure(asError(error));
    }
  }

  onKeepalive(lsn: number): void {
    if (this.#early) {
      this.#early.push(() => this.onKeepalive(lsn));
      return;
    }
    this.#received = Math.max(this.#received, lsn);
    this.#options.onActivity();
  }

  /** Resumes reading when enough pending events were published. */
  resumeWhenDrained(): void {
    const { connection, pending, maxPendingBytes } = this.#options;
    if (connection.paused && pending.bytes < maxPendingBytes / 2) connection.setPaused(false);
  }

  #take(data: Buffer): void {
    const message = parsePgoutput(data);
    if (message.kind === 'begin') {
      this.#commitLsn = message.commitLsn;
      this.#index = 0;
    } else if (message.kind === 'message') {
      if (message.transactional && message.prefix === PREFIX) this.#event(message.content);
    } else if (message.kind === 'commit') {
      this.#received = Math.max(this.#received, message.endLsn);
      this.#options.pending.addEnd(message.endLsn);
      this.#options.onActivity();
    }
  }

  #event(frame: Buffer): void {
    const commitLsn = this.#commitLsn;
    const index = this.#index++;
    let event: LoggedEvent;
    try {
      // pg reuses its read buffer, so the frame must be copied.
      event = {
        ...decodeFrame(Buffer.from(frame), commitLsn, index),
        timeline: timelineAt(this.#start.timelines, commitLsn),
      };
    } catch (error) {
      this.#options.telemetry.unreadableFrame();
      this.#options.logger.error({ err: error, commitLsn, index }, 'an event cannot be read and was skipped');
      return;
    }
    if (comparePositions(event, this.#start.position) <= 0) {
      this.#checkPublished(event);
      return;
    }
    if (this.#awaited.size > 0)
      throw new LeadMismatchError('the stream holds transactions that the slot did not bring');
    const { pending, connection, maxPendingBytes } = this.#options;
    pending.addEvent(event);
    if (pending.bytes > maxPendingBytes) connection.setPaused(true);
  }

  /** @throws LeadMismatchError when the slot sends another transaction than the stream contains */
  #checkPublished({ commitLsn, index, transactionId }: LoggedEvent): void {
    if (comparePositions({ commitLsn, index }, this.#start.covered) <= 0) return;
    const expected = this.#start.expected.get(commitLsn);
    if (expected?.transactionId !== transactionId) {
      throw new LeadMismatchError('the slot brought a transaction other than the one in the stream');
    }
    this.#awaited.delete(commitLsn);
  }
}
