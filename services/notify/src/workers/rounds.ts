/** Work that is prepared by lookups and then done. */
export type Round = {
  /** Whether more work may be due. */
  hasMore: boolean;
  run(): Promise<void>;
};

/**
 * Runs rounds until nothing more is due. The lookups of a round overlap with the work of the one before, so that neither
 * waits for the other.
 * @param prepare returns undefined when nothing is due
 */
export async function runRounds(
  prepare: () => Promise<Round | undefined>,
  signal: AbortSignal,
): Promise<void> {
  let running: Promise<void> = Promise.resolve();
  try {
    for (let hasMore = true; hasMore && !signal.aborted; ) {
      const round = await prepare();
      await running;
      running = round?.run() ?? Promise.resolve();
      // A failure is reported when the round is awaited.
      running.catch(() => undefined);
      hasMore = round?.hasMore ?? false;
    }
  } finally {
    await running;
  }
}
