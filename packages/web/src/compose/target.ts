/** Requests to the compose box from other parts: write to a place, quote, take the focus. */
import type { Place } from '@parley/client';
import { createSignal } from 'solid-js';

export type ComposeRequest = {
  /** Place to write to; unchanged by default. */
  readonly place?: Place | 'new-topic' | 'new-direct';
  /** Text to insert at the cursor. */
  readonly insert?: string;
};

const [request, setRequest] = createSignal<ComposeRequest | undefined>(undefined, { equals: false });

export { request as composeRequest };

/** Opens the compose box. */
export const composeTo = (asked: ComposeRequest): void => void setRequest(asked);
