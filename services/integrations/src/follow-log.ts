import type { Logger } from '@parley/core';
import { followHead, type NatsLink } from '@parley/event-log';
import { createFactCache, type FactCache } from '@parley/facts';
import type { Registry } from 'prom-client';
import type { Clients } from './clients.ts';
import { alsoInvalidating, type WebhookKeys } from './in-memory/webhook-keys.ts';

type Parts = {
  link: NatsLink;
  prefix: string;
  clients: Clients;
  logger: Logger;
  registry: Registry;
  webhookKeys: WebhookKeys;
};

/** Opens the cache of facts, and follows the log for it and for what this replica remembers about keys. */
export function followLog({ link, prefix, clients, logger, registry, webhookKeys }: Parts): FactCache {
  const { userAdmin, channel } = clients;
  const follow = (handlers: Parameters<Parameters<typeof createFactCache>[0]['follow']>[0]) =>
    followHead(
      { nats: link.connection, prefix, logger, ...alsoInvalidating(handlers, webhookKeys) },
      registry,
    );
  return createFactCache({ follow, userAdmin, channel, logger, registry });
}
