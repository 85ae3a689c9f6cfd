import type { EventOf, EventType } from '../objects.ts';

/** The event handlers of a part of the store, by type. */
export type Handlers = { readonly [T in EventType]?: (event: EventOf<T>) => void };
