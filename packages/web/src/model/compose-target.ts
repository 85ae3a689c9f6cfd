/** Requests from other parts of the client to the compose box: write to a place, quote a text, take the focus. */
import type { Place } from '@parley/client';
import { createSignal, onCleanup } from 'solid-js';
import { go } from '../router/router.ts';

export type ComposeRequest = {
  /** Where to write to. Without it, the box keeps its recipients. */
  readonly place?: Place | 'new-topic' | 'new-direct';
  /** Text to insert at the cursor. */
  readonly insert?: string;
};

/** Functions of the compose box that other parts call directly. */
export type Box = {
  /** Whether the text of the box is addressed to this place. */
  writesTo(place: Place): boolean;
  /**
   * Addresses the text of the box to another place if it is addressed to `from`, whose messages have moved. Returns whether it has
   * a text for that place.
   */
  follow(from: Place, to: Place): boolean;
  /** Inserts a text. The focus stays where it is. */
  insert(text: string): void;
};

/** Maximum age of a request, in milliseconds, when a view with a compose box opens. */
const openingMs = 5_000;

const [request, setRequest] = createSignal<ComposeRequest | undefined>(undefined, { equals: false });
let box: Box | undefined;
/** The last request that no compose box has taken. The next box that opens takes it, unless it is too old. */
let pending: { readonly request: ComposeRequest; readonly at: number } | undefined;

export { request as composeRequest };

/** Passes a request to the compose box of the current view, or else to the next one that opens. */
export function composeTo(asked: ComposeRequest): void {
  if (box) {
    setRequest(asked);
    return;
  }
  pending = { request: asked, at: Date.now() };
  // Callers that name a conversation or only want the focus open the view themselves. For other requests, the inbox opens.
  const isAnywhere = typeof asked.place === 'string' || (!asked.place && asked.insert !== undefined);
  if (isAnywhere) go('#inbox');
}

/** Makes a compose box the receiver of requests. Returns the pending request; undefined without one. */
export function registerBox(next: Box): ComposeRequest | undefined {
  box = next;
  onCleanup(() => {
    if (box === next) box = undefined;
  });
  const waiting = pending;
  pending = undefined;
  return waiting && Date.now() - waiting.at < openingMs ? waiting.request : undefined;
}

/** Returns the compose box of the current view; undefined without one. */
export const presentBox = (): Box | undefined => box;
