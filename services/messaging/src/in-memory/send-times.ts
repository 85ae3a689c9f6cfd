/** Measures sends beside imports, and without any, so that the importer gives way (docs/decisions/moving-in.md). */
export type SendTimes = {
  measure<T>(send: () => Promise<T>): Promise<T>;
  /** Runs a batch of an import. Sends that meet it count as beside it, and those soon afterwards, while the import rests. */
  besideImport<T>(batch: () => Promise<T>): Promise<T>;
  /** Returns the times in milliseconds of the sends beside imports since the last call, and the 99th percentile of those without. */
  take(): { besideMs: number[]; aloneMs: number };
};

/** Number of times that are kept of each kind. */
const [keptBeside, keptAlone] = [200, 1_000] as const;
/** Time after a batch for which the import surely goes on: longer than its longest rest, in milliseconds. */
const restMs = 4_000;
/** Time after a batch for which an import counts as under way: its other work is felt, too. */
const settleMs = 30_000;

export function createSendTimes(now: () => number = () => performance.now()): SendTimes {
  const alone: number[] = [];
  let beside: number[] = [];
  let running = 0;
  let lastEndedAt = Number.NEGATIVE_INFINITY;
  let batches = 0;
  return {
    async measure(send) {
      const begunAt = now();
      const before = batches;
      const result = await send();
      const took = now() - begunAt;
      // A failed send says nothing of the speed, so it does not get here.
      if (running > 0 || batches !== before || begunAt - lastEndedAt < restMs) {
        if (beside.length < keptBeside) beside.push(took);
      } else if (begunAt - lastEndedAt > settleMs) {
        alone.push(took);
        if (alone.length > keptAlone) alone.shift();
      }
      return result;
    },
    async besideImport(batch) {
      batches++;
      running++;
      try {
        return await batch();
      } finally {
        running--;
        lastEndedAt = now();
      }
    },
    take() {
      const besideMs = beside;
      beside = [];
      const sorted = alone.toSorted((one, other) => one - other);
      return { besideMs, aloneMs: sorted[Math.floor(sorted.length * 0.99)] ?? 0 };
    },
  };
}
