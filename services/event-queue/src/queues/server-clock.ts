import { type Clock, systemClock } from '@parley/core';
import type { Records } from '@parley/event-log';

/** The clock of the NATS server, which stamps records. */
export type ServerClock = {
  /** Returns the time in milliseconds since the Unix epoch. It is never ahead of the server's clock. */
  now(): Promise<number>;
};

export const clockKey = 'clock';

/**
 * Creates a clock from the stamps of the server. It writes a record and reads its stamp at most every `keepMs`, and
 * adds the local time that has passed since. When the stamp arrives it is already in the past, so the clock is late by
 * at most one round trip, and never early.
 */
export function createServerClock(
  records: Records<unknown>,
  keepMs = 30_000,
  clock: Clock = systemClock,
): ServerClock {
  let known: { stampMs: number; atMs: number } | undefined;
  let asking: Promise<void> | undefined;

  async function ask(): Promise<void> {
    await records.put(clockKey, {});
    const found = await records.get(clockKey);
    if (!found) throw new Error('the clock record is gone');
    known = { stampMs: found.changedAtMs, atMs: clock.monotonic() };
  }

  return {
    async now() {
      if (!known || clock.monotonic() - known.atMs > keepMs) {
        asking ??= ask().finally(() => {
          asking = undefined;
        });
        await asking;
      }
      return known!.stampMs + clock.monotonic() - known!.atMs;
    },
  };
}
