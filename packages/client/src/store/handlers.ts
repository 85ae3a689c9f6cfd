import type { EventOf, EventType } from '../objects.ts';

/** What a part of the store does on events, by type. */
export type Handlers = { readonly [T in EventType]?: (event: EventOf<T>) => void };
