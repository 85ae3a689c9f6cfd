import { itemAt } from '@parley/core';
import type { Scope } from '@parley/facts';
import {
  type ListExportedMessagesRequest,
  ListExportedMessagesResponse,
} from '@parley/proto/messaging/v1/exporting';
import type { Ctx } from '../../context.ts';
import { type ExportedPlace, exportedMessages } from '../../db/whole-accounts/exports.ts';
import type { EditEntry } from '../../domain/changing/history.ts';
import {
  type HistoryReader,
  loadHistoryReader,
  loadPublicHistoryReader,
} from '../../reading/readable-history.ts';

/**
 * Returns a page of the messages of a channel, of direct conversations or of a sender. Only `user-admin` calls it, for exports,
 * and decides which messages these contain. It checks no permission to read them. Edit histories show former channels only
 * if the sender may read them, or, in an export of a channel, if they are public.
 */
export async function listExportedMessages(
  ctx: Ctx,
  { place, afterMessageId, withEditHistory, since }: ListExportedMessagesRequest,
  scope: Scope,
): Promise<ListExportedMessagesResponse> {
  const exported = placeOf(place);
  const messages = await exportedMessages(ctx.db, exported, { afterMessageId, withEditHistory, since });
  const changed = messages.map(({ messageId: id, channelId, editHistory: entries }) => ({
    id,
    channelId,
    entries: entries ?? [],
  }));
  const historyOf = await historyReaderFor(exported, changed, scope);
  return ListExportedMessagesResponse.create({
    messages: messages.map(({ messageJson, editHistory, pin, ...message }, at) => {
      const history = editHistory && historyOf(itemAt(changed, at));
      return { ...message, pin: pin ?? undefined, messageJson: withHistory(messageJson, history) };
    }),
  });
}

/** Returns the JSON of a message with its edit history as one more member. */
const withHistory = (messageJson: string, history: readonly EditEntry[] | null): Buffer =>
  Buffer.from(`${messageJson.slice(0, -1)},"edit_history":${JSON.stringify(history)}}`);

async function historyReaderFor(
  place: ExportedPlace,
  messages: Parameters<typeof loadHistoryReader>[1],
  scope: Scope,
): Promise<HistoryReader> {
  const sender = 'senderId' in place ? await scope.users.get(place.senderId) : undefined;
  return sender ? loadHistoryReader(sender, messages, scope) : loadPublicHistoryReader(messages, scope);
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
