import type { ChannelId } from '@parley/rules';
import { expect, it } from 'vitest';
import { mutedTopics } from './muted-topics.ts';

it('a topic is muted by itself, or by its channel unless it is unmuted or followed', () => {
  const histories = new Map([
    [1, { isMuted: false }],
    [2, { isMuted: true }],
  ]);
  const set = (channelId: ChannelId, topic: string, visibilityPolicy: number) => ({
    channelId,
    topic,
    visibilityPolicy,
  });
  const isMuted = mutedTopics(histories, [
    set(1, 'Off', 1),
    set(2, 'on', 2),
    set(2, 'Ünseen', 3),
    set(2, 'off', 1),
  ]);
  for (const [channelId, topic] of [
    [1, 'off'],
    [2, 'off'],
    [2, 'lunch'],
    [2, ''],
  ] as const) {
    expect([channelId, topic, isMuted(channelId, topic)]).toEqual([channelId, topic, true]);
  }
  for (const [channelId, topic] of [
    [1, 'lunch'],
    [1, ''],
    [2, 'ON'],
    [2, 'U\u0308NSEEN'],
    [3, 'off'],
  ] as const) {
    expect([channelId, topic, isMuted(channelId, topic)]).toEqual([channelId, topic, false]);
  }
});
