import { onCleanup } from 'solid-js';
import type { Parley } from '../parley.tsx';
import { part } from '../parts.ts';

/** Selects the elements in which clients are shown. */
const clients = '[data-client]';
const uses = ['pointerdown', 'focusin'] as const;

/** The client of the page that the person used last. Menus and dialogs stand beside all clients, so using one changes nothing. */
const usedClients = part(() => {
  const kept: { last: Element | undefined } = { last: undefined };
  const note = ({ target }: Event) => {
    kept.last = (target instanceof Element && target.closest(clients)) || kept.last;
  };
  for (const name of uses) addEventListener(name, note, { capture: true, passive: true });
  onCleanup(() => {
    for (const name of uses) removeEventListener(name, note, { capture: true });
  });
  return kept;
});

/**
 * Returns whether keys are for this client. Of several clients in one page, the one that the person used last has them; before, the one
 * that stands first.
 */
export function hasKeys(parley: Parley): boolean {
  const { last } = usedClients(parley);
  return (last?.isConnected ? last : document.querySelector(clients)) === parley.root;
}
