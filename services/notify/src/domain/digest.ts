/** Rules of digests (docs/decisions/notifications.md#digests). No I/O, no clock. */
import type { ActiveTopic, MissedMessage } from '@parley/proto/messaging/v1/missed';
import { type ChannelId, quietUntil } from '@parley/rules';
import type { DigestFrequency } from './mail.ts';

const dayMs = 86_400_000;
/** For each frequency: the time span that a digest covers, and the time without activity after which a person gets one. */
const spans: Readonly<Record<DigestFrequency, { periodMs: number; awayMs: number }>> = {
  weekly: { periodMs: 7 * dayMs, awayMs: 5 * dayMs },
  daily: { periodMs: dayMs, awayMs: dayMs },
};
/** Hour of the day (UTC) at which writing digests begins, and hour of a person's own day from which they are sent. */
const firstHour = 8;
const maxTopics = 4;
/**
 * Maximum number of topics that are looked up for one person. It is larger than `maxTopics` because the person may have read or muted
 * some of them.
 */
const maxCandidates = 12;

/** A day on which digests are due, as `2026-01-31`, and whether weekly ones are due, too. */
export type DigestDay = { day: string; isWeekly: boolean };

/**
 * Returns today if its digests are due; undefined before the hour at which they are.
 * @param weekday the day of weekly digests, 0 for Monday to 6 for Sunday
 */
export function digestDay(nowMs: number, weekday: number): DigestDay | undefined {
  const now = new Date(nowMs);
  if (now.getUTCHours() < firstHour) return undefined;
  return { day: now.toISOString().slice(0, 10), isWeekly: (now.getUTCDay() + 6) % 7 === weekday };
}

/** Returns the beginning of the time that a digest covers, in Unix seconds. */
export const digestSince = (frequency: DigestFrequency, nowMs: number): number =>
  Math.floor((nowMs - spans[frequency].periodMs) / 1000);

/** Returns whether a person was away long enough for a digest. @param seenAtMs 0 for a person who was never active */
export const isLongAway = (frequency: DigestFrequency, seenAtMs: number, nowMs: number): boolean =>
  nowMs - seenAtMs >= spans[frequency].awayMs;

/**
 * Returns when a person's own morning has begun, in Unix milliseconds: now, or at eight o'clock.
 * @param timezone the person's time zone; empty for UTC
 */
export const morningMs = (timezone: string, nowMs: number): number =>
  quietUntil(
    { pausedUntil: 0, hasHours: true, fromMinute: 0, toMinute: firstHour * 60, days: 0 },
    timezone,
    nowMs,
  ) ?? nowMs;

/**
 * Returns the topics that a person's digest may contain: those in channels that the person is subscribed to and has not muted.
 * The order of `topics` is kept, and at most `maxCandidates` are returned.
 */
export const candidateTopics = (
  topics: readonly ActiveTopic[],
  channelIds: ReadonlySet<ChannelId>,
): ActiveTopic[] => topics.filter(({ channelId }) => channelIds.has(channelId)).slice(0, maxCandidates);

export type DigestTopic = { topic: ActiveTopic; newest: MissedMessage };

/**
 * Returns the topics of a person's digest: the first `maxTopics` whose newest message the person may read and has not read, and that
 * the person has not muted.
 * @param unread the person's unread messages, by message ID
 */
export const digestTopics = (
  candidates: readonly ActiveTopic[],
  unread: ReadonlyMap<number, MissedMessage> | undefined,
  isMuted: (newest: MissedMessage) => boolean,
): DigestTopic[] =>
  candidates
    .flatMap((topic) => {
      const newest = unread?.get(topic.newestMessageId);
      return newest && !isMuted(newest) ? [{ topic, newest }] : [];
    })
    .slice(0, maxTopics);
