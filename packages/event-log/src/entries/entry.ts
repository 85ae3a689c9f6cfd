import { itemAt } from '@parley/core';
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

/** Maximum size of a NATS message without its events, in bytes: headers and the other fields of the entry. */
export const ENTRY_OVERHEAD_BYTES = 4096;

const noBytes = new Uint8Array(0);

/** A generated decoder of a protobuf message. */
type Decoder<T> = { decode(reader: LogReader, length: number): T };

/** The encoded events of one entry. The list of events is decoded on first use. */
class EntryBody {
  readonly #data: Uint8Array;
  readonly #reader: LogReader;
  #events: EncodedEvent[] | undefined;

  constructor(data: Uint8Array, reader: LogReader) {
    this.#data = data;
    this.#reader = reader;
  }

  /** The events in their order in the entry. @throws when the bytes are not a LogEntry */
  get events(): EncodedEvent[] {
    this.#events ??= this.decode(EntryEvents, this.#data).events;
    return this.#events;
  }

  /** Decodes with the entry's reader: creating one for each event would take longer than decoding. */
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
 * An event that was read from the log. Its ID and its outline (kind of fact, basic properties of a message) are available
 * immediately. Everything else is decoded on first use, which throws when the bytes cannot be decoded.
 */
export class FollowedEvent {
  /** ID of the event: sequence of the entry × 256 + index in the entry. */
  readonly id: number;
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

  /** The kind of the event's fact. Undefined when the event has no fact, or one that this release does not know. */
  get factKind(): FactKind | undefined {
    return factKindOf(this.#outline.factNumber);
  }

  /** Whether the event has a fact of any kind. Also true when the event cannot be decoded. */
  get mayHaveFact(): boolean {
    return this.#outline.factNumber !== 0;
  }

  /** Basic properties of a sent message; undefined for other events. */
  get message(): MessageOutline | undefined {
    return this.#outline.message;
  }

  /** Key of the event's database transaction (`transactionKey`), for comparison with snapshots. 0 for a signal, which has none. */
  get transactionId(): number {
    const { transactionId, timeline } = this.#logged;
    return transactionKey(transactionId, timeline);
  }

  /** ID that PostgreSQL assigned to a row, such as the ID of a sent message; 0 for none. */
  get assignedId(): number {
    return this.#logged.assignedId;
  }

  /** Position of the transaction's commit in the write-ahead log, in bytes; 0 for a signal. */
  get commitLsn(): number {
    return this.#logged.commitLsn;
  }

  /** Time at which the event was emitted, shortly before the commit, in microseconds since the Unix epoch. */
  get committedAtUs(): number {
    return this.#logged.committedAtUs;
  }

  /** The encoded `Event`. It is a view of the entry's bytes, not a copy. */
  get encoded(): Uint8Array {
    return this.#logged.event ?? noBytes;
  }

  get event(): Event {
    this.#event ??= this.#body.decode(Event, this.encoded);
    return this.#event;
  }

  /** The event's fact. It is decoded without the rest of the event. */
  get fact(): FactValue | undefined {
    if (this.#fact || this.factKind === undefined) return this.#fact;
    const { fact } = this.#body.decode(EventFact, this.encoded);
    this.#fact = this.#body.decode(Fact, fact).value;
    return this.#fact;
  }

  /** Sender and conversation of a sent message, decoded without its texts; undefined for other events. */
  get sent(): SentHeader | undefined {
    if (!this.#outline.message) return undefined;
    const { fact } = this.#body.decode(EventFact, this.encoded);
    return this.#body.decode(SentFact, fact).messageSent;
  }

  /** Origin and audiences of the event, and whether it changes permissions. They are decoded without the texts. */
  get header(): EventHeader {
    return this.#body.decode(EventHeader, this.encoded);
  }

  get #logged(): EncodedEvent {
    return itemAt(this.#body.events, this.#index);
  }
}

/** A decoded log entry, with its sequence in the stream. */
export type Entry = {
  sequence: number;
  epoch: string;
  /** ID of the relay process that wrote the entry, new at each of its starts. */
  session: string;
  events: FollowedEvent[];
  /** Encoded size of the entry in bytes. */
  bytes: number;
};

/**
 * Decodes an entry without copying its bytes. Outlines are decoded immediately, and events on first use.
 * @throws when the bytes are not a LogEntry
 */
export function decodeEntry(data: Uint8Array, sequence: number): Entry {
  const reader = new LogReader(data);
  const { epoch, session, outlines } = EntryHeader.decode(reader);
  const body = new EntryBody(data, reader);
  // Earlier releases wrote entries without outlines. Then the outlines are computed from the events.
  const known = outlines.length > 0 ? outlines : body.events.map(({ event = noBytes }) => outlineOf(event));
  const events = known.map((outline, index) => new FollowedEvent({ sequence, index }, body, outline));
  return { sequence, epoch, session, events, bytes: data.length };
}

/** Returns the maximum size in bytes that an event and its outline have inside an encoded entry. */
export const loggedSize = (event: Pick<LoggedEvent, 'event'>): number => event.event.length + 96;
