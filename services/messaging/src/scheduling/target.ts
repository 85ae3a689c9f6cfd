import type { Scope, User } from '@parley/facts';
import type { Ctx } from '../context.ts';
import { resolveChannelTarget, resolveDirectTarget, type SendTarget } from '../sending/send-target.ts';
import type { ScheduledPlace } from './rules.ts';

/** Finds the target of a scheduled message, and checks permissions as if it were sent now. */
export function resolveScheduledTarget(
  ctx: Ctx,
  sender: User,
  { place, topic }: { place: ScheduledPlace; topic: string | undefined },
  scope: Scope,
): Promise<SendTarget> {
  if ('userIds' in place) {
    return resolveDirectTarget(ctx, sender, { userIds: place.userIds, emails: [] }, scope);
  }
  const channel = { $case: 'channelId' as const, channelId: place.channelId };
  return resolveChannelTarget(ctx, sender, { channel, topic }, scope);
}
