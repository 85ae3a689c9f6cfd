import { errors } from '@parley/core';
import type { Scope } from '@parley/facts';
import type { Ctx } from '../context.ts';
import { composeContent } from '../sending/compose-content.ts';
import type { ScheduledPlace } from './rules.ts';
import { resolveScheduledTarget } from './target.ts';

export const unknownScheduled = () => errors.missing('Scheduled message does not exist');

/** Returns the current time in seconds since the Unix epoch. */
export const nowOf = ({ clock }: Ctx): number => Math.floor(clock.now() / 1000);

/** Returns the values of the columns `channel_id` and `recipient_ids` for a destination. */
export const columnsOf = (place: ScheduledPlace) =>
  'channelId' in place
    ? { channelId: place.channelId, recipientIds: [] }
    : { channelId: null, recipientIds: place.userIds };

/** Checks a scheduled message as if it were sent now, and renders its content. */
export function prepareScheduled(
  ctx: Ctx,
  { content, ...requested }: { place: ScheduledPlace; topic: string | undefined; content: string },
  scope: Scope,
) {
  return scope.confirmed(async (facts) => {
    const user = await facts.caller();
    const target = await resolveScheduledTarget(ctx, user, requested, facts);
    const { rendered } = await composeContent(ctx, { author: user, target, content }, facts);
    return {
      userId: user.userId,
      topic: target.kind === 'channel' ? target.topic : '',
      renderedContent: rendered.html,
    };
  });
}
