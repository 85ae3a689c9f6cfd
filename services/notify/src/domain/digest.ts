/** Rules of the weekly digest (docs/decisions/notifications.md#weekly-digest). No I/O, no clock. */
import type { ActiveTopic, MissedMessage } from '@parley/proto/messaging/v1/missed';

const dayMs = 86_400_000;
/** Time span that a digest covers, before it is written. */
export const digestPeriodMs = 7 * dayMs;
/** A person gets digests after this time without activity. */
const awayMs = 5 * dayMs;
/** Hour of the day (UTC) at which writing digests begins. */
const firstHour = 8;
/** Maximum number of topics in a digest. */
const maxTopics = 4;
/**
 * Maximum number of topics that are looked up for one person. It is larger than `maxTopics` because the person may have read
 * some of them.
 */
const maxCandidates = 12;

/**
 * Returns today's date as `2026-01-31` when digests are due; undefined at other times.
 * @param weekday 0 for Monday to 6 for Sunday
 */
export function digestDay(nowMs: number, weekday: number): string | undefined {
  const now = new Date(nowMs);
  const isDue = (now.getUTCDay() + 6) % 7 === weekday && now.getUTCHours() >= firstHour;
  return isDue ? now.toISOString().slice(0, 10) : undefined;
}

/** Returns whether a person was away long enough for a digest. @param seenAtMs 0 for a person who was never active */
export const isLongAway = (seenAtMs: number, nowMs: number): boolean => nowMs - seenAtMs >= awayMs;

/**
 * Returns the topics that a person's digest may contain: those in channels that the person is subscribed to and has not muted.
 * The order of `topics` is kept, and at most `maxCandidates` are returned.
 */
export const candidateTopics = (
  topics: readonly ActiveTopic[],
  channelIds: ReadonlySet<number>,
): ActiveTopic[] => topics.filter(({ channelId }) => channelIds.has(channelId)).slice(0, maxCandidates);

/** A topic in a digest, with its newest message. */
export type DigestTopic = { topic: ActiveTopic; newest: MissedMessage };

/**
 * Returns the topics of a person's digest: the first `maxTopics` whose newest message the person may read and has not read.
 * @param unread the person's unread messages, by message ID
 */
export const digestTopics = (
  candidates: readonly ActiveTopic[],
  unread: ReadonlyMap<number, MissedMessage> | undefined,
): DigestTopic[] =>
  candidates
    .flatMap((topic) => {
      const newest = unread?.get(topic.newestMessageId);
      return newest ? [{ topic, newest }] : [];
    })
    .slice(0, maxTopics);
