import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { backoff, errorMessage, type Logger, sleep } from '@parley/core';
import {
  connectNats,
  ENTRY_OVERHEAD_BYTES,
  logNames,
  openEpochStore,
  type SharedLog,
} from '@parley/event-log';
import { Freshness } from '@parley/proto/events/v1/log';
import type { RelayConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { type NatsHealth, watchNats } from './nats-health.ts';
import { runSession, type StateAcrossSessions } from './session.ts';
import type { Role, Telemetry } from './telemetry.ts';

/** Minimum `max_payload` of the NATS server in bytes. An entry with the largest possible event must fit. */
const MIN_PAYLOAD_BYTES = 2 ** 20;
const BACKOFF = { baseMs: 50, maxMs: 2000 };
/** A session that lasted at least this many times as long as the pause before it did not fail at its start. */
const LASTING = 4;

type Surroundings = { logger: Logger; sharedLog?: SharedLog | undefined };

/**
 * Runs sessions one after the other until it is stopped. A session ends when a database connection or the role is lost, or when
 * the stream and the database do not agree. While NATS is disconnected, an active session waits.
 */
export class ReconnectingRelay {
  readonly #config: RelayConfig;
  readonly #logger: Logger;
  readonly #sharedLog: SharedLog | undefined;
  readonly #telemetry: Telemetry;
  readonly #stopping = new AbortController();
  readonly #memory: StateAcrossSessions = {
    remembered: undefined,
    contradiction: undefined,
    announced: undefined,
  };
  #done: Promise<void> = Promise.resolve();
  readonly #connected = Promise.withResolvers<NatsConnection>();
  #nats: NatsConnection | undefined;
  #health: NatsHealth | undefined;
  #isDatabaseConnected = false;
  #trouble = 'neither active nor standing by yet';
  role: Role = 'starting';

  constructor(config: RelayConfig, telemetry: Telemetry, { logger, sharedLog }: Surroundings) {
    this.#config = config;
    this.#logger = logger;
    this.#sharedLog = sharedLog;
    this.#telemetry = telemetry;
  }

  /** Resolves with the connection to NATS once it is established. */
  get connection(): Promise<NatsConnection> {
    return this.#connected.promise;
  }

  /** Readiness checks by name. Each returns true or the reason why the relay is not ready. */
  get ready() {
    return {
      database: () => this.#isDatabaseConnected || 'not connected',
      nats: () => this.#health?.isConnected || 'not connected',
      role: () => this.role !== 'starting' || this.#trouble,
    };
  }

  start(): void {
    this.#done = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    // The first attempt to connect may take forever when a server does not answer, so `stop` does not wait for it.
    if (this.#nats) await this.#done;
    this.#health?.stop();
    await this.#nats?.close();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const { url } = this.#config.nats;
    const connecting = connectNats({ url, name: 'parley-relay', shared: this.#sharedLog }, signal);
    // Connecting fails only when this relay is stopped before.
    const nats = await connecting.catch(() => undefined);
    if (!nats) return;
    this.#nats = nats;
    this.#connected.resolve(nats);
    this.#health = watchNats(nats);
    nats.subscribe(logNames(this.#config.nats.prefix).freshness, {
      callback: (error, message) => {
        if (!error) this.#memory.announced = Freshness.decode(message.data);
      },
    });
    if (signal.aborted) {
      await nats.close();
      return;
    }
    for (let attempt = 0, pauseMs = 0; !signal.aborted; attempt++) {
      const startedMs = performance.now();
      try {
        await this.#session(nats, this.#health);
      } catch (error) {
        if (signal.aborted) break;
        this.#logger.warn({ err: error }, 'the relay lost the database or NATS; starting a new session');
        this.#telemetry.sessionLost();
        this.#trouble = errorMessage(error);
      }
      this.#setRole('starting');
      // The last session did not fail at its start, so the backoff begins again with the shortest pause.
      if (performance.now() - startedMs > LASTING * pauseMs) attempt = 0;
      pauseMs = backoff(attempt, BACKOFF);
      await sleep(pauseMs, signal).catch(() => undefined);
    }
  }

  async #session(nats: NatsConnection, natsHealth: NatsHealth): Promise<void> {
    const { signal } = this.#stopping;
    const {
      database,
      nats: { prefix },
      storage,
    } = this.#config;
    const link = await openDatabase(database);
    this.#isDatabaseConnected = true;
    try {
      await natsHealth.connected(signal);
      const jsm = await jetstreamManager(nats, { timeout: 5000 });
      await runSession({
        ...this.#config,
        link,
        nats,
        natsHealth,
        jsm,
        epochs: await openEpochStore(nats, prefix, storage),
        prefix,
        maxEntryBytes: entryBytes(nats),
        ownCommits: this.#sharedLog?.ownCommits,
        memory: this.#memory,
        onRole: (role) => this.#setRole(role),
        telemetry: this.#telemetry,
        logger: this.#logger,
        signal,
      });
    } finally {
      this.#isDatabaseConnected = false;
      await link.close();
    }
  }

  #setRole(role: Role): void {
    if (role === this.role) return;
    this.role = role;
    this.#telemetry.role(role);
    this.#logger.info({ role }, 'role');
  }
}

/** @throws when the NATS server's maximum payload is too small for the largest event */
function entryBytes(nats: NatsConnection): number {
  const permitted = nats.info?.max_payload ?? MIN_PAYLOAD_BYTES;
  if (permitted < MIN_PAYLOAD_BYTES) {
    throw new Error(`NATS permits messages of ${permitted} bytes only; max_payload must be at least 1 MiB.`);
  }
  return MIN_PAYLOAD_BYTES - ENTRY_OVERHEAD_BYTES;
}
