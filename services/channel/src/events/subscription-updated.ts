import { clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { only } from '@parley/rules';
import type { ParsedSetting } from '../domain/subscription-setting.ts';

/**
 * Builds the events of a changed personal setting: one for each property that clients know. The person receives them.
 */
export function subscriptionUpdated(
  userId: number,
  { channelId, change, shown }: ParsedSetting,
  traceparent: string | undefined,
): Event[] {
  const fact =
    change.isMuted === undefined
      ? undefined
      : ({
          $case: 'subscriptionMuted',
          subscriptionMuted: { userId, channelId, isMuted: change.isMuted },
        } as const);
  return shown.map(({ property, value }, index) =>
    clientEvent(
      'channel.subscription.updated',
      only(userId),
      { type: 'subscription', op: 'update', stream_id: channelId, property, value },
      { fact: index === 0 ? fact : undefined, traceparent },
    ),
  );
}
