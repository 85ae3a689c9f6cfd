import type { Scope } from '@parley/facts';
import type { GetMessagesRequest } from '@parley/proto/messaging/v1/messaging';
import type { Ctx } from '../context.ts';
import type { ReadMessage } from './read-message.ts';

/** A message of a list, with its content in the requested form. */
export type ListedMessage = ReadMessage & { subject: string };

/** Returns messages that the caller may read, the oldest first. */
export async function listMessages(
  { messaging }: Pick<Ctx, 'messaging'>,
  request: GetMessagesRequest,
  { call }: Scope,
): Promise<{ messages: ListedMessage[]; foundOldest: boolean; foundNewest: boolean }> {
  const { messagesJson, ...found } = await messaging.getMessages(request, call);
  return { messages: JSON.parse(Buffer.from(messagesJson).toString()) as ListedMessage[], ...found };
}
