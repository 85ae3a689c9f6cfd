import type { Follower } from '@parley/event-log';
import type { Call } from '@parley/rpc';
import { Counter, type Registry } from 'prom-client';

/** Maximum time to wait for the follower, in milliseconds. It equals the maximum age of cached facts. */
const withinMs = 1_000;

/** When this takes too long, the returned call makes lookups ask the owners of facts. */
export function createCatchUp(
  follower: Pick<Follower, 'position' | 'freshness' | 'waitFor'>,
  registry: Registry,
): (call: Call) => Call | Promise<Call> {
  const calls = new Counter({
    name: 'parley_directory_catch_up_total',
    help: 'Calls that must see a position of the log, by outcome: merged already, waited for, or late (facts then come from the owners).',
    labelNames: ['outcome'],
    registers: [registry],
  });

  async function waitFor(sequence: number, call: Call): Promise<Call> {
    try {
      await follower.waitFor(sequence, AbortSignal.any([call.signal, AbortSignal.timeout(withinMs)]));
      calls.inc({ outcome: 'waited' });
      return call;
    } catch {
      calls.inc({ outcome: 'late' });
      return { ...call, after: 'unknown' };
    }
  }

  return (call) => {
    const { after } = call;
    if (after === undefined || after === 'unknown') return call;
    const { epoch, sequence } = follower.position;
    // In a later epoch (a new log stream), the caches were emptied and filled after the call's position.
    if (epoch > after.epoch || (epoch === after.epoch && sequence >= after.sequence)) {
      calls.inc({ outcome: 'merged' });
      return call;
    }
    // While the log is not fresh, waiting is useless, because lookups ask the services that own the facts anyway.
    if (epoch === after.epoch && follower.freshness.isFresh()) return waitFor(after.sequence, call);
    calls.inc({ outcome: 'late' });
    return { ...call, after: 'unknown' };
  };
}
