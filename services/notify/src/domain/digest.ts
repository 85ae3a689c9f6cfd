/** Rules of the weekly digest (docs/decisions/notifications.md#weekly-digest). No I/O, no clock. */
import type { ActiveTopic, MissedMessage } from '@parley/proto/messaging/v1/missed';

const dayMs = 86_400_000;
/** Time that a digest looks back. */
export const digestPeriodMs = 7 * dayMs;
/** Time without activity after which a person gets digests. */
const awayMs = 5 * dayMs;
/** Hour of the day (UTC) from which digests are written. */
const firstHour = 8;
/** Maximum number of topics in a digest. */
const maxTopics = 4;
/** Maximum number of topics of one person that are looked up: some of them are read. */
const maxCandidates = 12;

/**
 * Returns the day whose digests are to be written now, as `2026-01-31`; undefined at other times.
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
 * Returns the topics that may be in a person's digest: those of channels that the person is subscribed to and has not
 * muted.
 */
export const candidateTopics = (
  topics: readonly ActiveTopic[],
  channelIds: ReadonlySet<number>,
): ActiveTopic[] => topics.filter(({ channelId }) => channelIds.has(channelId)).slice(0, maxCandidates);

/** A topic in a digest, with its newest message. */
export type DigestTopic = { topic: ActiveTopic; newest: MissedMessage };

/**
 * Returns the topics of a person's digest: those whose newest message the person may read and has not read.
 * @param unread by message ID
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
