import type { ChannelId, Message, Place } from '@parley/client';
import { createRoot } from 'solid-js';
import { expect, it } from 'vitest';
import { createConversationDialogs } from './conversation-dialog.ts';

const topic = (channelId: ChannelId, name: string): Place => ({ kind: 'topic', channelId, topic: name });
const create = () => createRoot(() => createConversationDialogs());

it('follows the topic that is to be deleted, and no other', () => {
  const dialogs = create();
  dialogs.open({ kind: 'delete-topic', channelId: 1, topic: 'plans' });
  dialogs.follow(topic(1, 'other'), topic(1, 'Other'), false);
  expect(dialogs.present()).toEqual({ kind: 'delete-topic', channelId: 1, topic: 'plans' });
  dialogs.follow(topic(1, 'plans'), topic(2, '✔ plans'), false);
  expect(dialogs.present()).toEqual({ kind: 'delete-topic', channelId: 2, topic: '✔ plans' });
});

it('does not delete a topic into which the one that it is about was merged', () => {
  const dialogs = create();
  dialogs.open({ kind: 'delete-topic', channelId: 1, topic: 'plans' });
  dialogs.follow(topic(1, 'plans'), topic(1, 'all plans'), true);
  expect(dialogs.present()).toBeUndefined();
});

it('stays at its message when the topic moves', () => {
  const dialogs = create();
  const message = { id: 5 } as Message;
  dialogs.open({ kind: 'move', message });
  dialogs.follow(topic(1, 'plans'), topic(1, 'all plans'), true);
  expect(dialogs.present()).toEqual({ kind: 'move', message });
});
