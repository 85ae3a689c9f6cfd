import { Event } from '@parley/proto/events/v1/event';
import { Fact } from '@parley/proto/events/v1/facts';
import type { LoggedEvent } from '@parley/proto/events/v1/log';
import { eventId } from './event-id.ts';
import { type FactKind, type FactValue, factKindOf } from './fact-kinds.ts';
import { Fields } from './wire.ts';

/** Room kept in a NATS message beside the events: headers and the entry's own fields. */
export const ENTRY_OVERHEAD_BYTES = 4096;

const noBytes = Buffer.alloc(0);

/** What an entry says of an event; its index is its place. */
type Logged = Omit<LoggedEvent, 'index' | 'event'> & { index?: number; event: Uint8Array };

/**
 * One event as it is read from the log. What it is about is seen without decoding it; the fact alone, or all of it,
 * is decoded on first use.
 */
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
  #fact: FactValue | undefined;
  #kind: FactKind | undefined;
  /** Where the encoded Fact is in `encoded`; `#factEnd` is -1 before it was looked for. */
  #factStart = 0;
  #factEnd = -1;

  constructor(logged: Logged, sequence: number, index: number) {
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

  /** What it is about; undefined for an event without a fact, or with one that this release does not know. */
  get factKind(): FactKind | undefined {
    if (this.#factEnd < 0) this.#findFact();
    return this.#kind;
  }

  /** Its typed value, which is decoded alone. @throws when the bytes are no Fact. */
  get fact(): FactValue | undefined {
    if (this.#fact || this.factKind === undefined) return this.#fact;
    this.#fact = Fact.decode(this.encoded.subarray(this.#factStart, this.#factEnd)).value;
    return this.#fact;
  }

  /** The fields of its fact's value, to look at some without decoding it; undefined when it has none. */
  factFields(): Fields | undefined {
    if (this.factKind === undefined) return undefined;
    const fact = new Fields(this.encoded, this.#factStart, this.#factEnd);
    return fact.next() ? fact.inner() : undefined;
  }

  #findFact(): void {
    this.#factEnd = 0;
    try {
      const fields = new Fields(this.encoded);
      while (fields.next()) {
        if (fields.number !== eventFields.fact) continue;
        [this.#factStart, this.#factEnd] = [fields.start, fields.end];
        const fact = fields.inner();
        this.#kind = fact.next() ? factKindOf(fact.number) : undefined;
      }
    } catch {
      this.#kind = undefined;
    }
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

/** Field numbers (log.proto, event.proto). */
const entryFields = { epoch: 1, session: 2, events: 6 };
const loggedFields = {
  commitLsn: 1,
  transactionId: 3,
  assignedId: 4,
  committedAtUs: 5,
  event: 6,
};
const eventFields = { fact: 4 };

/**
 * Reads an entry; its events' bytes are not copied. Every process that follows the log reads every entry: this is
 * written by hand and takes a third of the generated decoder's time.
 * @throws when the bytes are no LogEntry.
 */
export function decodeEntry(data: Uint8Array, sequence: number): Entry {
  const entry: Entry = { sequence, epoch: '', session: '', events: [], bytes: data.length };
  const fields = new Fields(data);
  while (fields.next()) {
    if (fields.number === entryFields.epoch) entry.epoch = epochs.text(fields);
    else if (fields.number === entryFields.session) entry.session = sessions.text(fields);
    else if (fields.number === entryFields.events) {
      entry.events.push(new FollowedEvent(decodeLogged(fields.inner()), sequence, entry.events.length));
    }
  }
  return entry;
}

/** A text that is nearly always the same as before. */
class Repeated {
  #bytes: Uint8Array = noBytes;
  #text = '';

  text(fields: Fields): string {
    const bytes = fields.bytes();
    if (!isEqual(bytes, this.#bytes)) {
      this.#bytes = Buffer.from(bytes);
      this.#text = fields.text();
    }
    return this.#text;
  }
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}

const [epochs, sessions] = [new Repeated(), new Repeated()];

function decodeLogged(fields: Fields): Logged {
  const logged: Logged = { commitLsn: 0, transactionId: 0, assignedId: 0, committedAtUs: 0, event: noBytes };
  while (fields.next()) {
    switch (fields.number) {
      case loggedFields.commitLsn:
        logged.commitLsn = exact(fields.value);
        break;
      case loggedFields.transactionId:
        logged.transactionId = exact(fields.value);
        break;
      case loggedFields.assignedId:
        logged.assignedId = exact(fields.value);
        break;
      case loggedFields.committedAtUs:
        logged.committedAtUs = exact(fields.value);
        break;
      case loggedFields.event:
        logged.event = fields.bytes();
        break;
    }
  }
  return logged;
}

function exact(value: number): number {
  if (Number.isNaN(value)) throw new RangeError('not a number up to 2^53');
  return value;
}

/** An upper bound of the encoded size of an event inside an entry. */
export const loggedSize = (event: Pick<LoggedEvent, 'event'>): number => event.event.length + 64;
