import { Audience, Delivery, Event, Origin } from '@parley/proto/events/v1/event';
import type { ParsedSetting } from '../domain/subscription-setting.ts';

/** A person changed a setting of a channel: to themselves, one event for each property that clients know. */
export function subscriptionUpdated(
  userId: number,
  { channelId, change, shown }: ParsedSetting,
  traceparent: string | undefined,
): Event[] {
  return shown.map(({ property, value }, index) =>
    Event.create({
      kind: 'channel.subscription.updated',
      origin: Origin.CHANNEL,
      deliveries: [
        Delivery.create({
          audience: Audience.create({ userIds: [userId] }),
          type: 'subscription',
          json: Buffer.from(
            JSON.stringify({ type: 'subscription', op: 'update', stream_id: channelId, property, value }),
          ),
        }),
      ],
      ...(index === 0 &&
        change.isMuted !== undefined && {
          fact: {
            value: {
              $case: 'subscriptionMuted',
              subscriptionMuted: { userId, channelId, isMuted: change.isMuted },
            },
          },
        }),
      traceparent: traceparent ?? '',
    }),
  );
}
