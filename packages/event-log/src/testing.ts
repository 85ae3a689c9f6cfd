/** A log without a relay, for tests of followers and workers. */
import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { firstItem, required, sleep } from '@parley/core';
import { Event } from '@parley/proto/events/v1/event';
import { Freshness, LogEntry, type LoggedEvent } from '@parley/proto/events/v1/log';
import { decodeEntry, type FollowedEvent } from './entries/entry.ts';
import { eventId } from './entries/event-id.ts';
import { outlineOf } from './entries/outline.ts';
import { newEpoch, openEpochStore } from './nats/epoch.ts';
import { isNoAnswer } from './nats/no-answer.ts';
import { ensureStream, logNames, logStream } from './nats/streams.ts';
import { createPublisher, type Publisher } from './publishing/publisher.ts';

/** Maximum size of a test's log in bytes. It is small, because JetStream reserves the space, and a test run has many streams. */
export const TEST_LOG_BYTES = 32 * 2 ** 20;

/** Encodes a frame in the format that the database function `log.emit` writes and `decodeFrame` reads. */
export function encodeFrame(
  event: Pick<LoggedEvent, 'transactionId' | 'assignedId' | 'committedAtUs' | 'event'>,
): Buffer {
  const header = Buffer.alloc(25);
  header[0] = 1; // version
  header.writeBigInt64BE(BigInt(event.transactionId), 1);
  header.writeBigInt64BE(BigInt(event.assignedId), 9);
  header.writeBigInt64BE(BigInt(event.committedAtUs), 17);
  return Buffer.concat([header, event.event]);
}

/** An event to write, with the values that a database transaction would give to it. All values have defaults. */
export type TestEvent = {
  event: Event | Parameters<typeof Event.fromPartial>[0];
  transactionId?: number;
  assignedId?: number;
  committedAtUs?: number;
  timeline?: number;
};

/** Returns an event in the form in which followers receive it. It is the only event of the entry at `sequence` (default 1). */
export function followedEvent(
  event: TestEvent['event'],
  logged: Partial<Omit<LoggedEvent, 'event'>> & { sequence?: number } = {},
): FollowedEvent {
  return followedBytes(Event.encode(Event.fromPartial(event)).finish(), logged);
}

/** Returns an event with these bytes. Without `hasOutlines`, the entry has no outlines, as with relays of earlier releases. */
export function followedBytes(
  event: Uint8Array,
  {
    sequence = 1,
    hasOutlines = true,
    ...logged
  }: Partial<Omit<LoggedEvent, 'event'>> & { sequence?: number; hasOutlines?: boolean } = {},
): FollowedEvent {
  const outlines = hasOutlines ? [outlineOf(event)] : [];
  const entry = LogEntry.fromPartial({ events: [{ ...logged, event }], outlines });
  return firstItem(decodeEntry(LogEntry.encode(entry).finish(), sequence).events);
}

export type TestLog = {
  readonly epoch: string;
  readonly prefix: string;
  /** Sequence of the last entry. Tests that restore an older state of the stream set it. */
  sequence: number;
  /** Writes one entry with the events. Returns their IDs. */
  publish(...events: TestEvent[]): Promise<number[]>;
  /** Announces that everything that was committed until `databaseTimeMs` (default: now) is in the log. */
  announce(announcement?: Partial<Freshness>): Promise<void>;
  /** Starts a new epoch, as a relay does when the stream no longer matches its checkpoint, and returns its name. */
  startEpoch(): Promise<string>;
};

export async function createTestLog(nats: NatsConnection, prefix: string): Promise<TestLog> {
  const log = new RelaylessLog(nats, prefix);
  await log.startEpoch();
  return log;
}

class RelaylessLog implements TestLog {
  readonly prefix: string;
  epoch = '';
  sequence = 0;
  readonly #nats: NatsConnection;
  #publisher: Publisher | undefined;
  #lsn = 1000;
  #transaction = 1000;

  constructor(nats: NatsConnection, prefix: string) {
    this.#nats = nats;
    this.prefix = prefix;
  }

  async publish(...events: TestEvent[]): Promise<number[]> {
    this.#lsn += 100;
    this.#transaction++;
    const logged = events.map((event, index) => this.#logged(event, index));
    const entry = LogEntry.fromPartial({
      epoch: this.epoch,
      session: 'test',
      systemId: '1',
      timeline: 1,
      events: logged,
      outlines: logged.map(({ event }) => outlineOf(event)),
    });
    await this.#store(entry);
    this.sequence++;
    return events.map((_, index) => eventId(this.sequence, index));
  }

  /** Stores an entry, also while NATS restarts, and recognizes one whose acknowledgement was lost. */
  async #store(entry: LogEntry): Promise<void> {
    const publisher = required(this.#publisher, 'publisher');
    for (let isUncertain = false; ; ) {
      try {
        const outcome = await publisher.publish(entry, this.sequence);
        if (outcome.kind === 'stored') return;
        if (isUncertain && (await publisher.last())?.sequence === this.sequence + 1) return;
        throw new Error('another writer publishes to the test log');
      } catch (error) {
        if (!isNoAnswer(error)) throw error;
        isUncertain = true;
        await sleep(50);
      }
    }
  }

  async announce(announcement: Partial<Freshness> = {}): Promise<void> {
    const complete = Freshness.fromPartial({
      epoch: this.epoch,
      sequence: this.sequence,
      lsn: this.#lsn,
      databaseTimeMs: Date.now(),
      session: 'test',
      writesAllowed: true,
      ...announcement,
    });
    this.#nats.publish(logNames(this.prefix).freshness, Freshness.encode(complete).finish());
    await this.#nats.flush();
  }

  async startEpoch(): Promise<string> {
    const names = logNames(this.prefix);
    const jsm = await jetstreamManager(this.#nats);
    const store = await openEpochStore(this.#nats, this.prefix);
    const before = await store.read();
    let epoch = newEpoch(Date.now());
    // Names of epochs must sort in the order of time, also for two epochs of the same millisecond.
    while (before && epoch <= before.value.epoch) epoch = newEpoch(Date.now() + 1);
    await ensureStream(jsm, logStream(this.prefix, epoch, { logMaxBytes: TEST_LOG_BYTES }));
    await store.move(
      {
        epoch,
        stream: names.stream(epoch),
        startedAt: new Date().toISOString(),
        earlier: before ? [before.value.stream, ...before.value.earlier] : [],
      },
      before?.revision ?? 0,
    );
    this.epoch = epoch;
    this.sequence = 0;
    this.#publisher = await createPublisher({
      nats: this.#nats,
      stream: names.stream(epoch),
      subject: names.subject(epoch),
    });
    return epoch;
  }

  #logged(
    { event, transactionId, assignedId, committedAtUs, timeline }: TestEvent,
    index: number,
  ): LoggedEvent {
    return {
      commitLsn: this.#lsn,
      index,
      transactionId: transactionId ?? this.#transaction,
      timeline: timeline ?? 0,
      assignedId: assignedId ?? 0,
      committedAtUs: committedAtUs ?? Date.now() * 1000,
      event: Buffer.from(Event.encode(Event.fromPartial(event)).finish()),
    };
  }
}
