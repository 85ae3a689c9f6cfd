import { emitAll, type Tx } from '@parley/db';
import { lockUserTopic, userTopicsOf, writeUserTopic } from '../db/user-topics.ts';
import { visibility } from '../domain/topic.ts';
import { mutedTopicsChanged, userTopicSet } from '../events/user-topic.ts';

/** A topic, and what the empty one is called. */
export type TopicPlace = { channelId: number; topic: string; emptyTopicDisplayName: string };

/**
 * Changes what a person set for a topic and tells them.
 * @param decide from what is set now to what shall be; may refuse by throwing
 * @returns whether anything changed
 */
export async function changeUserTopic(
  tx: Tx,
  userId: number,
  { channelId, topic, emptyTopicDisplayName }: TopicPlace,
  traceparent: string | undefined,
  decide: (before: number) => number,
): Promise<boolean> {
  const { before, topic: known } = await lockUserTopic(tx, userId, channelId, topic);
  const policy = decide(before);
  if (policy === before) return false;
  const updatedAt = await writeUserTopic(tx, userId, channelId, topic, policy);
  const wasOrIsMuted = before === visibility.muted || policy === visibility.muted;
  await emitAll(tx, [
    userTopicSet(userId, channelId, known, { visibilityPolicy: policy, updatedAt }, traceparent),
    ...(wasOrIsMuted
      ? mutedTopicsChanged(userId, await userTopicsOf(tx, userId), emptyTopicDisplayName, traceparent)
      : []),
  ]);
  return true;
}
