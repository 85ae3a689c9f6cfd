/** Requests to the compose box from other parts: write to a place, quote, take the focus. */
import type { Place } from '@parley/client';
import { createSignal, onCleanup } from 'solid-js';
import { go } from '../router.ts';

export type ComposeRequest = {
  /** Place to write to; unchanged by default. */
  readonly place?: Place | 'new-topic' | 'new-direct';
  /** Text to insert at the cursor. */
  readonly insert?: string;
};

/** The compose box, as far as other parts use it without a request. */
export type Box = {
  /** Whether the text of the box goes to a place. */
  writesTo(place: Place): boolean;
  /** Inserts a text, without taking the focus from another field. */
  insert(text: string): void;
};

/** Time in milliseconds within which a view must show its compose box to take a request. */
const openingMs = 5_000;

const [request, setRequest] = createSignal<ComposeRequest | undefined>(undefined, { equals: false });
let box: Box | undefined;
/** A request for the compose box that is shown next. */
let pending: { readonly request: ComposeRequest; readonly at: number } | undefined;

export { request as composeRequest };

/** Opens the compose box: in the current view, or else in the view that opens next. */
export function composeTo(asked: ComposeRequest): void {
  if (box) {
    setRequest(asked);
    return;
  }
  pending = { request: asked, at: Date.now() };
  // Whoever names a place, or only wants the focus, opens the view.
  const isAnywhere = typeof asked.place === 'string' || (!asked.place && asked.insert !== undefined);
  if (isAnywhere) go('#inbox');
}

/** Makes a compose box the one that takes requests. Returns the request that waits for it. */
export function registerBox(next: Box): ComposeRequest | undefined {
  box = next;
  onCleanup(() => {
    if (box === next) box = undefined;
  });
  const waiting = pending;
  pending = undefined;
  return waiting && Date.now() - waiting.at < openingMs ? waiting.request : undefined;
}

/** Returns the compose box of the current view. */
export const presentBox = (): Box | undefined => box;
