import type { UserTopicChanged } from '@parley/proto/events/v1/facts';
import { type UserTopics, userTopicKey } from '@parley/rules';
import type { Change } from './owned-cache.ts';

/** Returns how a new visibility policy of a topic changes the cached policies. The policy 0 removes the topic's entry. */
export function topicSet(fact: UserTopicChanged, transactionId: number): Change<UserTopics> {
  const key = userTopicKey(fact.channelId, fact.topic);
  return {
    keys: [fact.userId],
    transactionId,
    next: (topics) => {
      if (fact.visibilityPolicy === 0) topics?.delete(key);
      else topics?.set(key, fact.visibilityPolicy);
      return topics;
    },
  };
}
