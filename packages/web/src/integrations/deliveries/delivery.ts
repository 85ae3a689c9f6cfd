/** Deliveries: requests of tools, and messages to programs of bots. */
import type { AnswerOf } from '@parley/client';

export type Delivery = AnswerOf<'get-deliveries'>['deliveries'][number];
export type DeliveryState = Delivery['state'];
export type Direction = Delivery['direction'];

export const statesOf: Readonly<Record<Direction, readonly DeliveryState[]>> = {
  in: ['sent', 'ignored', 'filtered', 'refused', 'unverified'],
  out: ['waiting', 'delivered', 'dead'],
};

/** How a state is marked: it worked, it is under way or was left out on purpose, or it failed. */
export function toneOf(state: DeliveryState): 'good' | 'neutral' | 'bad' {
  if (state === 'sent' || state === 'delivered') return 'good';
  return state === 'waiting' || state === 'ignored' || state === 'filtered' ? 'neutral' : 'bad';
}

/** Returns the states of deliveries that failed. */
export const failedStates = (direction: Direction): readonly DeliveryState[] =>
  statesOf[direction].filter((state) => toneOf(state) === 'bad');

/**
 * Returns whether the server can repeat a delivery: a request whose payload it has kept and whose sender it trusts, or a message that is no
 * longer on its way.
 */
export function isRepeatable(delivery: Delivery): boolean {
  return delivery.direction === 'in'
    ? delivery.payload !== null && delivery.state !== 'unverified'
    : delivery.state !== 'waiting';
}

/** Returns a payload as it is shown: JSON with indentation, anything else as it came. */
export function readablePayload(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), undefined, 2);
  } catch {
    return payload;
  }
}

/** Puts deliveries that were loaded again into a list, newest first and each once. */
export function mergeDeliveries(known: readonly Delivery[], loaded: readonly Delivery[]): Delivery[] {
  const all = new Map([...known, ...loaded].map((each) => [each.id, each]));
  return [...all.values()].sort((one, other) => other.id - one.id);
}
