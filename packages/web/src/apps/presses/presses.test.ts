import { beforeEach, describe, expect, it } from 'vitest';
import { Presses, type PressState } from './presses.ts';

let changes: (readonly [string, PressState])[] = [];
let made = 0;
let presses: Presses;

beforeEach(() => {
  changes = [];
  made = 0;
  presses = new Presses({
    newId: () => `press ${++made}`,
    reasonOf: (error) => (error instanceof Error ? error.message : undefined),
    unknownReason: () => 'It did not work.',
    onChange: (key, state) => void changes.push([key, state]),
  });
});

const done = async () => ({ outcome: 'done' });

describe('a press', () => {
  it('is shown before it is sent, and ends with the answer', async () => {
    const sent = presses.press('a', '1', async () => {
      expect(changes).toEqual([['a', 'pressing']]);
      return { outcome: 'done' };
    });
    expect(changes).toEqual([['a', 'pressing']]);
    expect(await sent).toBe(true);
    expect(changes.at(-1)).toEqual(['a', 'idle']);
  });

  it('is sent once while it is under way; other controls are free', async () => {
    const { promise, resolve } = Promise.withResolvers<{ outcome: string }>();
    let count = 0;
    const send = () => {
      count++;
      return promise;
    };
    const first = presses.press('a', '1', send);
    expect(await presses.press('a', '1', send)).toBe(false);
    expect(await presses.press('b', '1', done)).toBe(true);
    resolve({ outcome: 'done' });
    await first;
    expect(count).toBe(1);
    expect(await presses.press('a', '1', done)).toBe(true);
  });

  it('says why it failed', async () => {
    expect(
      await presses.press('a', '1', async () => ({ outcome: 'failed', reason: 'The app is down.' })),
    ).toBe(false);
    expect(changes.at(-1)).toEqual(['a', { failed: 'The app is down.' }]);
    await presses.press('a', '1', async () => ({ outcome: 'failed' }));
    expect(changes.at(-1)).toEqual(['a', { failed: 'It did not work.' }]);
    await presses.press('a', '1', () => Promise.reject(new Error('No network')));
    expect(changes.at(-1)).toEqual(['a', { failed: 'No network' }]);
    await presses.press('a', '1', () => Promise.reject('declined'));
    expect(changes.at(-1)).toEqual(['a', 'idle']);
  });

  it('that got no answer keeps its ID when it is repeated, and another one does not', async () => {
    const ids: string[] = [];
    const lost = (id: string) => {
      ids.push(id);
      return Promise.reject(new Error('No network'));
    };
    const heard = async (id: string) => {
      ids.push(id);
      return { outcome: 'done' };
    };
    await presses.press('a', '1', lost);
    await presses.press('a', '2', heard);
    await presses.press('a', '1', heard);
    await presses.press('a', '1', heard);
    expect(ids).toEqual(['press 1', 'press 2', 'press 1', 'press 3']);
  });
});
