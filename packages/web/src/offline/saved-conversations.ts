/** Rules for the conversations that are saved on this device. They have no I/O. */
import type { SavedConversation, SavedMessage } from '../model/local-store.ts';

export const maxConversations = 30;
/** Number of conversations that are kept when there are too many. */
export const keptConversations = 24;
export const maxMessages = 60;
/** Maximum length of the saved HTML of a conversation. Its oldest messages are left out first. */
const maxHtml = 200_000;
/** Milliseconds after which a conversation that was not read again is removed. */
const keepMs = 30 * 24 * 3_600_000;

/** Returns the newest messages that are saved of a conversation. */
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
 * Returns the keys of conversations to remove: those that were read long ago. When there are too many, some more are
 * removed, so that the next ones need not be read soon.
 */
export function keysToRemove(saved: readonly SavedConversation[], now: number): readonly string[] {
  const most = saved.length > maxConversations ? keptConversations : maxConversations;
  return saved
    .toSorted((one, other) => other.readAt - one.readAt)
    .filter(({ readAt }, index) => index >= most || now - readAt > keepMs)
    .map(({ key }) => key);
}

/** Returns the conversation without deleted messages; the same one when it has none of them. */
export function withoutMessages(conversation: SavedConversation, ids: readonly number[]): SavedConversation {
  const messages = conversation.messages.filter(({ id }) => !ids.includes(id));
  return messages.length === conversation.messages.length ? conversation : { ...conversation, messages };
}

/** Returns the conversation with an edited message; the same one when it does not have the message. */
export function withContent(conversation: SavedConversation, id: number, html: string): SavedConversation {
  if (!conversation.messages.some((message) => message.id === id)) return conversation;
  const messages = conversation.messages.map((each) => (each.id === id ? { ...each, html } : each));
  return { ...conversation, messages };
}
