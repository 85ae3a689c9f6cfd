import type { FollowedEvent } from './entry.ts';

/** What services that keep no messages want of a message that was sent. */
export type MessageOutline = {
  /** Undefined for a direct message. */
  channelId: number | undefined;
  /** Whole seconds, UTC. */
  sentAt: number;
  linksUploads: boolean;
};

/** Field numbers (facts.proto). */
const messageFields = { sentAt: 7, channel: 12, uploadPaths: 24 };
const placeFields = { channelId: 1 };

/**
 * Looks at a `messageSent` without decoding its texts: by far the most frequent event, of which most services need
 * next to nothing. @throws RangeError when the bytes are no message.
 */
export function outlineMessage(event: FollowedEvent): MessageOutline | undefined {
  const fields = event.factKind === 'messageSent' ? event.factFields() : undefined;
  if (!fields) return undefined;
  const outline: MessageOutline = { channelId: undefined, sentAt: 0, linksUploads: false };
  while (fields.next()) {
    if (fields.number === messageFields.sentAt) outline.sentAt = fields.value;
    else if (fields.number === messageFields.uploadPaths) outline.linksUploads = true;
    else if (fields.number === messageFields.channel) {
      const place = fields.inner();
      outline.channelId = 0;
      while (place.next()) if (place.number === placeFields.channelId) outline.channelId = place.value;
    }
  }
  return outline;
}
