import { Event } from '@parley/proto/events/v1/event';
import { Fact } from '@parley/proto/events/v1/facts';
import {
  type EncodedEvent,
  EntryEvents,
  EntryHeader,
  EventFact,
  EventHeader,
  SentFact,
  type SentHeader,
} from '@parley/proto/events/v1/header';
import type { EventOutline, LoggedEvent, MessageOutline } from '@parley/proto/events/v1/log';
import { eventId } from './event-id.ts';
import { type FactKind, type FactValue, factKindOf } from './fact-kinds.ts';
import { LogReader } from './log-reader.ts';
import { outlineOf } from './outline.ts';
import { transactionKey } from './snapshot.ts';

/** Upper bound of the bytes of a NATS message in addition to its events: headers and the entry's own fields. */
export const ENTRY_OVERHEAD_BYTES = 4096;

const noBytes = new Uint8Array(0);

/** A generated decoder of a protobuf message. */
type Decoder<T> = { decode(reader: LogReader, length: number): T };

/** The encoded events of one entry. They are decoded together on first use. */
class EntryBody {
  readonly #data: Uint8Array;
  readonly #reader: LogReader;
  #events: EncodedEvent[] | undefined;

  constructor(data: Uint8Array, reader: LogReader) {
    this.#data = data;
    this.#reader = reader;
  }

  /** Events in the order of the entry. @throws when the bytes are not a LogEntry */
  get events(): EncodedEvent[] {
    this.#events ??= this.decode(EntryEvents, this.#data).events;
    return this.#events;
  }

  /**
   * Decodes a part of the entry's bytes with the reader of the entry, because creating a reader for each event takes
   * longer than decoding.
   */
  decode<T>(decoder: Decoder<T>, part: Uint8Array): T {
    const reader = this.#reader;
    const start = part.byteOffset - this.#data.byteOffset;
    reader.pos = start;
    const value = decoder.decode(reader, part.length);
    if (reader.pos !== start + part.length) throw new RangeError('a message reaches beyond its bytes');
    return value;
  }
}

/**
 * One event that was read from the log. Its ID and the values of its outline are available without decoding the event.
 * Everything else is decoded on first use, which throws when the bytes cannot be decoded.
 */
export class FollowedEvent {
  /** Event ID: stream sequence × 256 + index. */
  readonly id: number;
  /** Stream sequence of the event's entry. */
  readonly sequence: number;
  readonly #body: EntryBody;
  readonly #index: number;
  readonly #outline: EventOutline;
  #event: Event | undefined;
  #fact: FactValue | undefined;

  constructor(place: { sequence: number; index: number }, body: EntryBody, outline: EventOutline) {
    this.id = eventId(place.sequence, place.index);
    this.sequence = place.sequence;
    this.#body = body;
    this.#index = place.index;
    this.#outline = outline;
  }

  /**
   * The kind of the event's fact; undefined for an event without a fact, or with a fact that this release does not
   * know.
   */
  get factKind(): FactKind | undefined {
    return factKindOf(this.#outline.factNumber);
  }

  /** Whether the event has a fact, of whatever kind, or cannot be read. */
  get mayHaveFact(): boolean {
    return this.#outline.factNumber !== 0;
  }

  /** Outline of a message that was sent; undefined for other events. */
  get message(): MessageOutline | undefined {
    return this.#outline.message;
  }

  /** Key of the transaction (`transactionKey`), for comparisons with snapshots; 0 for a signal. */
  get transactionId(): number {
    const { transactionId, timeline } = this.#logged;
    return transactionKey(transactionId, timeline);
  }

  /** ID that PostgreSQL assigned to the row (the ID of a message); 0 for none. */
  get assignedId(): number {
    return this.#logged.assignedId;
  }

  /** Position of the commit in the write-ahead log, in bytes; 0 for a signal. */
  get commitLsn(): number {
    return this.#logged.commitLsn;
  }

  /** Microseconds since the Unix epoch. */
  get committedAtUs(): number {
    return this.#logged.committedAtUs;
  }

  /** Encoded Event, a view of the entry's bytes. */
  get encoded(): Uint8Array {
    return this.#logged.event ?? noBytes;
  }

  get event(): Event {
    this.#event ??= this.#body.decode(Event, this.encoded);
    return this.#event;
  }

  /** Fact of the event. It is decoded without the rest of the event. */
  get fact(): FactValue | undefined {
    if (this.#fact || this.factKind === undefined) return this.#fact;
    const { fact } = this.#body.decode(EventFact, this.encoded);
    this.#fact = this.#body.decode(Fact, fact).value;
    return this.#fact;
  }

  /** Sender and place of a message that was sent. They are decoded without the texts. */
  get sent(): SentHeader | undefined {
    if (!this.#outline.message) return undefined;
    const { fact } = this.#body.decode(EventFact, this.encoded);
    return this.#body.decode(SentFact, fact).messageSent;
  }

  /** Origin, audiences and change of rights. They are decoded without the texts. */
  get header(): EventHeader {
    return this.#body.decode(EventHeader, this.encoded);
  }

  get #logged(): EncodedEvent {
    return this.#body.events[this.#index]!;
  }
}

/** One log entry with its sequence in the stream. */
export type Entry = {
  sequence: number;
  epoch: string;
  /** ID of the relay session that wrote the entry. */
  session: string;
  events: FollowedEvent[];
  /** Encoded size of the entry in bytes. */
  bytes: number;
};

/**
 * Decodes an entry without copying it. Its outlines are decoded immediately, its events when they are used.
 * @throws when the bytes are not a LogEntry
 */
export function decodeEntry(data: Uint8Array, sequence: number): Entry {
  const reader = new LogReader(data);
  const { epoch, session, outlines } = EntryHeader.decode(reader);
  const body = new EntryBody(data, reader);
  // An entry without outlines was written by an earlier release.
  const known = outlines.length > 0 ? outlines : body.events.map(({ event = noBytes }) => outlineOf(event));
  const events = known.map((outline, index) => new FollowedEvent({ sequence, index }, body, outline));
  return { sequence, epoch, session, events, bytes: data.length };
}

/** Returns an upper bound, in bytes, of the encoded size of an event and its outline inside an entry. */
export const loggedSize = (event: Pick<LoggedEvent, 'event'>): number => event.event.length + 96;
