/** Longest delay between two attempts, in milliseconds. */
const longestDelayMs = 600_000;

type Failed = {
  /** Attempts that were made. */
  attempts: number;
  /** Milliseconds since the delivery was stored. */
  ageMs: number;
  /** Whether another attempt would fail, too. */
  isFinal: boolean;
  /** The delay for which the program has asked; 0 for none. */
  retryAfterMs: number;
};

/** Returns the milliseconds after which a failed delivery is tried again; undefined when it is given up. */
export function retryDelay(
  { attempts, ageMs, isFinal, retryAfterMs }: Failed,
  { retryMs, giveUpMs }: { retryMs: number; giveUpMs: number },
): number | undefined {
  if (isFinal || ageMs > giveUpMs) return undefined;
  const doubled = retryMs * 2 ** Math.min(20, attempts - 1);
  return Math.min(longestDelayMs, Math.max(doubled, retryAfterMs));
}
