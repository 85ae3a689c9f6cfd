import type { JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { every, isRecord, type Logger, type Repeating, sleep } from '@parley/core';
import {
  type EpochStore,
  findStream,
  logNames,
  type OwnCommits,
  receiveSignals,
  type StorageOptions,
  stampOf,
} from '@parley/event-log';
import { Announcer } from './announce.ts';
import { advanceCheckpoint, readCheckpoint } from './checkpoint.ts';
import type { DatabaseLink } from './database.ts';
import { removeOldStreams } from './epoch/begin.ts';
import { type Facts, MAX_LEAD } from './epoch/decide.ts';
import type { NatsHealth } from './nats-health.ts';
import { PendingEvents } from './pending-events.ts';
import { PositionRequests } from './position-requests.ts';
import { Progress } from './progress.ts';
import { PublishLoop, StreamChangedError } from './publish-loop.ts';
import { readSlot, slotName } from './replication/slot.ts';
import { SignalBuffer } from './signals.ts';
import { type Role, takeOver } from './takeover.ts';
import type { Role as RoleName, Telemetry } from './telemetry.ts';
import { type CommitSnapshot, readFlushedSnapshot, readSnapshot } from './visibility.ts';
import { createWalHeadroom, type WalHeadroom } from './wal-headroom.ts';
import { LeadMismatchError, WalReceiver } from './wal-receiver.ts';

export type SessionOptions = {
  link: DatabaseLink;
  nats: NatsConnection;
  natsHealth: NatsHealth;
  jsm: JetStreamManager;
  epochs: EpochStore;
  prefix: string;
  storage: StorageOptions;
  maxEntryBytes: number;
  maxPendingBytes: number;
  walReserveBytes: number;
  standbyPollMs: number;
  /** What services of this process have committed; undefined when no service can be in it. */
  ownCommits: OwnCommits | undefined;
  /** State from earlier sessions of this process. This session updates it for the next one. */
  memory: StateAcrossSessions;
  onRole: (role: RoleName) => void;
  telemetry: Telemetry;
  logger: Logger;
  signal: AbortSignal;
};

/** State that is kept between the sessions of this process. */
export type StateAcrossSessions = {
  remembered: Facts['remembered'];
  contradiction: { epoch: string; reason: NonNullable<Facts['contradiction']> } | undefined;
  /** The last position that any relay announced. It is recorded on standby, too. */
  announced: Facts['announced'];
};

const STATUS_EVERY_MS = 1000;
/** While the log is not used, the relay sends its status only once in this many intervals. */
const REST_STATUS_INTERVALS = 5;

/**
 * Runs one session of the relay. Stands by while another relay reads the slot, then takes over, and publishes until a database
 * connection or the role is lost, or the stream and the database do not agree. Returns when the signal aborts.
 * @throws the reason why the session ended; the caller then opens new connections and runs the next session
 */
export async function runSession(options: SessionOptions): Promise<void> {
  const { link, signal } = options;
  const pending = new PendingEvents();
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => undefined);
  const fail = (error: Error) => failure.reject(error);
  void link.ended.then(fail);
  const parts: Running['parts'] = { onActivity: () => undefined };
  const walReceiver = new WalReceiver({
    connection: link.replication,
    pending,
    maxPendingBytes: options.maxPendingBytes,
    telemetry: options.telemetry,
    logger: options.logger,
    onActivity: () => parts.onActivity(),
    onFailure: fail,
  });
  const role = await Promise.race([standByUntilTaken(options, walReceiver), failure.promise]);
  if (!role || signal.aborted) return;
  options.onRole('active');
  await new ActiveRelay(options, role, { pending, walReceiver, fail, failed: failure.promise, parts }).run();
}

/** Stands by until the slot is free, and takes over. Returns undefined when the signal aborts. */
async function standByUntilTaken(
  options: SessionOptions,
  walReceiver: WalReceiver,
): Promise<Role | undefined> {
  const { link, signal, memory } = options;
  while (!signal.aborted) {
    const checkpoint = await readCheckpoint(link.reader);
    const slot = checkpoint && (await readSlot(link.reader, slotName(link.name, checkpoint.slotGeneration)));
    if (!slot?.isActive) {
      const role = await takeOver({
        ...options,
        handlers: walReceiver,
        remembered: memory.remembered,
        announced: memory.announced,
        contradiction: memory.contradiction,
      });
      if (role) {
        memory.contradiction = undefined;
        return role;
      }
    }
    options.onRole('standby');
    await sleep(options.standbyPollMs, signal).catch(() => undefined);
  }
  return undefined;
}

