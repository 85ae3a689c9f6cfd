import { emitAll, type Tx } from '@parley/db';
import { lockUserTopic, userTopicsOf, writeUserTopic } from '../db/user-topics.ts';
import { visibility } from '../domain/topic.ts';
import { mutedTopicsChanged, userTopicSet } from '../events/user-topic.ts';

/** A topic, and the person who changes their own visibility policy for it. */
export type PersonalTopic = { userId: number; channelId: number; topic: string; emptyTopicName: string };

/**
 * Changes a person's visibility policy for a topic and emits the events. The person receives them.
 * @param decide returns the new visibility policy, given the current one; it may refuse by throwing
 * @returns whether the policy changed
 */
export async function changeUserTopic(
  tx: Tx,
  { userId, channelId, topic, emptyTopicName }: PersonalTopic,
  traceparent: string | undefined,
  decide: (before: number) => number,
): Promise<boolean> {
  const { before, topic: storedTopic } = await lockUserTopic(tx, userId, channelId, topic);
  const policy = decide(before);
  if (policy === before) return false;
  const updatedAt = await writeUserTopic(tx, { userId, channelId, topic }, policy);
  const changesMuted = before === visibility.muted || policy === visibility.muted;
  const set = { channelId, topic: storedTopic, visibilityPolicy: policy, updatedAt };
  await emitAll(tx, [
    userTopicSet(userId, set, traceparent),
    ...(changesMuted
      ? mutedTopicsChanged(userId, await userTopicsOf(tx, userId), emptyTopicName, traceparent)
      : []),
  ]);
  return true;
}
