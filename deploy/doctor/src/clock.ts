import { firstItem, required } from '@parley/core';
import type pg from 'pg';
import { z } from 'zod';
import { type Finding, fail, ok, warn } from './finding.ts';

/** Of PostgreSQL, or a NATS server, to the local clock: ± `errorMs`; positive if the other one is ahead. */
export type Offset = { of: string; offsetMs: number; errorMs: number };

/** In milliseconds. Freshness checks compare the database's clock with those of the services. */
const NOTABLE_MS = 250;
const HARMFUL_MS = 1_000;

export async function postgresOffset(client: pg.ClientBase): Promise<Offset> {
  return best('PostgreSQL', async () => {
    const { rows } = await client.query<{ now: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
    );
    return firstItem(rows).now;
  });
}

/** Measures the offset of a NATS server's clock, with the server's monitoring address; undefined if it does not answer. */
export async function natsOffset(url: string): Promise<Offset | undefined> {
  try {
    return await best(url, async () => {
      const response = await fetch(new URL('/varz', url), { signal: AbortSignal.timeout(5_000) });
      return Date.parse(z.object({ now: z.string() }).parse(await response.json()).now);
    });
  } catch {
    return undefined; // Another check reports a NATS server that does not answer.
  }
}

/** Measures several times. Returns the measurement with the shortest round trip, which has the smallest uncertainty. */
async function best(of: string, read: () => Promise<number>): Promise<Offset> {
  let found: Offset | undefined;
  for (let reading = 0; reading < 5; reading++) {
    const before = Date.now();
    const started = performance.now();
    const theirs = await read();
    const errorMs = (performance.now() - started) / 2 + 1;
    if (!found || errorMs < found.errorMs) found = { of, offsetMs: theirs - (before + errorMs), errorMs };
  }
  return required(found, 'measurement');
}

export function judgeClock({ of, offsetMs, errorMs }: Offset): Finding {
  const off = Math.max(0, Math.abs(offsetMs) - errorMs);
  const text = `The clock of ${of} differs from this machine's by ${Math.round(off)} ms`;
  const fix = 'Run an NTP client (chrony) on every machine and look at `chronyc tracking`.';
  if (off >= HARMFUL_MS)
    return fail('clock', `${text}: caches are never fresh, and times on messages are wrong.`, fix);
  if (off >= NOTABLE_MS) return warn('clock', `${text}.`, fix);
  return ok('clock', `The clock of ${of} agrees with this machine's.`);
}
