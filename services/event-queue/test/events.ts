import { Event } from '@parley/proto/events/v1/event';
import { EventHeader } from '@parley/proto/events/v1/header';
import type { WindowEntry } from '../src/domain/window.ts';
import { toWindowEntry } from '../src/log/window-entry.ts';

type PartialEvent = Parameters<typeof Event.fromPartial>[0];
type PartialAudience = NonNullable<NonNullable<PartialEvent['deliveries']>[number]['audience']>;

/** Returns an event with one delivery: a client event of the given type for an audience. `n` is a member of its JSON. */
export function clientEvent(audience: PartialAudience, n = 0, type = 'reaction'): PartialEvent {
  return {
    kind: `test.${type}.made`,
    origin: 1,
    deliveries: [{ audience, type, json: Buffer.from(JSON.stringify({ type, n })) }],
  };
}

export type MessageOptions = {
  channelId?: number;
  channelName?: string;
  topic?: string;
  isPublic?: boolean;
  senderId?: number;
  content?: string;
  fact?: Record<string, unknown>;
};

/** Returns the event of a message in a channel. */
export function channelMessage(options: MessageOptions = {}): PartialEvent {
  const { channelId = 1, senderId = 1, content = 'hi' } = options;
  return {
    kind: 'messaging.message.sent',
    origin: 1,
    deliveries: [
      {
        type: 'message',
        audience: { channelId, channelPublic: options.isPublic ?? false },
      },
    ],
    fact: {
      value: {
        $case: 'messageSent',
        messageSent: {
          ...sender(senderId),
          content,
          renderedContent: `<p>${content}</p>`,
          place: {
            $case: 'channel',
            channel: {
              channelId,
              channelName: options.channelName ?? `channel ${channelId}`,
              topic: options.topic ?? 'topic',
            },
          },
          ...options.fact,
        },
      },
    },
  };
}

/** Returns the event of a direct message among users. */
export function directMessage(userIds: number[], fact: Record<string, unknown> = {}): PartialEvent {
  return {
    kind: 'messaging.message.sent',
    origin: 1,
    deliveries: [{ type: 'message', audience: { userIds } }],
    fact: {
      value: {
        $case: 'messageSent',
        messageSent: {
          ...sender(userIds[0]!),
          content: 'psst',
          renderedContent: '<p>psst</p>',
          place: {
            $case: 'direct',
            direct: {
              conversationId: 7,
              recipients: userIds.map((userId) => ({
                userId,
                email: `user${userId}@x.example`,
                fullName: `User ${userId}`,
              })),
            },
          },
          ...fact,
        },
      },
    },
  };
}

/**
 * Returns the event of subscribing users to channels, or of unsubscribing them. By default it is delivered to these users. With
 * `isQuiet`, it is delivered to the subscribers of the first channel instead.
 */
export function subscriptions(
  kind: 'joined' | 'left',
  userIds: number[],
  channelIds: number[],
  isQuiet = false,
): PartialEvent {
  const value =
    kind === 'joined'
      ? { $case: 'subscriptionsAdded' as const, subscriptionsAdded: { userIds, channelIds } }
      : { $case: 'subscriptionsRemoved' as const, subscriptionsRemoved: { userIds, channelIds } };
  const op = kind === 'joined' ? 'add' : 'remove';
  return {
    kind: `channel.subscription.${kind === 'joined' ? 'added' : 'removed'}`,
    origin: 2,
    deliveries: [
      {
        type: 'subscription',
        audience: isQuiet ? { channelId: channelIds[0]! } : { userIds },
        json: Buffer.from(JSON.stringify({ type: 'subscription', op, channelIds })),
      },
    ],
    fact: { value },
  };
}

export function userChanged(
  userId: number,
  role: number,
  previousRole: number,
  isActive = true,
): PartialEvent {
  return {
    kind: 'user-admin.user.changed',
    origin: 3,
    deliveries: [
      {
        type: 'realm_user',
        audience: { maxRole: 600 },
        json: Buffer.from(
          JSON.stringify({ type: 'realm_user', op: 'update', person: { user_id: userId, role } }),
        ),
      },
    ],
    fact: {
      value: { $case: 'userChanged', userChanged: { user: { userId, role, isActive }, previousRole } },
    },
  };
}

/** Returns the event of a change of the organization's settings. */
export function organizationChanged(settings: Record<string, string>): PartialEvent {
  const values = Object.entries(settings).map(([name, text]) => [name, { value: { $case: 'text', text } }]);
  const organization = { settings: Object.fromEntries(values) };
  return {
    kind: 'user-admin.organization.changed',
    origin: 3,
    fact: { value: { $case: 'organizationChanged', organizationChanged: { organization } } },
  };
}

/** Returns an entry of the window for an event, as if it had been read from the log. */
export function entryOf(id: number, event: PartialEvent, transactionId = id, assignedId = id): WindowEntry {
  const encoded = Event.encode(Event.fromPartial(event)).finish();
  return toWindowEntry({
    id,
    transactionId,
    assignedId,
    commitLsn: id * 10,
    committedAtUs: id * 1_000_000,
    encoded,
    header: EventHeader.decode(encoded),
  });
}

function sender(senderId: number) {
  return {
    senderId,
    senderEmail: `user${senderId}@x.example`,
    senderDeliveryEmail: `user${senderId}@x.example`,
    senderFullName: `User ${senderId}`,
    sentAt: 1_700_000_000,
    client: 'test',
    readBySender: true,
  };
}
