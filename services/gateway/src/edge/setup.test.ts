import { backgroundCall } from '@parley/rpc';
import { expect, it } from 'vitest';
import { Setup } from './setup.ts';

const call = () => backgroundCall();

it('asks user-admin until the organization exists, and never after that', async () => {
  const answers = [true, true, false];
  let asked = 0;
  const setup = new Setup({
    getSetup: async () => ({ isOpen: answers[asked++]!, hasNoPasswords: asked === 2 }),
  });
  const found: (string | undefined)[] = [];
  for (let visit = 0; visit < 5; visit++) found.push(await setup.findOpen(call()));
  expect(found).toEqual(['with password', 'without password', undefined, undefined, undefined]);
  expect(asked).toBe(3);
});

it('serves the client as usual while user-admin is unavailable, and asks again later', async () => {
  let isAway = true;
  const setup = new Setup({
    getSetup: async () => {
      if (isAway) throw new Error('away');
      return { isOpen: true, hasNoPasswords: false };
    },
  });
  expect(await setup.findOpen(call())).toBeUndefined();
  isAway = false;
  expect(await setup.findOpen(call())).toBe('with password');
});
