/** What the compose box is asked to do from elsewhere: write to a place, quote, take the focus. */
import type { Place } from '@parley/client';
import { createSignal } from 'solid-js';

export type ComposeRequest = {
  /** Where to write; as it is unless given. */
  readonly place?: Place | 'new-topic' | 'new-direct';
  /** Text that is put where the cursor is. */
  readonly insert?: string;
};

const [request, setRequest] = createSignal<ComposeRequest | undefined>(undefined, { equals: false });

export { request as composeRequest };

/** Opens the compose box. */
export const composeTo = (asked: ComposeRequest): void => void setRequest(asked);
