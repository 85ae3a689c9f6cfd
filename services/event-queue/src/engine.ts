import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { every, type Logger } from '@parley/core';
import {
  endOf,
  type Follower,
  type FollowOptions,
  findStream,
  follow,
  logNames,
  openPages,
  orUnavailable,
  readEpoch,
  watchStatus,
} from '@parley/event-log';
import type { Registry } from 'prom-client';
import type { EventQueueConfig } from './config.ts';
import type { Ctx } from './context.ts';
import { Texts } from './domain/texts.ts';
import { Window } from './domain/window.ts';
import { behindMs } from './log/delay.ts';
import { EmptyTopic, type SettingsOwner } from './log/empty-topic.ts';
import { createHistory } from './log/history.ts';
import { Merger } from './log/merge.ts';
import { chooseStart } from './log/start.ts';
import { Gateways } from './polls/gateways.ts';
import { LogView } from './polls/log-view.ts';
import { PollRegistry } from './polls/poll-registry.ts';
import { QueueReader } from './polls/reader.ts';
import { Sessions } from './queues/sessions.ts';
import { openStore, type QueueStore, removeEarlier, type StoreOptions } from './queues/store.ts';
import { createTelemetry, type Telemetry } from './telemetry.ts';

export type EngineOptions = {
  config: EventQueueConfig;
  nats: NatsConnection;
  logger: Logger;
  registry: Registry;
  /** gRPC client of user-admin, which owns the organization's settings. */
  userAdmin: SettingsOwner;
};

/** The state behind the RPCs: the window of the log, the queues and the waiting polls. */
export type Engine = {
  readonly context: Ctx;
  isConnected(): boolean;
  isReady(): boolean;
  stop(): Promise<void>;
};

const tickMs = 1_000;
const sweepMs = 5_000;
/** A replica that has not read the log to its end is ready only while it is at most this many milliseconds behind the database. */
const maxReadyLagMs = 5_000;

/** Starts to follow the log. Resolves when the follower runs. `isReady` of the result tells whether gateways may send polls. */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const { config, nats } = options;
  const { prefix } = config.nats;
  const jsm = await jetstreamManager(nats, { checkAPI: false });
  const from = await chooseStart(nats, prefix, config.windowBytes);
  const pages = await openPages({ nats, prefix, maxBytes: config.pagesBytes });
  return new RunningEngine(options, { jsm, from, pages });
}

/** What the engine has read from NATS before it starts. */
type Start = {
  jsm: JetStreamManager;
  from: FollowOptions['from'];
  pages: Awaited<ReturnType<typeof openPages>>;
};

const now = () => performance.now();

class RunningEngine implements Engine {
  readonly context: Ctx;
  readonly #options: EngineOptions;
  readonly #start: Start;
  readonly #window: Window;
  readonly #texts: Texts;
  readonly #emptyTopic: EmptyTopic;
  readonly #telemetry: Telemetry;
  readonly #log: LogView;
  readonly #polls: PollRegistry;
  readonly #merger: Merger;
  readonly #follower: Follower;
  readonly #gateways = new Gateways();
  /** What the engine listens to and does at intervals, until it stops. */
  readonly #running: { stop(): void }[];
  #store: QueueStore | undefined;
  #sessions: Sessions | undefined;
  #isConnected = true;
  #wasReady = false;
  #isSweeping = false;

