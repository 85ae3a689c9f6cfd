/** Rules for saving conversations on this device, as pure functions. */
import type { MessageId } from '@parley/client';
import type { SavedConversation, SavedMessage } from '../model/local-store.ts';

export const maxConversations = 30;
/** Number of conversations that remain after a cleanup. */
export const keptConversations = 24;
export const maxMessages = 60;
/** Maximum total length of the saved HTML of a conversation, in characters. The oldest messages are left out first. */
const maxHtml = 200_000;
/** Time in milliseconds after which a conversation is removed if it was not read again. */
const keepMs = 30 * 24 * 3_600_000;

/** Returns the newest messages of a conversation, within the limits for saving. */
export function messagesToSave(messages: readonly SavedMessage[]): readonly SavedMessage[] {
  let length = 0;
  const saved: SavedMessage[] = [];
  for (const message of messages.slice(-maxMessages).toReversed()) {
    length += message.html.length;
    if (length > maxHtml) break;
    saved.unshift(message);
  }
  return saved;
}

/**
 * Returns the keys of conversations to remove: those that were last read long ago. If there are too many, more than necessary
 * are removed, so that the next cleanup is not needed soon.
 */
export function keysToRemove(saved: readonly SavedConversation[], now: number): readonly string[] {
  const most = saved.length > maxConversations ? keptConversations : maxConversations;
  return saved
    .toSorted((one, other) => other.readAt - one.readAt)
    .filter(({ readAt }, index) => index >= most || now - readAt > keepMs)
    .map(({ key }) => key);
}

/** Returns the conversation without deleted messages. Returns the same object if it contains none of them. */
export function withoutMessages(
  conversation: SavedConversation,
  ids: readonly MessageId[],
): SavedConversation {
  const messages = conversation.messages.filter(({ id }) => !ids.includes(id));
  return messages.length === conversation.messages.length ? conversation : { ...conversation, messages };
}

/** Returns the conversation with the new content of a message. Returns the same object if it does not contain the message. */
export function withContent(conversation: SavedConversation, id: number, html: string): SavedConversation {
  if (!conversation.messages.some((message) => message.id === id)) return conversation;
  const messages = conversation.messages.map((each) => (each.id === id ? { ...each, html } : each));
  return { ...conversation, messages };
}
