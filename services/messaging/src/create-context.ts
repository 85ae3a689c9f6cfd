import { systemClock } from '@parley/core';
import { type NatsLink, type SharedLog, sendSignal } from '@parley/event-log';
import type { Registry } from 'prom-client';
import type { Clients } from './clients.ts';
import type { MessagingConfig } from './config.ts';
import type { Ctx } from './context.ts';
import { findBySendKeys, insertMessages } from './db/messages.ts';
import { createConversationCache } from './in-memory/conversation-cache.ts';
import { createCoverageRecorder } from './in-memory/coverage-recorder.ts';
import { Batcher } from './in-memory/send-batcher.ts';
import { createSendTimes } from './in-memory/send-times.ts';
import { createOpenSearchIndex } from './search/opensearch-index.ts';
import { createPostgresIndex } from './search/postgres-index.ts';
import { createTelemetry } from './telemetry.ts';

export type ContextOptions = Pick<Ctx, 'db' | 'factCache' | 'writeGuard' | 'logger'> & {
  config: MessagingConfig;
  link: NatsLink;
  clients: Clients;
  registry: Registry;
  /** What the services of this process share of the log; undefined in a process with one service. */
  shared: SharedLog | undefined;
};

export function createContext({ config, link, clients, registry, shared, ...parts }: ContextOptions): Ctx {
  const { db, logger } = parts;
  const ownCommits = shared?.ownCommits;
  return {
    ...parts,
    userAdmin: clients.userAdmin,
    channel: clients.channel,
    upload: clients.upload,
    signal: (kind, event) => {
      if (link.current) sendSignal(link.current, config.nats.prefix, kind, event);
    },
    batcher: new Batcher({
      write: (messages) =>
        ownCommits
          ? ownCommits.during(() => insertMessages(db, messages, (emitted) => ownCommits.add(emitted)))
          : insertMessages(db, messages),
      find: (keys) => findBySendKeys(db, keys),
      registry,
      ...config.sending,
    }),
    conversations: createConversationCache(db),
    coverageRecorder: createCoverageRecorder(db, logger),
    sendTimes: createSendTimes(),
    searchIndex: config.openSearch
      ? createOpenSearchIndex(db, logger, config.openSearch)
      : createPostgresIndex(db, logger),
    telemetry: createTelemetry(registry),
    clock: systemClock,
    publicUrl: config.publicUrl,
    pictureKey: config.pictureKey,
  };
}