  constructor(options: EngineOptions, start: Start) {
    const { config, logger, userAdmin } = options;
    this.#options = options;
    this.#start = start;
    this.#window = new Window(config.windowBytes);
    this.#texts = new Texts(config.textsBytes, (id, error) => this.#unreadable(id, error));
    this.#emptyTopic = new EmptyTopic({
      userAdmin,
      logger,
      onName: (name) => this.#texts.nameEmptyTopic(name),
    });
    this.#telemetry = this.#createTelemetry();
    this.#log = this.#createLog();
    this.#polls = this.#createPolls();
    this.#merger = this.#createMerger();
    this.#follower = this.#follow();
    void this.#follower.ready.then(() => this.#becomeReady());
    this.#running = this.#listen();
    this.context = this.#createContext();
  }

  isConnected(): boolean {
    return this.#isConnected;
  }

  isReady(): boolean {
    const follower = this.#follower;
    return this.#wasReady && (follower.caughtUp() || follower.freshness.ageMs() < maxReadyLagMs);
  }

  async stop(): Promise<void> {
    for (const each of this.#running) each.stop();
    this.#emptyTopic.stop();
    await this.#follower.stop();
  }

  #createTelemetry(): Telemetry {
    const { config, registry } = this.#options;
    return createTelemetry(
      registry,
      {
        waiting: () => this.#polls.waiting,
        people: () => this.#polls.people,
        sessions: () => this.#sessions?.size ?? 0,
        windowBytes: () => this.#window.bytes,
        windowEvents: () => this.#window.size,
        windowAgeSeconds: () => Math.max(0, Date.now() - (this.#window.reachesToMs ?? Date.now())) / 1000,
        behindSeconds: () => behindMs(this.#follower, this.#merger.committedAtMs, Date.now()) / 1000,
        followedSequence: () => this.#follower.position.sequence,
      },
      { windowBytes: config.windowBytes, idleSeconds: config.idle.defaultSeconds },
    );
  }

  #createLog(): LogView {
    const { prefix } = this.#options.config.nats;
    const { jsm } = this.#start;
    const streamOf = (epoch: string) => findStream(jsm, logNames(prefix).stream(epoch));
    return new LogView({
      window: this.#window,
      now,
      follower: () => this.#follower,
      commitLsn: () => this.#merger.commitLsn,
      leaderEpoch: async () => (await orUnavailable(readEpoch(jsm, prefix)))?.epoch,
      lastSequence: async () =>
        (await orUnavailable(streamOf(this.#follower.position.epoch)))?.state.last_seq ?? 0,
    });
  }

  #createPolls(): PollRegistry {
    const { config, logger } = this.#options;
    const reader = new QueueReader({
      epoch: () => this.#follower.position.epoch,
      window: this.#window,
      texts: this.#texts,
      history: createHistory(this.#start.pages),
      limits: config.answer,
    });
    return new PollRegistry({
      log: this.#log,
      window: this.#window,
      reader,
      texts: this.#texts,
      limits: { ...config.answer, waitingPolls: config.limits.waitingPolls },
      heartbeat: config.heartbeat,
      telemetry: this.#telemetry,
      logger,
      now,
    });
  }

  #createMerger(): Merger {
    return new Merger({
      window: this.#window,
      offer: (entries) => this.#polls.offer(entries),
      onEmptyTopicName: (name) => this.#emptyTopic.setName(name),
      onUnreadable: (id, error) => this.#unreadable(id, error),
      onMerged: (tookMs, ageMs) => {
        this.#telemetry.matched(tookMs);
        // A new replica first reads events that other replicas have already delivered. Their age says nothing about delivery, so
        // it is not recorded.
        if (this.#wasReady && ageMs !== undefined) this.#telemetry.delivered(ageMs);
      },
    });
  }

  #follow(): Follower {
    const { config, nats, logger } = this.#options;
    return follow({
      nats,
      prefix: config.nats.prefix,
      from: this.#start.from,
      logger,
      counters: this.#telemetry.follower,
      onEpoch: (epoch) => this.#enter(epoch),
      onGap: ({ missedTo }) => this.#begin(endOf(missedTo)),
      onEvents: (events) => this.#merger.merge(events),
      onPosition: ({ sequence }) => {
        this.#merger.advance(sequence);
        this.#log.moved();
      },
    });
  }

  async #becomeReady(): Promise<void> {
    await this.#emptyTopic.asked();
    this.#wasReady = true;
    this.#gateways.open();
  }

  #listen(): { stop(): void }[] {
    const { nats, config } = this.#options;
    const deletions = nats.subscribe(logNames(config.nats.prefix).broadcast('queue-deleted'), {
      callback: (error, message) => {
        if (!error) this.#sessions?.forget(message.string());
      },
    });
    return [
      { stop: () => deletions.unsubscribe() },
      watchStatus(nats, (type) => this.#onStatus(type)),
      every(tickMs, () => this.#polls.tick()),
      every(sweepMs, () => void this.#sweep()),
    ];
  }

  #createContext(): Ctx {
    const { config, nats } = this.#options;
    return {
      config,
      follower: this.#follower,
      log: this.#log,
      polls: this.#polls,
      gateways: this.#gateways,
      store: () => this.#store,
      sessions: () => this.#sessions,
      emptyTopicName: () => this.#texts.emptyTopicName,
      broadcastDeleted: (queueId) =>
        nats.publish(logNames(config.nats.prefix).broadcast('queue-deleted'), queueId),
    };
  }

  /** Discards all state that was derived from the log. Called when a new epoch starts, and after a gap in the log. */
  #begin(position: number): void {
    const { logger } = this.#options;
    const store = this.#store;
    this.#merger.reset(position);
    this.#texts.clear();
    this.#emptyTopic.ask();
    this.#sessions =
      store && new Sessions({ store, logger, now, onGone: (session) => this.#polls.gone(session) });
    this.#polls.useSessions(this.#sessions);
  }

  async #enter(epoch: string): Promise<void> {
    const { nats, config, logger } = this.#options;
    const { from } = this.#start;
    const place: StoreOptions = {
      nats,
      prefix: config.nats.prefix,
      epoch,
      replicas: config.nats.replicas,
      maxIdleSeconds: config.idle.maxSeconds,
      limits: config.limits,
      logger,
    };
    this.#store = await openStore(place);
    const isFirst = typeof from === 'object' && from.epoch === epoch && this.#window.end === 0;
    this.#begin(isFirst ? from.eventId : 0);
    removeEarlier(place).catch((error) => logger.warn({ err: error }, 'earlier queues were not removed'));
  }

  #unreadable(id: number, error: unknown): void {
    this.#telemetry.unreadable();
    this.#options.logger.error({ err: error, eventId: id }, 'an event cannot be read');
  }

  #onStatus(type: string): void {
    if (type === 'disconnect') this.#isConnected = false;
    if (type !== 'reconnect') return;
    this.#isConnected = true;
    // Other replicas may have announced deletions of queues while this replica was disconnected.
    this.#sessions?.invalidate();
  }

  async #sweep(): Promise<void> {
    if (this.#isSweeping || !this.#isConnected) return;
    this.#isSweeping = true;
    try {
      this.#telemetry.expired((await this.#store?.sweep()) ?? 0);
    } catch (error) {
      this.#options.logger.debug({ err: error }, 'sweeping expired queues failed; retrying');
    } finally {
      this.#isSweeping = false;
    }
  }
}
