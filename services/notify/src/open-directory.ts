import { createDirectory, type Directory } from '@parley/directory';
import { followHead, type NatsSource } from '@parley/event-log';
import type { Parts } from '@parley/service-kit';
import type { Clients } from './clients.ts';
import { ChannelInterests } from './facts/channel-interests.ts';

/** The caches of facts of other services, which one follower of the log keeps up to date. */
export type Facts = { directory: Directory; interests: ChannelInterests };

/** Opens the caches of facts of other services. */
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
