import { describe, expect, it } from 'vitest';
import { PressResults } from './press-results.ts';

const limits = { withinMs: 1_000, everyMs: 400 };

/** Replicas that tell each other what they announce. */
function replicas(count: number): PressResults[] {
  const receivers: ((announcement: { key: string }) => void)[] = [];
  return Array.from(
    { length: count },
    () =>
      new PressResults((receive) => {
        receivers.push(receive);
        return {
          send: (announcement) => {
            for (const each of receivers) each(announcement);
          },
          stop: () => undefined,
        };
      }),
  );
}

describe('whoever waits for the result of a press', () => {
  it.each([0, 1])('gets it when it is stored, also by another replica: %s', async (at) => {
    const all = replicas(2);
    let stored: string | undefined;
    let looks = 0;
    const look = async () => {
      looks++;
      return stored;
    };
    const begun = performance.now();
    const waiting = all[0]!.wait('1 a', look, limits);
    await new Promise((resolve) => setTimeout(resolve, 20));
    all[at]!.announce('1 b');
    stored = 'done';
    all[at]!.announce('1 a');
    expect(await waiting).toBe('done');
    expect(performance.now() - begun).toBeLessThan(300);
    expect(looks).toBe(2);
  });

  it('does not miss one that is stored while it looks', async () => {
    const [only] = replicas(1);
    let stored: string | undefined;
    const look = async () => {
      const seen = stored;
      stored ??= 'done';
      only!.announce('1 a');
      return seen;
    };
    const begun = performance.now();
    expect(await only!.wait('1 a', look, limits)).toBe('done');
    expect(performance.now() - begun).toBeLessThan(300);
  });

  it('looks again when an announcement was lost, and stops in time', async () => {
    const [only] = replicas(1);
    const times = { withinMs: 60, everyMs: 20 };
    let looks = 0;
    const late = async () => (++looks === 3 ? 'late' : undefined);
    expect(await only!.wait('1 a', late, times)).toBe('late');
    expect(await only!.wait('1 a', async () => undefined, times)).toBeUndefined();
    await expect(only!.wait('1 a', () => Promise.reject(new Error('no database')), times)).rejects.toThrow(
      'no database',
    );
  });
});
