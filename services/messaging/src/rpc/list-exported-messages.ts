import {
  type ListExportedMessagesRequest,
  ListExportedMessagesResponse,
} from '@parley/proto/messaging/v1/exporting';
import type { Ctx } from '../context.ts';
import { type ExportedPlace, exportedMessages } from '../db/exports.ts';

/**
 * Returns a page of the messages of a channel, of direct conversations or of a sender. Only `user-admin` calls it, for exports,
 * and decides which messages these contain. It checks no permission.
 */
export async function listExportedMessages(
  ctx: Ctx,
  { place, afterMessageId, withEditHistory }: ListExportedMessagesRequest,
): Promise<ListExportedMessagesResponse> {
  const messages = await exportedMessages(ctx.db, placeOf(place), { afterMessageId, withEditHistory });
  return ListExportedMessagesResponse.create({
    messages: messages.map(({ messageJson, ...message }) => ({
      ...message,
      messageJson: Buffer.from(messageJson),
    })),
  });
}

function placeOf(place: ListExportedMessagesRequest['place']): ExportedPlace {
  switch (place?.$case) {
    case 'channel': {
      const { channelId, hasAllMessages, periods } = place.channel;
      if (hasAllMessages) return { channelId, periods: undefined };
      const read = periods.map(({ afterMessageId: after, untilMessageId: until }) => ({ after, until }));
      return { channelId, periods: read };
    }
    case 'direct':
      return { conversationIds: place.direct.conversationIds };
    case 'sentBy':
      return { senderId: place.sentBy };
    default:
      throw new Error('The call has no place.');
  }
}
