import type { LookupOptions, User } from '@parley/directory';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import type { ScheduledPlace } from '../domain/scheduling.ts';
import { type Place, placeDirect, placeInChannel } from './place.ts';

/** Where a scheduled message goes, decided as for one that is sent now. */
export function placeScheduled(
  ctx: Ctx,
  sender: User,
  place: ScheduledPlace,
  topic: string | undefined,
  call: Call,
  options: LookupOptions,
): Promise<Place> {
  if ('userIds' in place) {
    return placeDirect(ctx, sender, { userIds: place.userIds, emails: [] }, call, options);
  }
  const channel = { $case: 'channelId' as const, channelId: place.channelId };
  return placeInChannel(ctx, sender, { channel, topic }, call, options);
}
