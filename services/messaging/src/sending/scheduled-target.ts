import type { LookupOptions, User } from '@parley/directory';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import type { ScheduledPlace } from '../domain/scheduling.ts';
import { resolveChannelTarget, resolveDirectTarget, type SendTarget } from './send-target.ts';

/** Finds the target of a scheduled message and decides as for a message sent now. */
export function resolveScheduledTarget(
  ctx: Ctx,
  sender: User,
  place: ScheduledPlace,
  topic: string | undefined,
  call: Call,
  options: LookupOptions,
): Promise<SendTarget> {
  if ('userIds' in place) {
    return resolveDirectTarget(ctx, sender, { userIds: place.userIds, emails: [] }, call, options);
  }
  const channel = { $case: 'channelId' as const, channelId: place.channelId };
  return resolveChannelTarget(ctx, sender, { channel, topic }, call, options);
}
