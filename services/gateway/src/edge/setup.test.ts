import { backgroundCall } from '@parley/rpc';
import { expect, it } from 'vitest';
import { Setup } from './setup.ts';

const call = () => backgroundCall();

it('asks user-admin until the organization exists, and never after that', async () => {
  const answers = [true, true, false];
  let asked = 0;
  const setup = new Setup({ getSetup: async () => ({ isOpen: answers[asked++]! }) });
  const isOpen: boolean[] = [];
  for (let visit = 0; visit < 5; visit++) isOpen.push(await setup.isOpen(call()));
  expect(isOpen).toEqual([true, true, false, false, false]);
  expect(asked).toBe(3);
});

it('serves the client as usual while user-admin is unavailable, and asks again later', async () => {
  let isAway = true;
  const setup = new Setup({
    getSetup: async () => {
      if (isAway) throw new Error('away');
      return { isOpen: true };
    },
  });
  expect(await setup.isOpen(call())).toBe(false);
  isAway = false;
  expect(await setup.isOpen(call())).toBe(true);
});
