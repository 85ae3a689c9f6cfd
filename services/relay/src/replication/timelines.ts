/** Identity and position of a PostgreSQL server, as `IDENTIFY_SYSTEM` returns them, with the history of its timeline. */
export type SystemIdentity = {
  systemId: string;
  timeline: number;
  walLsn: number;
  /** Timelines from which the current one descends, oldest first. Empty on the first timeline. */
  history: readonly PastTimeline[];
};

/** A timeline that the server left at a promotion. WAL records before `endLsn` also belong to the current timeline. */
export type PastTimeline = { timeline: number; endLsn: number };

/**
 * Parses a timeline history file. Each line contains the ID of a timeline, the position at which it was left, and a reason.
 * @see https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-TIMELINES
 */
export function parseTimelineHistory(text: string): PastTimeline[] {
  const lines = text.matchAll(/^\s*(\d+)\s+([0-9A-F]+)\/([0-9A-F]+)/gim);
  return Array.from(lines, ([, timeline, high = '', low = '']) => ({
    timeline: Number(timeline),
    endLsn: Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16),
  }));
}

/**
 * Returns the position before which all WAL records of the timeline `of` belong to this server. The result is Infinity for the
 * server's current timeline, and undefined for a timeline from which the server does not descend.
 */
export function endOfTimeline({ timeline, history }: SystemIdentity, of: number): number | undefined {
  if (of === timeline) return Number.POSITIVE_INFINITY;
  return history.find((past) => past.timeline === of)?.endLsn;
}

/** Returns the timeline on which the transaction with this commit position was committed. */
export const timelineAt = (
  { timeline, history }: Pick<SystemIdentity, 'timeline' | 'history'>,
  commitLsn: number,
): number => history.find(({ endLsn }) => commitLsn < endLsn)?.timeline ?? timeline;
