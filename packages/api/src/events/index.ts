import { z } from 'zod';
import { messageEvents } from './messages.ts';
import { personalEvents } from './personal.ts';

/** The schema of every event, by `type`, or by `type/op` where the type has operations. */
export const events = { ...messageEvents, ...personalEvents };

export type EventName = keyof typeof events;

/** What an event carries, as services build it: without the `id` that a queue adds. */
export type EventOf<Name extends EventName> = z.infer<(typeof events)[Name]>;

/** `ReactionAddEvent` for `reaction/add`. */
const schemaName = (name: string): string =>
  `${name.replaceAll(/(?:^|[/_])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`;

/** The schema of every event as `GET /events` answers it. */
export const deliveredEvents = Object.entries<z.ZodObject>(events).map(([name, schema]) =>
  z.strictObject({ id: z.int(), ...schema.shape }).meta({ id: schemaName(name) }),
);
