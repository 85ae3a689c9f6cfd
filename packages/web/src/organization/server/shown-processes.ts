/** Which processes the page about the server shows. */
import type { Process } from './server-readings.ts';

/** A process that has answered while the page was open. */
export type SeenProcess = Process & {
  /** Time of its last answer as Unix time in milliseconds. */
  readonly seenAt: number;
};

/** Time in milliseconds for which the page shows a process after its last answer. */
const shownMs = 10 * 60_000;

/**
 * Merges an answer into the processes that the page knows. A process that does not answer stays on the page for ten minutes. It is
 * removed earlier when another process of its service has started after its last answer.
 */
export function mergeProcesses(
  known: readonly SeenProcess[],
  answered: readonly Process[],
  now: number,
): readonly SeenProcess[] {
  const present = new Set(answered.map(({ instance }) => instance));
  const isReplaced = (gone: SeenProcess) =>
    answered.some(({ service, started_at }) => service === gone.service && started_at * 1000 > gone.seenAt);
  const gone = known.filter(
    (each) => !present.has(each.instance) && now - each.seenAt < shownMs && !isReplaced(each),
  );
  return [...answered.map((each) => ({ ...each, seenAt: now })), ...gone].sort(
    (one, other) => one.service.localeCompare(other.service) || one.started_at - other.started_at,
  );
}
