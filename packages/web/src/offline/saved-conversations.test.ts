import { expect, it } from 'vitest';
import type { SavedConversation } from '../model/local-store.ts';
import {
  keptConversations,
  keysToRemove,
  maxConversations,
  maxMessages,
  messagesToSave,
  withContent,
  withoutMessages,
} from './saved-conversations.ts';

const messageOf = (id: number, html = '<p>x</p>') => ({
  id,
  senderId: 1,
  senderName: 'Alice',
  html,
  timestamp: id,
});
const conversationOf = (key: string, readAt: number, ids: number[] = []): SavedConversation => ({
  key,
  place: { kind: 'direct', userIds: [2] },
  name: key,
  readAt,
  messages: ids.map((id) => messageOf(id)),
});
const day = 24 * 3_600_000;

it('saves the newest messages of a conversation, and fewer when they are long', () => {
  const many = Array.from({ length: maxMessages + 5 }, (_, index) => messageOf(index));
  expect(messagesToSave(many).map(({ id }) => id)).toEqual(many.slice(5).map(({ id }) => id));
  const long = [messageOf(1, 'x'.repeat(150_000)), messageOf(2, 'y'.repeat(150_000)), messageOf(3)];
  expect(messagesToSave(long).map(({ id }) => id)).toEqual([2, 3]);
});

it('removes the least recently read conversations', () => {
  const saved = Array.from({ length: maxConversations + 2 }, (_, index) =>
    conversationOf(`c${index}`, index),
  );
  expect(keysToRemove(saved.slice(2), 100)).toEqual([]);
  const removed = saved.slice(0, maxConversations + 2 - keptConversations).map(({ key }) => key);
  expect(keysToRemove(saved, 100).toSorted()).toEqual(removed.toSorted());
  expect(keysToRemove([conversationOf('old', 0), conversationOf('new', 30 * day)], 31 * day)).toEqual([
    'old',
  ]);
});

it('applies deletions and edits', () => {
  const conversation = conversationOf('c', 1, [1, 2, 3]);
  expect(withoutMessages(conversation, [9])).toBe(conversation);
  expect(withoutMessages(conversation, [2]).messages.map(({ id }) => id)).toEqual([1, 3]);
  expect(withContent(conversation, 9, 'new')).toBe(conversation);
  expect(withContent(conversation, 2, 'new').messages[1]?.html).toBe('new');
});
