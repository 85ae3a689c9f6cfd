import type { Logger } from '@parley/core';
import { createDirectory, type Directory } from '@parley/directory';
import { followHead, type NatsLink } from '@parley/event-log';
import type { Registry } from 'prom-client';
import type { Clients } from './clients.ts';
import { alsoInvalidating, type WebhookKeys } from './process/webhook-keys.ts';

type Parts = {
  link: NatsLink;
  prefix: string;
  clients: Clients;
  logger: Logger;
  registry: Registry;
  webhookKeys: WebhookKeys;
};

/** Opens the directory, and follows the log for it and for what this replica remembers about keys. */
export function followLog({ link, prefix, clients, logger, registry, webhookKeys }: Parts): Directory {
  const { userAdmin, channel } = clients;
  const follow = (handlers: Parameters<Parameters<typeof createDirectory>[0]['follow']>[0]) =>
    followHead(
      { nats: link.connection, prefix, logger, ...alsoInvalidating(handlers, webhookKeys) },
      registry,
    );
  return createDirectory({ follow, userAdmin, channel, logger, registry });
}
