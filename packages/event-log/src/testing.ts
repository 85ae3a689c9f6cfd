/** A log without a relay, for tests of what follows it. Never part of a running service. */
import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { Event } from '@parley/proto/events/v1/event';
import { Freshness, LogEntry, type LoggedEvent } from '@parley/proto/events/v1/log';
import { newEpoch, openEpochStore } from './epoch.ts';
import { eventId } from './event-id.ts';
import { createPublisher, type Publisher } from './publisher.ts';
import { ensureStream, logNames, logStream } from './streams.ts';

/** An event to write, with what a transaction would have given it. */
export type TestEvent = {
  event: Event | Parameters<typeof Event.fromPartial>[0];
  transactionId?: number;
  assignedId?: number;
  committedAtUs?: number;
};

export type TestLog = {
  readonly epoch: string;
  readonly prefix: string;
  /** Sequence of the last entry. */
  readonly sequence: number;
  /** Writes one entry; gives the events' IDs. */
  publish(...events: TestEvent[]): Promise<number[]>;
  /** Announces that everything committed by `databaseTimeMs` (default: now) is in the log. */
  announce(announcement?: Partial<Freshness>): Promise<void>;
  /** Begins a new epoch, as a relay does that found a foreign stream. */
  startEpoch(): Promise<string>;
};

/** Creates an empty log under the prefix and its first epoch. */
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
    const entry = LogEntry.fromPartial({
      epoch: this.epoch,
      session: 'test',
      systemId: '1',
      timeline: 1,
      events: events.map((event, index) => this.#logged(event, index)),
    });
    const outcome = await this.#publisher!.publish(entry, this.sequence);
    if (outcome.kind !== 'stored') throw new Error('somebody else writes to the test log');
    this.sequence = outcome.sequence;
    return events.map((_, index) => eventId(outcome.sequence, index));
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
    // Two epochs within one millisecond must still sort.
    while (before && epoch <= before.value.epoch) epoch = newEpoch(Date.now() + 1);
    await ensureStream(jsm, logStream(this.prefix, epoch));
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

  #logged({ event, transactionId, assignedId, committedAtUs }: TestEvent, index: number): LoggedEvent {
    return {
      commitLsn: this.#lsn,
      index,
      transactionId: transactionId ?? this.#transaction,
      assignedId: assignedId ?? 0,
      committedAtUs: committedAtUs ?? Date.now() * 1000,
      event: Buffer.from(Event.encode(Event.fromPartial(event)).finish()),
    };
  }
}
