import { expect, it } from 'vitest';
import type { ChannelId, GroupId, MessageId, UserId } from './ids.ts';
import { directPlace, topicKey } from './place.ts';
import { Store } from './store/store.ts';

const userId: UserId = 1;
const channelId: ChannelId = 2;
const messageId: MessageId = 3;
const groupId: GroupId = 4;

/** The compiler checks these lines: it reports a `@ts-expect-error` above a line without an error. */
it('places and parts of the store refuse an ID of another kind', () => {
  const { people, channels, messages, groups } = new Store();
  // @ts-expect-error
  const user = people.users.get(channelId);
  // @ts-expect-error
  const isSubscribed = channels.isSubscribed(userId);
  // @ts-expect-error
  const message = messages.known.get(channelId);
  // @ts-expect-error
  const group = groups.groups.get(messageId);
  expect([user, isSubscribed, message, group]).toEqual([undefined, false, undefined, undefined]);
  // @ts-expect-error
  expect(topicKey(groupId, 'lunch')).toBe('topic:4:lunch');
  // @ts-expect-error
  expect(directPlace([channelId], userId).userIds).toEqual([2]);
});

it('plain numbers, as answers and events have them, fit every kind', () => {
  const fromWire: number = 7;
  const ids: [UserId, ChannelId, MessageId, GroupId] = [fromWire, fromWire, fromWire, fromWire];
  expect(new Store().people.users.get(fromWire) ?? ids).toEqual([7, 7, 7, 7]);
});
