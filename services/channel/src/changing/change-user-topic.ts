import { emitAll, type Tx } from '@parley/db';
import type { ChannelId, UserId } from '@parley/rules';
import { lockUserTopic, userTopicsOf, writeUserTopic } from '../db/user-topics.ts';
import { visibility } from '../domain/topic.ts';
import { mutedTopicsChanged, userTopicSet } from '../events/user-topic.ts';

export type PersonalTopic = { userId: UserId; channelId: ChannelId; topic: string; emptyTopicName: string };

/** @param decide returns the new policy for the current one, or throws @returns whether the policy changed */
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
