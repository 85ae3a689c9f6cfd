import { backgroundCall, type Call, type SeenUpTo } from '@parley/rpc';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { createCatchUp } from './catch-up.ts';

function setup({ epoch = 'b', sequence = 5, isFresh = true } = {}) {
  const merged = Promise.withResolvers<void>();
  const waited: number[] = [];
  const follower = {
    position: { epoch, sequence },
    freshness: {
      isFresh: () => isFresh,
      ask: () => undefined,
      ageMs: () => 0,
      writesAllowed: () => true,
      lsn: () => 0,
    },
    waitFor(wanted: number, signal?: AbortSignal) {
      waited.push(wanted);
      signal?.addEventListener('abort', () => merged.reject(signal.reason));
      return merged.promise;
    },
  };
  return { merged, waited, catchUp: createCatchUp(follower, new Registry()) };
}

const callAfter = (after?: SeenUpTo): Call => ({ ...backgroundCall(), ...(after && { after }) });

describe('a call that must see a position of the log', () => {
  it('continues immediately when the position is merged, or an epoch began after it', () => {
    const { catchUp } = setup();
    for (const after of [
      { epoch: 'b', sequence: 5 },
      { epoch: 'a', sequence: 900 },
    ]) {
      const call = callAfter(after);
      expect(catchUp(call)).toBe(call);
    }
    const plain = callAfter();
    expect(catchUp(plain)).toBe(plain);
  });

  it('waits until the position is merged', async () => {
    const { catchUp, merged, waited } = setup();
    const call = callAfter({ epoch: 'b', sequence: 6 });
    const caughtUp = catchUp(call);
    merged.resolve();
    expect(await caughtUp).toBe(call);
    expect(waited).toEqual([6]);
  });

  it('asks the owning services when the position is not merged in time', async () => {
    const { catchUp } = setup();
    const caller = new AbortController();
    const call = { ...callAfter({ epoch: 'b', sequence: 6 }), signal: caller.signal };
    const caughtUp = catchUp(call);
    caller.abort();
    expect(await caughtUp).toMatchObject({ after: 'unknown' });
  });

  it('does not wait while the whole log is late', async () => {
    const { catchUp, waited } = setup({ isFresh: false });
    expect(await catchUp(callAfter({ epoch: 'b', sequence: 6 }))).toMatchObject({ after: 'unknown' });
    expect(await catchUp(callAfter({ epoch: 'c', sequence: 1 }))).toMatchObject({ after: 'unknown' });
    expect(waited).toEqual([]);
  });
});
