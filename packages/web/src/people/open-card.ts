/** State of the open card, which describes a person or a user group. */
import { createSignal } from 'solid-js';

export type CardRequest = {
  readonly kind: 'user' | 'group';
  readonly id: number;
  /** The element next to which the card is shown. It gets the focus when the card closes. */
  readonly anchor: HTMLElement;
};

const [openedCard, setOpenedCard] = createSignal<CardRequest>();

export { openedCard };

/** Opens the card of a person or a group next to an element. */
export const openCard = (request: CardRequest): void => void setOpenedCard(request);

/** Closes the open card. */
export const closeCard = (): void => void setOpenedCard(undefined);

/** Opens the card of the mention on which an event occurred. Returns false if the event did not occur on a mention. */
export function openCardOfMention(event: Event): boolean {
  const anchor = (event.target as Element).closest<HTMLElement>(
    ':is(.user-mention, .user-group-mention)[role=button]',
  );
  if (!anchor) return false;
  const { userId, userGroupId } = anchor.dataset;
  event.preventDefault();
  openCard(
    userId !== undefined
      ? { kind: 'user', id: Number(userId), anchor }
      : { kind: 'group', id: Number(userGroupId), anchor },
  );
  return true;
}
