import { createDirectory, type Directory } from '@parley/directory';
import { followHead, type NatsSource } from '@parley/event-log';
import type { Parts } from '@parley/service-kit';
import type { Clients } from './clients.ts';
import { ChannelInterests } from './facts/channel-interests.ts';

/** Caches of data of other services. One reader of the event log keeps them up to date. */
export type Facts = { directory: Directory; interests: ChannelInterests };

/** Opens the caches of data of other services, and starts the reader of the log that updates them. */
export function openDirectory(
  { userAdmin, channel }: Clients,
  { nats, prefix }: { nats: NatsSource; prefix: string },
  { logger, registry }: Pick<Parts, 'logger' | 'registry'>,
): Facts {
  const interests = new ChannelInterests({ userAdmin, channel });
  const directory = createDirectory({
    follow: (merging) => followHead({ nats, prefix, logger, ...interests.alsoMerging(merging) }, registry),
    userAdmin,
    channel,
    logger,
    registry,
  });
  return { directory, interests };
}
