import { type Clock, systemClock } from '@parley/core';
import type { Records } from '@parley/event-log';

/** The clock of the NATS server, which adds a timestamp to each record. */
export type ServerClock = {
  /** In milliseconds since the Unix epoch, possibly slightly behind the server's clock, but never ahead. */
  now(): Promise<number>;
};

export const clockKey = 'clock';

/** A timestamp of the server, and the local time at which it arrived. */
type Stamp = { stampMs: number; atMs: number };

/**
 * Creates a clock from the server's timestamps. At most every `keepMs`, it writes a record and reads its timestamp. Between
 * such writes, it adds the local time that has passed. A timestamp is already in the past when it arrives, so the clock is
 * behind by at most the duration of the write and the read.
 */
export function createServerClock(
  records: Records<unknown>,
  keepMs = 30_000,
  clock: Clock = systemClock,
): ServerClock {
  let known: Stamp | undefined;
  let asking: Promise<Stamp> | undefined;

  async function ask(): Promise<Stamp> {
    await records.put(clockKey, {});
    const found = await records.get(clockKey);
    if (!found) throw new Error('the clock record is gone');
    known = { stampMs: found.changedAtMs, atMs: clock.monotonic() };
    return known;
  }

  return {
    async now() {
      let last = known;
      if (!last || clock.monotonic() - last.atMs > keepMs) {
        asking ??= ask().finally(() => {
          asking = undefined;
        });
        last = await asking;
      }
      return last.stampMs + clock.monotonic() - last.atMs;
    },
  };
}
