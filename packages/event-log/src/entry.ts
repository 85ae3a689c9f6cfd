import { Event } from '@parley/proto/events/v1/event';
import { LogEntry, type LoggedEvent } from '@parley/proto/events/v1/log';
import { EVENTS_PER_ENTRY, eventId } from './event-id.ts';

/** Room kept in a NATS message beside the events: headers and the entry's own fields. */
export const ENTRY_OVERHEAD_BYTES = 4096;

/** One event as it is read from the log; decoded on first use. */
export class FollowedEvent {
  /** Event ID: stream sequence × 256 + index. */
  readonly id: number;
  /** Stream sequence of its entry. */
  readonly sequence: number;
  /** 64-bit transaction ID; 0 for a signal. */
  readonly transactionId: number;
  /** ID PostgreSQL gave to the row (a message's ID); 0 for none. */
  readonly assignedId: number;
  /** Position of the commit in the write-ahead log, in bytes; 0 for a signal. */
  readonly commitLsn: number;
  /** Microseconds since the Unix epoch. */
  readonly committedAtUs: number;
  /** Encoded Event. */
  readonly encoded: Uint8Array;
  #event: Event | undefined;

  constructor(logged: LoggedEvent, sequence: number, index: number) {
    this.id = eventId(sequence, index);
    this.sequence = sequence;
    this.transactionId = logged.transactionId;
    this.assignedId = logged.assignedId;
    this.commitLsn = logged.commitLsn;
    this.committedAtUs = logged.committedAtUs;
    this.encoded = logged.event;
  }

  /** @throws when the bytes are no Event. */
  get event(): Event {
    this.#event ??= Event.decode(this.encoded);
    return this.#event;
  }
}

/** One log entry with its place in the stream. */
export type Entry = {
  sequence: number;
  epoch: string;
  /** The relay session that wrote it. */
  session: string;
  events: FollowedEvent[];
  /** Encoded size. */
  bytes: number;
};

/** @throws when the bytes are no LogEntry. */
export function decodeEntry(data: Uint8Array, sequence: number): Entry {
  const entry = LogEntry.decode(data);
  return {
    sequence,
    epoch: entry.epoch,
    session: entry.session,
    events: entry.events.map((logged, index) => new FollowedEvent(logged, sequence, index)),
    bytes: data.length,
  };
}

/** An upper bound of the encoded size of an event inside an entry. */
export const loggedSize = (event: Pick<LoggedEvent, 'event'>): number => event.event.length + 64;

/**
 * How many events from `start` fit into one entry: at most 256 and at most `maxBytes`. At least one, even when
 * that one is larger than `maxBytes`: the relay checks at start that an event of the size `emit` permits fits.
 */
export function fitEntry(events: readonly LoggedEvent[], start: number, maxBytes: number): number {
  let bytes = 0;
  let count = 0;
  while (start + count < events.length && count < EVENTS_PER_ENTRY) {
    bytes += loggedSize(events[start + count]!);
    if (count > 0 && bytes > maxBytes) break;
    count++;
  }
  return count;
}

/** Splits events, in order, into entries. */
export function packEntries(events: readonly LoggedEvent[], maxBytes: number): LoggedEvent[][] {
  const entries: LoggedEvent[][] = [];
  for (let start = 0; start < events.length; ) {
    const count = fitEntry(events, start, maxBytes);
    entries.push(events.slice(start, start + count));
    start += count;
  }
  return entries;
}
