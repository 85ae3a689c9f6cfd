import { type Clock, systemClock } from '@parley/core';
import type { Records } from '@parley/event-log';

/** The clock of the NATS server that stamps records. */
export type ServerClock = {
  /** Milliseconds since the Unix epoch, never ahead of the server's own clock. */
  now(): Promise<number>;
};

export const clockKey = 'clock';

/**
 * Creates a clock from the server's stamps: writes a record and reads its stamp back, at most every `keepMs`, and adds the
 * time that has passed locally since. The stamp is in the past when it arrives, so the clock is late by up to a round trip
 * and never early.
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
