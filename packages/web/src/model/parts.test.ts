import { createRoot, createSignal, getOwner, onCleanup, runWithOwner } from 'solid-js';
import { expect, it } from 'vitest';
import { Parts } from '../lib/parts.ts';
import type { Parley } from './parley.tsx';
import { part } from './parts.ts';

/** Returns a client that has nothing but parts, and a function that ends it. */
function client(): { parley: Parley; end: () => void } {
  return createRoot((end) => {
    const owner = getOwner();
    const parts = new Parts((create) => runWithOwner(owner, create));
    return { parley: { parts } as Parley, end };
  });
}

it('each client has its own parts, made once, which end with it', () => {
  const ended: number[] = [];
  let made = 0;
  const counters = part(() => {
    const number = ++made;
    onCleanup(() => ended.push(number));
    return createSignal(0);
  });
  const [one, other] = [client(), client()];
  counters(one.parley)[1](5);
  expect(counters(one.parley)[0]()).toBe(5);
  expect(counters(other.parley)[0]()).toBe(0);
  expect(made).toBe(2);
  one.end();
  expect(ended).toEqual([1]);
  expect(counters(other.parley)[0]()).toBe(0);
});

it('a part may be undefined', () => {
  let made = 0;
  const nothing = part(() => {
    made++;
    return undefined;
  });
  const { parley, end } = client();
  nothing(parley);
  nothing(parley);
  expect(made).toBe(1);
  end();
});
