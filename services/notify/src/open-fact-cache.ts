import { followHead, type NatsSource } from '@parley/event-log';
import { createFactCache, type FactCache } from '@parley/facts';
import type { Parts } from '@parley/service-kit';
import type { Clients } from './clients.ts';
import { ChannelInterests } from './facts/channel-interests.ts';

/** Caches of data of other services. One reader of the event log keeps them up to date. */
export type Facts = { factCache: FactCache; interests: ChannelInterests };

/** Opens the caches of data of other services, and starts the reader of the log that updates them. */
export function openFactCache(
  { userAdmin, channel }: Clients,
  { nats, prefix }: { nats: NatsSource; prefix: string },
  { logger, registry }: Pick<Parts, 'logger' | 'registry'>,
): Facts {
  const interests = new ChannelInterests({ userAdmin, channel });
  const factCache = createFactCache({
    follow: (merging) => followHead({ nats, prefix, logger, ...interests.alsoMerging(merging) }, registry),
    userAdmin,
    channel,
    logger,
    registry,
  });
  return { factCache, interests };
}
