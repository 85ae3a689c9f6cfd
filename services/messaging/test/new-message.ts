import { randomUUID } from 'node:crypto';
import type { NewMessage } from '../src/db/messages.ts';

let counter = 0;

/** Returns a valid row of a message with the given differences. */
export function newMessage(over: Partial<NewMessage> = {}): NewMessage {
  return {
    sendKey: randomUUID(),
    senderId: 1,
    channelId: over.conversationId === undefined ? 1 : undefined,
    conversationId: undefined,
    topic: 'lunch',
    originId: 1,
    content: `message ${++counter}`,
    renderedContent: '<p>message</p>',
    rendererVersion: 1,
    sentAt: 1_700_000_000,
    client: 'test',
    readBySender: true,
    isMe: false,
    mentionsChannel: false,
    mentionsTopic: false,
    topicParticipantIds: [],
    hasLink: false,
    hasImage: false,
    hasAttachment: false,
    personalFlags: [],
    previewUrls: [],
    widget: undefined,
    event: Buffer.from('event'),
    ...over,
  };
}