type Running = {
  pending: PendingEvents;
  walReceiver: WalReceiver;
  fail: (error: Error) => void;
  failed: Promise<never>;
  parts: { onActivity: () => void };
};

/** A relay that has taken over: its parts, and what runs until it ends. */
class ActiveRelay {
  readonly #options: SessionOptions;
  readonly #role: Role;
  readonly #running: Running;
  readonly #stopping = new AbortController();
  readonly #signal: AbortSignal;
  readonly #headroom: WalHeadroom;
  readonly #progress: Progress;
  readonly #signals: SignalBuffer;
  readonly #loop: PublishLoop;
  readonly #announcer: Announcer;
  readonly #positions: PositionRequests;

  constructor(options: SessionOptions, role: Role, running: Running) {
    const { link } = options;
    this.#options = options;
    this.#role = role;
    this.#running = running;
    this.#signal = AbortSignal.any([options.signal, this.#stopping.signal]);
    this.#headroom = createWalHeadroom(options.walReserveBytes);
    this.#progress = new Progress({
      start: { sequence: role.sequence, position: role.receiveFrom.position, endLsn: 0 },
      maxLead: MAX_LEAD,
      save: (sequence, position) =>
        advanceCheckpoint(link.writer, role.checkpoint.session, sequence, position),
      confirm: (lsn) => link.replication.confirm(lsn),
      onFailure: running.fail,
    });
    this.#signals = new SignalBuffer(options.telemetry, () => this.#loop.notify());
    this.#loop = this.#createLoop();
    const place = this.#place();
    this.#announcer = new Announcer({
      ...place,
      session: role.checkpoint.session,
      readSnapshot: () => readSnapshot(link.reader),
      writesAllowed: () => this.#headroom.writesAllowed,
      onAnnounced: () => options.telemetry.announced(),
    });
    this.#positions = new PositionRequests({
      ...place,
      readSnapshot: () => readFlushedSnapshot(link.reader),
    });
    running.parts.onActivity = () => this.#received();
    this.#remember(role.sequence);
  }

  /** Publishes until the session fails or its signal aborts. */
  async run(): Promise<void> {
    const { link, nats, prefix, jsm, logger, signal } = this.#options;
    const { walReceiver, failed } = this.#running;
    const receiver = receiveSignals(nats, prefix, (encoded) => this.#signals.add(encoded));
    const lossReports = nats.subscribe(logNames(prefix).lossReports, {
      callback: (error, message) => {
        if (!error) this.#onLossReport(message.data);
      },
    });
    const offReconnect = this.#options.natsHealth.onReconnect(() => this.#loop.compareStream());
    const status = this.#sendStatusRegularly();
    try {
      walReceiver.begin(this.#role.receiveFrom);
      link.replication.setPaused(false);
      this.#announcer.start();
      void removeOldStreams(jsm, prefix, this.#role.record, logger).catch((error: unknown) =>
        logger.warn({ err: error }, 'old streams were not removed'),
      );
      await Promise.race([this.#loop.run(), failed, aborted(this.#signal)]);
      if (signal.aborted) await this.#progress.finish();
    } catch (error) {
      if (error instanceof LeadMismatchError) this.#contradicted('lead-not-in-slot');
      if (!signal.aborted) throw error;
    } finally {
      this.#stopping.abort();
      this.#loop.notify();
      this.#progress.stop();
      this.#announcer.stop();
      this.#positions.stop();
      this.#signals.stop();
      receiver.stop();
      lossReports.unsubscribe();
      offReconnect();
      status.stop();
    }
  }

  #createLoop(): PublishLoop {
    const { link, maxEntryBytes, natsHealth, ownCommits, telemetry, logger } = this.#options;
    const { checkpoint, publisher } = this.#role;
    const { pending, walReceiver, parts } = this.#running;
    return new PublishLoop({
      publisher,
      header: {
        epoch: checkpoint.epoch,
        session: checkpoint.session,
        systemId: checkpoint.systemId,
        timeline: checkpoint.timeline,
        slotGeneration: checkpoint.slotGeneration,
      },
      maxEntryBytes,
      pending,
      signals: this.#signals,
      progress: this.#progress,
      readSnapshot: () => readSnapshot(link.reader),
      ownCommits,
      connected: (until) => natsHealth.connected(until),
      onStored: () => {
        this.#remember(this.#progress.published.sequence);
        walReceiver.resumeWhenDrained();
        this.#announcer.used();
        parts.onActivity();
      },
      telemetry,
      logger,
      signal: this.#signal,
    });
  }

  /** What announcements and answers about positions share. */
  #place() {
    const { link, nats, prefix } = this.#options;
    const { epoch, timeline } = this.#role.checkpoint;
    const { pending, walReceiver, fail } = this.#running;
    return {
      nats,
      prefix,
      epoch,
      timeline,
      sequence: () => this.#progress.published.sequence,
      receivedLsn: () => walReceiver.receivedLsn,
      isOutstanding: (snapshot: CommitSnapshot) =>
        this.#loop.isPublishing(snapshot) || pending.hasVisible(snapshot),
      ask: () => link.replication.sendStatus(true),
      flush: async () => {
        // PostgreSQL flushes all earlier WAL when it commits a transaction.
        await link.writer.query("select pg_logical_emit_message(true, 'parley-relay', '')");
      },
      onFailure: fail,
    };
  }

  #received(): void {
    const { walReceiver, pending } = this.#running;
    this.#progress.received(walReceiver.receivedLsn);
    if (this.#loop.isIdle) this.#progress.reached(walReceiver.receivedLsn);
    if (!pending.isEmpty) this.#loop.notify();
    this.#announcer.check();
    this.#positions.check();
  }

  #onLossReport(data: Uint8Array): void {
    const { fail } = this.#running;
    void isLossConfirmed(this.#options, this.#role, data).then((isConfirmed) => {
      if (!isConfirmed) return;
      this.#contradicted('follower-ahead');
      fail(new Error('a follower has merged entries that the stream does not hold'));
    }, fail);
  }

  #sendStatusRegularly(): Repeating {
    const { link, telemetry } = this.#options;
    let intervals = 0;
    return every(STATUS_EVERY_MS, () => {
      if (++intervals % REST_STATUS_INTERVALS !== 0 && !this.#announcer.isInUse) return;
      link.replication.sendStatus(false);
      readSlot(link.reader, this.#role.slot).then((slot) => {
        this.#headroom.update(slot);
        telemetry.wal(slot?.lagBytes ?? 0, slot?.safeBytes, slot?.standbyLagBytes);
      }, this.#running.fail);
    });
  }

  /** The next session of this process reads it. */
  #remember(sequence: number): void {
    this.#options.memory.remembered = { epoch: this.#role.checkpoint.epoch, sequence };
  }

  #contradicted(reason: NonNullable<Facts['contradiction']>): void {
    this.#options.memory.contradiction = { epoch: this.#role.checkpoint.epoch, reason };
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Whether a follower has read an entry that the stream of this epoch lacks. */
async function isLossConfirmed(options: SessionOptions, role: Role, data: Uint8Array): Promise<boolean> {
  const report = parseLossReport(data);
  const { epoch, stream } = role.checkpoint;
  if (report?.epoch !== epoch) return false;
  const info = await findStream(options.jsm, stream);
  if (!info) throw new StreamChangedError(`the stream ${stream} is gone`);
  if (report.sequence > info.state.last_seq) return true;
  if (report.sequence < info.state.first_seq || report.stamp === undefined) return false;
  const message = await options.jsm.streams.getMessage(stream, { seq: report.sequence });
  return message !== null && stampOf(message.timestamp) !== report.stamp;
}

function parseLossReport(data: Uint8Array): { epoch: string; sequence: number; stamp?: string } | undefined {
  try {
    const report: unknown = JSON.parse(Buffer.from(data).toString());
    if (!isRecord(report)) return undefined;
    const { epoch, sequence, stamp } = report;
    if (typeof epoch !== 'string' || typeof sequence !== 'number') return undefined;
    return { epoch, sequence, ...(typeof stamp === 'string' ? { stamp } : {}) };
  } catch {
    return undefined;
  }
}
