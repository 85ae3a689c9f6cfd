import { type Place, Store } from '@parley/client';
import { expect, it } from 'vitest';
import { nextUnread } from './next-unread.ts';

const topic = (name: string, channelId = 1): Place => ({ kind: 'topic', channelId, topic: name });

/** Returns a store with unread messages of these topics of channel 1, the newest in the last one. */
function storeWith(topics: readonly string[], mutedTopic?: string): Store {
  const store = new Store();
  store.load({
    user_id: 1,
    subscriptions: [{ stream_id: 1, name: 'design', is_muted: false, subscriber_count: 1 }],
    user_topics: mutedTopic ? [{ stream_id: 1, topic_name: mutedTopic, visibility_policy: 1 }] : [],
    unread_msgs: {
      count: topics.length,
      pms: [{ other_user_id: 2, unread_message_ids: [1] }],
      streams: topics.map((name, at) => ({ stream_id: 1, topic: name, unread_message_ids: [at + 2] })),
      huddles: [],
      mentions: [],
      old_unreads_missing: false,
    },
  } as unknown as Parameters<Store['load']>[0]);
  return store;
}

const isTopic = ({ kind }: Place) => kind === 'topic';

it('is the conversation with the newest unread message, except muted topics', () => {
  expect(nextUnread(storeWith(['red', 'blue']), undefined, isTopic)).toEqual(topic('blue'));
  expect(nextUnread(storeWith(['red', 'blue'], 'Blue'), undefined, isTopic)).toEqual(topic('red'));
  expect(nextUnread(storeWith([]), undefined, ({ kind }) => kind === 'direct')).toMatchObject({
    userIds: [2],
  });
  expect(nextUnread(storeWith([]), undefined, isTopic)).toBeUndefined();
});

it('is never the present topic, even if its messages write it in another case', () => {
  expect(nextUnread(storeWith(['red', 'Blue']), topic('blue'), isTopic)).toEqual(topic('red'));
  expect(nextUnread(storeWith(['Blue']), topic('blue'), isTopic)).toBeUndefined();
  expect(nextUnread(storeWith(['Blue']), topic('blue', 2), isTopic)).toEqual(topic('Blue'));
});
