/** Identity of the server, as `IDENTIFY_SYSTEM` returns it, with the history of its timeline. */
export type SystemIdentity = {
  systemId: string;
  timeline: number;
  walLsn: number;
  /** Earlier timelines that the current one descends from, oldest first. Empty on the first timeline. */
  history: readonly PastTimeline[];
};

/** A timeline that the server left at a promotion. Its records before `endLsn` belong to the current timeline too. */
export type PastTimeline = { timeline: number; endLsn: number };

/**
 * Parses a timeline history file: on each line the ID of a timeline, the position at which it was left, and a reason.
 * https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-TIMELINES
 */
export function parseTimelineHistory(text: string): PastTimeline[] {
  const lines = text.matchAll(/^\s*(\d+)\s+([0-9A-F]+)\/([0-9A-F]+)/gim);
  return Array.from(lines, ([, timeline, high, low]) => ({
    timeline: Number(timeline),
    endLsn: Number.parseInt(high!, 16) * 2 ** 32 + Number.parseInt(low!, 16),
  }));
}

/**
 * Returns the position before which all records of a timeline belong to this server: Infinity for its current timeline,
 * undefined for a timeline that it does not descend from.
 */
export function endOfTimeline({ timeline, history }: SystemIdentity, of: number): number | undefined {
  if (of === timeline) return Number.POSITIVE_INFINITY;
  return history.find((past) => past.timeline === of)?.endLsn;
}

/** Returns the timeline on which a transaction was committed. */
export const timelineAt = (
  { timeline, history }: Pick<SystemIdentity, 'timeline' | 'history'>,
  commitLsn: number,
): number => history.find(({ endLsn }) => commitLsn < endLsn)?.timeline ?? timeline;
