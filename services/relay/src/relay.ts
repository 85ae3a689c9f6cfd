import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { backoff, type Logger, sleep } from '@parley/core';
import { connectNats, ENTRY_OVERHEAD_BYTES, openEpochStore } from '@parley/event-log';
import type { RelayConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { type NatsHealth, watchNats } from './nats-health.ts';
import { runSession, type SessionMemory } from './session.ts';
import type { Role, Telemetry } from './telemetry.ts';

/** Minimum payload that the NATS server must allow: the largest event inside an entry. */
const MIN_PAYLOAD_BYTES = 2 ** 20;
const BACKOFF = { baseMs: 50, maxMs: 2000 };

/** Runs sessions one after the other until it is stopped. A session ends when the database or NATS is lost. */
export class ReconnectingRelay {
  readonly #config: RelayConfig;
  readonly #logger: Logger;
  readonly #telemetry: Telemetry;
  readonly #stopping = new AbortController();
  readonly #memory: SessionMemory = { remembered: undefined, contradiction: undefined };
  #done: Promise<void> = Promise.resolve();
  #nats: NatsConnection | undefined;
  #health: NatsHealth | undefined;
  #isDatabaseConnected = false;
  #trouble = 'neither active nor standing by yet';
  role: Role = 'starting';

  constructor(config: RelayConfig, logger: Logger, telemetry: Telemetry) {
    this.#config = config;
    this.#logger = logger;
    this.#telemetry = telemetry;
  }

  /** Conditions for readiness, by name. */
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
    // The first connect may wait forever for a server that never answers, so closing does not wait for it.
    if (this.#nats) await this.#done;
    this.#health?.stop();
    await this.#nats?.close();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const nats = await connectNats({ url: this.#config.nats.url, name: 'parley-relay' });
    this.#nats = nats;
    this.#health = watchNats(nats);
    if (signal.aborted) {
      await nats.close();
      return;
    }
    for (let attempt = 0; !signal.aborted; attempt++) {
      const startedMs = performance.now();
      try {
        await this.#session(nats, this.#health);
      } catch (error) {
        if (signal.aborted) break;
        this.#logger.warn({ err: error }, 'the relay lost the database or NATS; starting a new session');
        this.#telemetry.sessionLost();
        this.#trouble = (error as Error).message;
      }
      this.#setRole('starting');
      if (performance.now() - startedMs > 5000) attempt = 0;
      await sleep(backoff(attempt, BACKOFF), signal).catch(() => undefined);
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

/** Returns how many bytes of events fit into one message of this server. @throws when the largest event does not fit */
function entryBytes(nats: NatsConnection): number {
  const permitted = nats.info?.max_payload ?? MIN_PAYLOAD_BYTES;
  if (permitted < MIN_PAYLOAD_BYTES) {
    throw new Error(`NATS permits messages of ${permitted} bytes only; max_payload must be at least 1 MiB.`);
  }
  return MIN_PAYLOAD_BYTES - ENTRY_OVERHEAD_BYTES;
}
