import { randomUUID } from 'node:crypto';
import type { JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { firstItem, type Logger, required } from '@parley/core';
import {
  createPublisher,
  type EpochRecord,
  type EpochStore,
  logNames,
  type Publisher,
  type StorageOptions,
} from '@parley/event-log';
import { type Checkpoint, claimCheckpoint, readCheckpoint } from './checkpoint.ts';
import type { DatabaseLink } from './database.ts';
import { createEpochStream, moveEpoch, nextEpoch } from './epoch/begin.ts';
import { type Decision, decide, EPOCH_START, type Facts, maxLeadOf } from './epoch/decide.ts';
import { readStreamFacts } from './epoch/facts.ts';
import { type ReplicationHandlers, SlotActiveError } from './replication/connection.ts';
import { dropOtherSlots, dropSlot, PUBLICATION, readSlot, slotName } from './replication/slot.ts';
import type { SystemIdentity } from './replication/timelines.ts';
import type { Telemetry } from './telemetry.ts';
import type { ReceiveStart } from './wal-receiver.ts';

export type TakeoverOptions = {
  link: DatabaseLink;
  nats: NatsConnection;
  jsm: JetStreamManager;
  prefix: string;
  epochs: EpochStore;
  storage: StorageOptions;
  handlers: ReplicationHandlers;
  remembered: Facts['remembered'];
  announced: Facts['announced'];
  /** A contradiction that an earlier session of this process found, and its epoch. */
  contradiction: { epoch: string; reason: NonNullable<Facts['contradiction']> } | undefined;
  telemetry: Pick<Telemetry, 'epochBegun'>;
  logger: Logger;
};

/** The right to write the log, and the position at which to continue. */
export type Role = {
  checkpoint: Checkpoint;
  system: SystemIdentity;
  record: EpochRecord;
  publisher: Publisher;
  slot: string;
  sequence: number;
  receiveFrom: ReceiveStart;
};

/** Key of the advisory lock that a takeover holds, because two relays must not create or drop slots concurrently. */
const TAKEOVER_LOCK = 7_305_804_403;
const LOCK_ALIVE_MS = 1000;

/**
 * Acquires the replication slot, compares the database with the stream of the log, and claims the checkpoint row. Returns
 * undefined when another relay is active or is taking over. Reading from the slot stays paused until the caller resumes it.
 *
 * The order of the steps makes a crash at any point harmless. A crash can leave a stream that no process reads, a slot that the
 * next attempt drops, or a checkpoint row that differs from the epoch record. In the last case, the next attempt begins another
 * epoch.
 */
export async function takeOver(options: TakeoverOptions): Promise<Role | undefined> {
  const { writer } = options.link;
  await writer.query('begin');
  const { rows } = await writer.query<{ locked: boolean }>('select pg_try_advisory_xact_lock($1) as locked', [
    TAKEOVER_LOCK,
  ]);
  if (!firstItem(rows).locked) {
    await writer.query('rollback');
    return undefined;
  }
  // These statements keep the transaction alive. If the process is frozen, they stop, and the server ends the transaction
  // (idle_in_transaction_session_timeout).
  const alive = setInterval(() => void writer.query('select 1').catch(() => undefined), LOCK_ALIVE_MS);
  try {
    return await takeOverLocked(options);
  } catch (error) {
    await writer.query('rollback').catch(() => undefined);
    if (error instanceof SlotActiveError) return undefined;
    throw error;
  } finally {
    clearInterval(alive);
  }
}

async function takeOverLocked(options: TakeoverOptions): Promise<Role> {
  const { link, epochs } = options;
  const { replication, writer } = link;
  const checkpoint = await readCheckpoint(writer);
  const system = await replication.identify();
  const name = slotName(link.name, checkpoint?.slotGeneration ?? 1);
  const slot = checkpoint ? await readSlot(writer, name) : undefined;
  const isTaken = slot !== undefined && !slot.isLost;
  if (isTaken) {
    if (!slot.isFailover) await replication.enableFailover(name);
    await startPaused(options, name);
  }

  const meta = await epochs.read();
  const stream = checkpoint
    ? await readStreamFacts(options, checkpoint, maxLeadOf(checkpoint, system))
    : undefined;
  const { remembered, announced } = options;
  const contradiction =
    options.contradiction?.epoch === checkpoint?.epoch ? options.contradiction?.reason : undefined;
  const facts: Facts = {
    system,
    checkpoint,
    slot,
    currentEpoch: meta?.value.epoch,
    stream,
    remembered,
    announced,
    contradiction,
  };
  const decision = decide(facts);
  const session = randomUUID();

  return decision.kind === 'continue'
    ? await continueEpoch(options, { facts, decision, session, name, meta })
    : await beginEpoch(options, { facts, decision, session, name, meta });
}

type Taking<Kind extends Decision['kind']> = {
  facts: Facts;
  decision: Extract<Decision, { kind: Kind }>;
  session: string;
  name: string;
  meta: Awaited<ReturnType<EpochStore['read']>>;
};

async function continueEpoch(options: TakeoverOptions, taking: Taking<'continue'>): Promise<Role> {
  const { link, nats, prefix, logger } = options;
  const { facts, decision, session, name, meta } = taking;
  const { checkpoint, system } = facts;
  const earlier = required(checkpoint, 'checkpoint to continue from');
  const claimed = await claimCheckpoint(link.writer, checkpoint, {
    ...earlier,
    sequence: decision.sequence,
    position: decision.position,
    timeline: system.timeline,
    session,
  });
  await link.writer.query('commit');
  const { epoch, timeline } = claimed;
  logger.info({ epoch, timeline, sequence: decision.sequence, session }, 'continuing the log');
  return {
    checkpoint: claimed,
    system,
    record: required(meta, 'record of the epoch').value,
    publisher: await publisherOf(nats, prefix, claimed),
    slot: name,
    sequence: decision.sequence,
    receiveFrom: {
      position: decision.position,
      covered: earlier.position,
      expected: decision.expected,
      timelines: system,
    },
  };
}

async function beginEpoch(options: TakeoverOptions, beginning: Taking<'new-epoch'>): Promise<Role> {
  const { link, nats, jsm, prefix, epochs, storage, logger } = options;
  const { facts, decision, session, meta } = beginning;
  const { checkpoint, system } = facts;
  const epoch = nextEpoch(Date.now(), checkpoint?.epoch, meta?.value.epoch);
  logger.warn({ epoch, reason: decision.reason, session }, 'beginning a new epoch of the log');

  const slotGeneration = (checkpoint?.slotGeneration ?? 0) + (decision.newSlot ? 1 : 0);
  const slot = slotName(link.name, slotGeneration);
  if (decision.newSlot) {
    // An interrupted attempt may have left a slot of this name. Dropping it fails if another connection is reading it.
    await dropSlot(link.reader, slot);
    if (checkpoint) await dropSlot(link.reader, beginning.name);
    await link.replication.createSlot(slot);
    await startPaused(options, slot);
  }
  await createEpochStream(jsm, prefix, epoch, storage);
  const claimed = await claimCheckpoint(link.writer, checkpoint, {
    epoch,
    stream: logNames(prefix).stream(epoch),
    systemId: system.systemId,
    timeline: system.timeline,
    slotGeneration,
    ...EPOCH_START,
    session,
  });
  await link.writer.query('commit');
  const record = await moveEpoch(epochs, prefix, epoch, meta);
  options.telemetry.epochBegun(decision.reason);
  await dropOtherSlots(link.reader, link.name, slot);
  return {
    checkpoint: claimed,
    system,
    record,
    publisher: await publisherOf(nats, prefix, claimed),
    slot,
    sequence: 0,
    receiveFrom: {
      position: EPOCH_START.position,
      covered: EPOCH_START.position,
      expected: new Map(),
      timelines: system,
    },
  };
}

async function startPaused({ link, handlers }: TakeoverOptions, slot: string): Promise<void> {
  await link.replication.start(slot, PUBLICATION, handlers);
  link.replication.setPaused(true);
}

function publisherOf(
  nats: NatsConnection,
  prefix: string,
  { epoch, stream }: Checkpoint,
): Promise<Publisher> {
  return createPublisher({ nats, stream, subject: logNames(prefix).subject(epoch) });
}
