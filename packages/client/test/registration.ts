import type { Message, Registration, ServerEvent } from '../src/index.ts';

/** ID of the user whose data the test's store contains. */
export const selfId = 1;

/**
 * Returns a registration of an organization with the given numbers of people and channels. It contains only the fields that the
 * tests need.
 */
export function registration({ people = 3, channels = 2 } = {}): Registration {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  return {
    result: 'success',
    msg: '',
    queue_id: 'queue',
    last_event_id: 0,
    user_id: selfId,
    max_message_id: 0,
    realm_name: 'Test',
    realm_users: ids(people).map((id) => ({
      user_id: id,
      full_name: `Person ${id}`,
      email: `p${id}@test.example`,
      role: 400,
      is_active: true,
    })),
    subscriptions: ids(channels).map((id) => ({
      stream_id: id,
      name: `channel ${id}`,
      is_muted: false,
      subscriber_count: 1,
    })),
    unread_msgs: { count: 0, pms: [], streams: [], huddles: [], mentions: [], old_unreads_missing: false },
    starred_messages: [],
  } as unknown as Registration;
}

/** Returns a message in a channel, or without `channelId` a direct message to the user. */
export const message = (
  id: number,
  {
    channelId,
    topic = 'topic',
    senderId = 2,
  }: { channelId?: number; topic?: string; senderId?: number } = {},
): Message =>
  ({
    id,
    sender_id: senderId,
    content: `<p>message ${id}</p>`,
    content_type: 'text/html',
    subject: channelId === undefined ? '' : topic,
    type: channelId === undefined ? 'private' : 'stream',
    ...(channelId !== undefined && { stream_id: channelId }),
    display_recipient: channelId === undefined ? [{ id: selfId }, { id: senderId }] : `channel ${channelId}`,
    reactions: [],
    submessages: [],
    topic_links: [],
    flags: [],
    timestamp: id,
  }) as unknown as Message;

let lastEventId = 0;

/** Returns an event with the next ID. */
export const event = (fields: { type: string; [field: string]: unknown }): ServerEvent =>
  ({ id: ++lastEventId, ...fields }) as unknown as ServerEvent;

export const messageEvent = (sent: Message, flags: string[] = []): ServerEvent =>
  event({ type: 'message', message: sent, flags });
