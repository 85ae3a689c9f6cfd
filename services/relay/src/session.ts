import type { JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { every, type Logger, sleep } from '@parley/core';
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
import { createWalHeadroom } from './wal-headroom.ts';
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
  await relay(options, role, { pending, walReceiver, fail, failed: failure.promise, parts });
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

async function relay(options: SessionOptions, role: Role, running: Running): Promise<void> {
  const { link, nats, prefix, telemetry, memory, logger } = options;
  const { pending, walReceiver, fail, failed, parts } = running;
  const { checkpoint } = role;
  const stopping = new AbortController();
  const signal = AbortSignal.any([options.signal, stopping.signal]);
  memory.remembered = { epoch: checkpoint.epoch, sequence: role.sequence };

  const progress = new Progress({
    start: { sequence: role.sequence, position: role.receiveFrom.position, endLsn: 0 },
    maxLead: MAX_LEAD,
    save: (sequence, position) => advanceCheckpoint(link.writer, checkpoint.session, sequence, position),
    confirm: (lsn) => link.replication.confirm(lsn),
    onFailure: fail,
  });
  const signals = new SignalBuffer(telemetry, () => loop.notify());
  const readNow = (): Promise<CommitSnapshot> => readSnapshot(link.reader);
  const loop = new PublishLoop({
    publisher: role.publisher,
    header: {
      epoch: checkpoint.epoch,
      session: checkpoint.session,
      systemId: checkpoint.systemId,
      timeline: checkpoint.timeline,
      slotGeneration: checkpoint.slotGeneration,
    },
    maxEntryBytes: options.maxEntryBytes,
    pending,
    signals,
    progress,
    readSnapshot: readNow,
    ownCommits: options.ownCommits,
    connected: (until) => options.natsHealth.connected(until),
    onStored: () => {
      memory.remembered = { epoch: checkpoint.epoch, sequence: progress.published.sequence };
      walReceiver.resumeWhenDrained();
      announcer.used();
      parts.onActivity();
    },
    telemetry,
    logger,
    signal,
  });
  const headroom = createWalHeadroom(options.walReserveBytes);
  const place = {
    nats,
    prefix,
    epoch: checkpoint.epoch,
    timeline: checkpoint.timeline,
    sequence: () => progress.published.sequence,
    receivedLsn: () => walReceiver.receivedLsn,
    isOutstanding: (snapshot: CommitSnapshot) => loop.isPublishing(snapshot) || pending.hasVisible(snapshot),
    ask: () => link.replication.sendStatus(true),
    flush: async () => {
      // PostgreSQL flushes all earlier WAL when it commits a transaction.
      await link.writer.query("select pg_logical_emit_message(true, 'parley-relay', '')");
    },
    onFailure: fail,
  };
  const announcer = new Announcer({
    ...place,
    session: checkpoint.session,
    readSnapshot: readNow,
    writesAllowed: () => headroom.writesAllowed,
    onAnnounced: () => telemetry.announced(),
  });
  const positions = new PositionRequests({
    ...place,
    readSnapshot: () => readFlushedSnapshot(link.reader),
  });
  parts.onActivity = () => {
    progress.received(walReceiver.receivedLsn);
    if (loop.isIdle) progress.reached(walReceiver.receivedLsn);
    if (!pending.isEmpty) loop.notify();
    announcer.check();
    positions.check();
  };

  const receiver = receiveSignals(nats, prefix, (encoded) => signals.add(encoded));
  const lossReports = nats.subscribe(logNames(prefix).lossReports, {
    callback: (error, message) => {
      if (error) return;
      void isLossConfirmed(options, role, message.data).then((isConfirmed) => {
        if (!isConfirmed) return;
        memory.contradiction = { epoch: checkpoint.epoch, reason: 'follower-ahead' };
        fail(new Error('a follower has merged entries that the stream does not hold'));
      }, fail);
    },
  });
  const offReconnect = options.natsHealth.onReconnect(() => loop.compareStream());
  let intervals = 0;
  const status = every(STATUS_EVERY_MS, () => {
    if (++intervals % REST_STATUS_INTERVALS !== 0 && !announcer.isInUse) return;
    link.replication.sendStatus(false);
    readSlot(link.reader, role.slot).then((slot) => {
      headroom.update(slot);
      telemetry.wal(slot?.lagBytes ?? 0, slot?.safeBytes, slot?.standbyLagBytes);
    }, fail);
  });

  try {
    walReceiver.begin(role.receiveFrom);
    link.replication.setPaused(false);
    announcer.start();
    void removeOldStreams(options.jsm, prefix, role.record, logger).catch((error: unknown) =>
      logger.warn({ err: error }, 'old streams were not removed'),
    );
    await Promise.race([loop.run(), failed, aborted(signal)]);
    if (options.signal.aborted) await progress.finish();
  } catch (error) {
    if (error instanceof LeadMismatchError) {
      memory.contradiction = { epoch: checkpoint.epoch, reason: 'lead-not-in-slot' };
    }
    if (!options.signal.aborted) throw error;
  } finally {
    stopping.abort();
    loop.notify();
    progress.stop();
    announcer.stop();
    positions.stop();
    signals.stop();
    receiver.stop();
    lossReports.unsubscribe();
    offReconnect();
    status.stop();
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
    if (typeof report !== 'object' || report === null) return undefined;
    const { epoch, sequence, stamp } = report as Record<string, unknown>;
    if (typeof epoch !== 'string' || typeof sequence !== 'number') return undefined;
    return { epoch, sequence, ...(typeof stamp === 'string' ? { stamp } : {}) };
  } catch {
    return undefined;
  }
}
