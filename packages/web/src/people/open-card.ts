/** State of the open card, which describes a person or a user group. */
import { createSignal } from 'solid-js';
import type { Parley } from '../model/parley.tsx';
import { part } from '../model/parts.ts';

export type CardRequest = {
  readonly kind: 'user' | 'group';
  readonly id: number;
  /** The element next to which the card is shown. It gets the focus when the card closes. */
  readonly anchor: HTMLElement;
};

const cards = part(() => createSignal<CardRequest>());

/** Returns the open card of a client; undefined while there is none. */
export const openedCard = (parley: Parley): CardRequest | undefined => cards(parley)[0]();

/** Opens the card of a person or a group next to an element. */
export const openCard = (parley: Parley, request: CardRequest): void => void cards(parley)[1](request);

export const closeCard = (parley: Parley): void => void cards(parley)[1](undefined);

/** Opens the card of the mention on which an event occurred. Returns false if the event did not occur on a mention. */
export function openCardOfMention(parley: Parley, event: Event): boolean {
  const anchor = (event.target as Element).closest<HTMLElement>(
    ':is(.user-mention, .user-group-mention)[role=button]',
  );
  if (!anchor) return false;
  const { userId, userGroupId } = anchor.dataset;
  event.preventDefault();
  openCard(
    parley,
    userId !== undefined
      ? { kind: 'user', id: Number(userId), anchor }
      : { kind: 'group', id: Number(userGroupId), anchor },
  );
  return true;
}
