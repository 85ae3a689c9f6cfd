import { errors } from '@parley/core';
import { confirmed, requireCaller } from '@parley/directory';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import type { ScheduledPlace } from '../domain/scheduling.ts';
import { composeContent } from '../sending/compose-content.ts';
import { resolveScheduledTarget } from '../sending/scheduled-target.ts';

/** What somebody hears of a scheduled message that is not theirs, or was sent meanwhile. */
export const unknownScheduled = () => errors.missing('Scheduled message does not exist');

/** Seconds since the Unix epoch. */
export const nowOf = ({ clock }: Ctx): number => Math.floor(clock.now() / 1000);

/** A place as it is stored. */
export const columnsOf = (place: ScheduledPlace) =>
  'channelId' in place
    ? { channelId: place.channelId, recipientIds: [] }
    : { channelId: null, recipientIds: place.userIds };

/** Decides as sending would, and renders. */
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
