import { errors } from '@parley/core';
import { confirmed, requireCaller } from '@parley/directory';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import type { ScheduledPlace } from '../domain/scheduling.ts';
import { composeContent } from '../sending/compose-content.ts';
import { resolveScheduledTarget } from '../sending/scheduled-target.ts';

/** The error for a scheduled message that the caller does not have, or that was sent meanwhile. */
export const unknownScheduled = () => errors.missing('Scheduled message does not exist');

/** Returns the current time, seconds since the Unix epoch. */
export const nowOf = ({ clock }: Ctx): number => Math.floor(clock.now() / 1000);

/** Returns the columns of a destination. */
export const columnsOf = (place: ScheduledPlace) =>
  'channelId' in place
    ? { channelId: place.channelId, recipientIds: [] }
    : { channelId: null, recipientIds: place.userIds };

/** Decides as for a message sent now, and renders the content. */
export function prepareScheduled(
  ctx: Ctx,
  given: ScheduledPlace,
  topic: string | undefined,
  content: string,
  call: Call,
) {
  return confirmed(async (options) => {
    const user = await requireCaller(ctx, call, options);
    const place = await resolveScheduledTarget(ctx, user, given, topic, call, options);
    const { rendered } = await composeContent(ctx, user, place, content, call);
    return {
      userId: user.userId,
      topic: place.kind === 'channel' ? place.topic : '',
      renderedContent: rendered.html,
    };
  });
}
