import { createRoot, createSignal, getOwner, onCleanup, runWithOwner } from 'solid-js';
import { expect, it } from 'vitest';
import { Parts } from './parts.ts';

/** Returns something that has parts, and a function that ends it. */
function client() {
  return createRoot((end) => {
    const owner = getOwner();
    return { parts: new Parts((create) => runWithOwner(owner, create)), end };
  });
}

it('each client has its own parts, made once, which end with it', () => {
  const ended: number[] = [];
  let made = 0;
  const create = () => {
    const number = ++made;
    onCleanup(() => ended.push(number));
    return createSignal(0);
  };
  const [one, other] = [client(), client()];
  one.parts.get(create, one)[1](5);
  expect(one.parts.get(create, one)[0]()).toBe(5);
  expect(other.parts.get(create, other)[0]()).toBe(0);
  expect(made).toBe(2);
  one.end();
  expect(ended).toEqual([1]);
  expect(other.parts.get(create, other)[0]()).toBe(0);
});

it('a part may be undefined', () => {
  let made = 0;
  const nothing = () => {
    made++;
    return undefined;
  };
  const { parts, end } = client();
  parts.get(nothing, parts);
  parts.get(nothing, parts);
  expect(made).toBe(1);
  end();
});
