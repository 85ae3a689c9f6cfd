import type { EventOf, EventType } from '../objects.ts';

/** Functions of a part of the store that apply events, by event type. */
export type Handlers = { readonly [T in EventType]?: (event: EventOf<T>) => void };
