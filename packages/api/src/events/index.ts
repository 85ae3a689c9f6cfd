import type { z } from 'zod';
import { messageEvents } from './messages.ts';
import { personalEvents } from './personal.ts';

/** The schema of every event, by `type`, or by `type/op` where the type has operations. */
export const events = { ...messageEvents, ...personalEvents };

export type EventName = keyof typeof events;

/** What an event carries, as services build it; a queue adds `id`. */
export type EventOf<Name extends EventName> = z.infer<(typeof events)[Name]>;
