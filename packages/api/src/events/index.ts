import { z } from 'zod';
import { appEvents } from './apps.ts';
import { channelEvents } from './channels.ts';
import { tellsOfContents } from './contents.ts';
import { type Delivery, deliveries, event } from './event.ts';
import { type builtForms, neverSent, olderForms } from './forms.ts';
import { groupEvents } from './groups.ts';
import { messageEvents } from './messages.ts';
import { organizationEvents } from './organization.ts';
import { personalEvents } from './personal.ts';
import { userEvents } from './users.ts';

export { neverSent, olderForms };

/** Schemas of the events that result from changes in services. The keys are `type` or `type/op`. */
const serviceEvents = {
  ...appEvents,
  ...channelEvents,
  ...groupEvents,
  ...messageEvents,
  ...organizationEvents,
  ...personalEvents,
  ...userEvents,
};

/** For clients with every capability. The keys are `type`, or `type/op`. */
export const events = {
  ...serviceEvents,
  heartbeat: event(
    'heartbeat',
    {},
    { recipients: 'a poll that waited for 35 to 45 seconds', causes: ['get-events'] },
  ),
};

export type EventName = keyof typeof events;

/** An event without the `id`, which the event queue adds at delivery. */
export type EventOf<Name extends EventName> = z.infer<(typeof events)[Name]>;

/** Returns the recipients and the causes of an event. */
export function deliveryOf(name: EventName): Delivery {
  const delivery = deliveries.get(events[name]);
  if (!delivery) throw new Error(`Nothing says who receives ${name}.`);
  return delivery;
}

type TypeOf<Name> = Name extends `${infer Type}/${string}` ? Type : Name;

/** Every type of events has a decision. */
const contentDecisions: Readonly<Record<TypeOf<EventName>, boolean>> = tellsOfContents;

export const contentTypes: ReadonlySet<string> = new Set(
  Object.entries(contentDecisions).flatMap(([type, isContent]) => (isContent ? [type] : [])),
);

/** Types of events for which a queue can be registered. Every queue also receives `heartbeat`. */
export const eventTypes: ReadonlySet<string> = new Set(
  [...Object.keys(events), ...Object.keys(neverSent)].map((name) => name.replace(/\/.*/, '')),
);

/** Makes arrays and objects read-only at every level, so that code which builds an event may pass read-only values. */
type ReadonlyDeep<T> = T extends object ? { readonly [Member in keyof T]: ReadonlyDeep<T[Member]> } : T;

type BuiltSchemas = Omit<typeof serviceEvents, 'message' | keyof typeof builtForms> & typeof builtForms;

/** Without `message`, which the event queue builds from the log. */
export type BuiltEventName = keyof BuiltSchemas;

/** An event in the form in which a service builds it. */
export type BuiltEvent<Name extends BuiltEventName = BuiltEventName> = {
  [Each in Name]: ReadonlyDeep<z.infer<BuiltSchemas[Each]>>;
}[Name];

/** Returns the name of an event's schema in the OpenAPI document, such as `ReactionAddEvent` for `reaction/add`. */
const schemaName = (name: string): string =>
  `${name.replaceAll(/(?:^|[/_])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`;

const delivered = (name: string, schema: z.ZodObject) =>
  z.strictObject({ id: z.int(), ...schema.shape }).meta({ id: schemaName(name) });

/** The schemas of all events that `GET /events` returns, including the forms for older clients. */
export const deliveredEvents = [
  ...Object.entries<z.ZodObject>(events).map(([name, schema]) => delivered(name, schema)),
  ...Object.entries(olderForms).map(([name, { schema }]) => delivered(`older_${name}`, schema)),
];
