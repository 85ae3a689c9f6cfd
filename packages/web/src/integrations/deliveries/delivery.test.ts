import { describe, expect, it } from 'vitest';
import {
  type Delivery,
  isRepeatable,
  mergeDeliveries,
  readablePayload,
  statesOf,
  toneOf,
} from './delivery.ts';

const incoming = (id: number, values: Partial<Delivery> = {}) =>
  ({ id, direction: 'in', state: 'sent', payload: '{}', ...values }) as Delivery;
const outgoing = (id: number, values: Partial<Delivery> = {}) =>
  ({ id, direction: 'out', state: 'dead', payload: '{}', ...values }) as Delivery;

describe('a delivery', () => {
  it('can be repeated when its payload is there and its sender was trusted', () => {
    expect(statesOf.in.filter((state) => isRepeatable(incoming(1, { state } as never)))).toEqual([
      'sent',
      'ignored',
      'filtered',
      'refused',
    ]);
    expect(isRepeatable(incoming(1, { payload: null } as never))).toBe(false);
    expect(statesOf.out.filter((state) => isRepeatable(outgoing(1, { state } as never)))).toEqual([
      'delivered',
      'dead',
    ]);
  });

  it('has a mark for each state', () => {
    expect(
      Object.fromEntries([...statesOf.in, ...statesOf.out].map((state) => [state, toneOf(state)])),
    ).toEqual({
      sent: 'good',
      delivered: 'good',
      ignored: 'neutral',
      filtered: 'neutral',
      waiting: 'neutral',
      refused: 'bad',
      unverified: 'bad',
      dead: 'bad',
    });
  });
});

it('a payload is shown with indentation if it is JSON', () => {
  expect(readablePayload('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(readablePayload('a=1&b=2')).toBe('a=1&b=2');
});

it('deliveries that are loaded again replace what was known', () => {
  const merged = mergeDeliveries(
    [outgoing(3), outgoing(1)],
    [outgoing(4), outgoing(3, { state: 'delivered' } as never)],
  );
  expect(merged.map(({ id, state }) => `${id} ${state}`)).toEqual(['4 dead', '3 delivered', '1 dead']);
});
