import type { EventOf, EventType } from '../objects.ts';

export type Handlers = { readonly [T in EventType]?: (event: EventOf<T>) => void };
