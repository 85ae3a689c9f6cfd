import { clientEvent, type FactValue } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { type ChannelId, only, type UserId } from '@parley/rules';
import type { ParsedSetting } from '../domain/subscription-setting.ts';

/**
 * Builds the events of a change of a person's own setting for a channel. The API shows some settings in two properties, for
 * older clients, so there is one event for each property. Only this person receives them.
 */
export function subscriptionUpdated(
  userId: UserId,
  { channelId, change, shown }: ParsedSetting,
  traceparent: string | undefined,
): Event[] {
  const fact = factOf(userId, channelId, change);
  return shown.map(({ property, value }, index) =>
    clientEvent(
      'channel.subscription.updated',
      only(userId),
      { type: 'subscription', op: 'update', stream_id: channelId, property, value },
      { fact: index === 0 ? fact : undefined, traceparent },
    ),
  );
}

/** Muting, or e-mails, push notifications and wildcard mentions. Undefined for other settings. */
function factOf(
  userId: UserId,
  channelId: ChannelId,
  { isMuted, emailNotifications, pushNotifications, wildcardMentionsNotify }: ParsedSetting['change'],
): FactValue | undefined {
  if (isMuted !== undefined) {
    return { $case: 'subscriptionMuted', subscriptionMuted: { userId, channelId, isMuted } };
  }
  const concerned = [emailNotifications, pushNotifications, wildcardMentionsNotify];
  if (concerned.every((value) => value === undefined)) return undefined;
  return { $case: 'channelNotificationsChanged', channelNotificationsChanged: { userId, channelId } };
}
