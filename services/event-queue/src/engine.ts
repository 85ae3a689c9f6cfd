import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { every, type Logger } from '@parley/core';
import {
  endOf,
  type Follower,
  findStream,
  follow,
  logNames,
  openPages,
  orUnavailable,
  readEpoch,
} from '@parley/event-log';
import type { Registry } from 'prom-client';
import type { EventQueueConfig } from './config.ts';
import type { Ctx } from './context.ts';
import { Texts } from './domain/texts.ts';
import { Window } from './domain/window.ts';
import { behindMs } from './log/delay.ts';
import { createEmptyTopic, type SettingsOwner } from './log/empty-topic.ts';
import { createHistory } from './log/history.ts';
import { createMerger } from './log/merge.ts';
import { chooseStart } from './log/start.ts';
import { Gateways } from './polls/gateways.ts';
import { createLogView } from './polls/log-view.ts';
import { PollRegistry } from './polls/poll-registry.ts';
import { QueueReader } from './polls/reader.ts';
import { Sessions } from './queues/sessions.ts';
import { openStore, type QueueStore, removeEarlier, type StoreOptions } from './queues/store.ts';
import { createTelemetry } from './telemetry.ts';

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
  const { config, nats, logger, registry, userAdmin } = options;
  const { prefix, replicas } = config.nats;
  const names = logNames(prefix);
  const now = () => performance.now();
  const jsm = await jetstreamManager(nats, { checkAPI: false });
  const from = await chooseStart(nats, prefix, config.windowBytes);
  const pages = await openPages({ nats, prefix, maxBytes: config.pagesBytes });

  const unreadable = (id: number, error: unknown) => {
    telemetry.unreadable();
    logger.error({ err: error, eventId: id }, 'an event cannot be read');
  };
  const window = new Window(config.windowBytes);
  const texts = new Texts(config.textsBytes, unreadable);
  const emptyTopic = createEmptyTopic({ userAdmin, logger, onName: (name) => texts.nameEmptyTopic(name) });
  let follower: Follower;
  let store: QueueStore | undefined;
  let sessions: Sessions | undefined;
  let isConnected = true;
  let wasReady = false;

  const telemetry = createTelemetry(
    registry,
    {
      waiting: () => polls.waiting,
      people: () => polls.people,
      sessions: () => sessions?.size ?? 0,
      windowBytes: () => window.bytes,
      windowEvents: () => window.size,
      windowAgeSeconds: () => Math.max(0, Date.now() - (window.reachesToMs ?? Date.now())) / 1000,
      behindSeconds: () => behindMs(follower, merger.committedAtMs, Date.now()) / 1000,
      followedSequence: () => follower?.position.sequence ?? 0,
    },
    { windowBytes: config.windowBytes, idleSeconds: config.idle.defaultSeconds },
  );
  const log = createLogView({
    window,
    now,
    follower: () => follower,
    commitLsn: () => merger.commitLsn,
    leaderEpoch: async () => (await orUnavailable(readEpoch(jsm, prefix)))?.epoch,
    lastSequence: async () =>
      (await orUnavailable(findStream(jsm, names.stream(follower.position.epoch))))?.state.last_seq ?? 0,
  });
  const reader = new QueueReader({
    epoch: () => follower.position.epoch,
    window,
    texts,
    history: createHistory(pages),
    limits: config.answer,
  });
  const polls = new PollRegistry({
    log,
    window,
    reader,
    texts,
    limits: { ...config.answer, waitingPolls: config.limits.waitingPolls },
    heartbeat: config.heartbeat,
    telemetry,
    logger,
    now,
  });
  const merger = createMerger({
    window,
    offer: (entries) => polls.offer(entries),
    onEmptyTopicName: (name) => emptyTopic.setName(name),
    onUnreadable: unreadable,
    onMerged: (tookMs, ageMs) => {
      telemetry.matched(tookMs);
      // A new replica first reads events that other replicas have already delivered. Their age says nothing about delivery, so
      // it is not recorded.
      if (wasReady && ageMs !== undefined) telemetry.delivered(ageMs);
    },
  });

  /** Discards all state that was derived from the log. Called when a new epoch starts, and after a gap in the log. */
  function begin(position: number): void {
    merger.reset(position);
    texts.clear();
    emptyTopic.ask();
    sessions = store && new Sessions({ store, logger, now, onGone: (session) => polls.gone(session) });
    polls.useSessions(sessions);
  }

  async function enter(epoch: string): Promise<void> {
    const place: StoreOptions = {
      nats,
      prefix,
      epoch,
      replicas,
      maxIdleSeconds: config.idle.maxSeconds,
      limits: config.limits,
      logger,
    };
    store = await openStore(place);
    const first = typeof from === 'object' && from.epoch === epoch && window.end === 0;
    begin(first ? from.eventId : 0);
    removeEarlier(place).catch((error) => logger.warn({ err: error }, 'earlier queues were not removed'));
  }

  follower = follow({
    nats,
    prefix,
    from,
    logger,
    counters: telemetry.follower,
    onEpoch: enter,
    onGap: ({ missedTo }) => begin(endOf(missedTo)),
    onEvents: (events) => merger.merge(events),
    onPosition: ({ sequence }) => {
      merger.advance(sequence);
      log.moved();
    },
  });

  const gateways = new Gateways();
  void follower.ready.then(async () => {
    await emptyTopic.asked();
    wasReady = true;
    gateways.open();
  });

  const deletions = nats.subscribe(names.broadcast('queue-deleted'), {
    callback: (error, message) => {
      if (!error) sessions?.forget(message.string());
    },
  });
  const statuses = nats.status() as AsyncIterable<{ type: string }> & { stop(): void };
  void watch(statuses);
  async function watch(all: AsyncIterable<{ type: string }>): Promise<void> {
    for await (const { type } of all) {
      if (type === 'disconnect') isConnected = false;
      if (type !== 'reconnect') continue;
      isConnected = true;
      // Other replicas may have announced deletions of queues while this replica was disconnected.
      sessions?.invalidate();
    }
  }

  const ticking = every(tickMs, () => polls.tick());
  let isSweeping = false;
  const sweeping = every(sweepMs, async () => {
    if (isSweeping || !isConnected) return;
    isSweeping = true;
    try {
      telemetry.expired((await store?.sweep()) ?? 0);
    } catch (error) {
      logger.debug({ err: error }, 'sweeping expired queues failed; retrying');
    } finally {
      isSweeping = false;
    }
  });

  const isReady = () => wasReady && (follower.caughtUp() || follower.freshness.ageMs() < maxReadyLagMs);
  return {
    context: {
      config,
      follower,
      log,
      polls,
      gateways,
      store: () => store,
      sessions: () => sessions,
      emptyTopicName: () => texts.emptyTopicName,
      broadcastDeleted: (queueId) => nats.publish(names.broadcast('queue-deleted'), queueId),
    },
    isConnected: () => isConnected,
    isReady,
    async stop() {
      ticking.stop();
      sweeping.stop();
      deletions.unsubscribe();
      statuses.stop();
      emptyTopic.stop();
      await follower.stop();
    },
  };
}
