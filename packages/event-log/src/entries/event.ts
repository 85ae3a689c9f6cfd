/** Functions that build events. An event has deliveries for clients, and a fact for the caches and workers of services. */
import type { Message } from '@parley/api';
import type { BuiltEvent, BuiltEventName } from '@parley/api/events';
import { Audience, type Delivery, type Event, Origin } from '@parley/proto/events/v1/event';
import type { FactValue } from './fact-kinds.ts';

const origins = {
  messaging: Origin.MESSAGING,
  channel: Origin.CHANNEL,
  'user-admin': Origin.USER_ADMIN,
  upload: Origin.UPLOAD,
  notify: Origin.NOTIFY,
  integrations: Origin.INTEGRATIONS,
} as const;

type Service = keyof typeof origins;

/** Kind of an event: `<service>.<entity>.<past verb>`. */
export type EventKind = `${Service}.${string}.${string}`;

/** An event without its ID, typed by its schema in `@parley/api`. `Name`: `type` or `type/op`. */
export type ClientEvent<Name extends BuiltEventName = BuiltEventName> = BuiltEvent<Name>;

/** Deliveries for clients, a fact for other services, and the trace context. */
export type Contents = {
  deliveries?: Delivery[];
  fact?: FactValue | undefined;
  traceparent?: string | undefined;
};

/** Builds an event. The caller emits it in the transaction that writes the described rows. */
export const newEvent = (kind: EventKind, contents: Contents): Event =>
  build(kind, origins[kind.slice(0, kind.indexOf('.')) as Service], contents);

/** Builds a signal, an ephemeral event that is not stored in a database. The relay adds it to the log. */
export const newSignal = (kind: EventKind, contents: Contents): Event => build(kind, Origin.SIGNAL, contents);

const build = (kind: EventKind, origin: Origin, { deliveries, fact, traceparent }: Contents): Event => ({
  kind,
  origin,
  deliveries: deliveries ?? [],
  fact: fact && { value: fact },
  traceparent: traceparent ?? '',
});

/** Builds an event that delivers one client event to one audience. */
export const clientEvent = (
  kind: EventKind,
  audience: Partial<Audience>,
  event: ClientEvent,
  more: Omit<Contents, 'deliveries'> = {},
): Event => newEvent(kind, { ...more, deliveries: [delivery(audience, event)] });

export const delivery = (audience: Partial<Audience>, event: ClientEvent): Delivery =>
  deliveryOf(audience, event.type, JSON.stringify(event));

/** Names of the members of a client event. For a union, those of all its variants. */
type MemberOf<Event> = Event extends unknown ? keyof Event & string : never;
/** A client event without some members. For a union, each variant loses them. */
type Without<Event, Name extends string> = Event extends unknown ? Omit<Event, Name> : never;

/**
 * Builds the delivery of a client event, some of whose members are given as JSON text. The compiler checks the names of these
 * members. It also checks the names and values of all others.
 * @param raw the JSON text of each of these members
 */
export const rawDelivery = <Name extends BuiltEventName, Raw extends MemberOf<ClientEvent<Name>>>(
  audience: Partial<Audience>,
  event: Without<ClientEvent<Name>, Raw> & { readonly type: string },
  raw: Readonly<Record<Raw, string>>,
): Delivery => {
  const members = Object.entries<string>(raw).map(([name, json]) => `${JSON.stringify(name)}:${json}`);
  return deliveryOf(audience, event.type, `${JSON.stringify(event).slice(0, -1)},${members.join(',')}}`);
};

/**
 * Builds the delivery of a sent message. It contains no client event, because the event queue builds one from the fact.
 * @param differing the message's fields that differ for this audience
 */
export const messageDelivery = (audience: Partial<Audience>, differing?: Partial<Message>): Delivery =>
  deliveryOf(audience, 'message', differing ? JSON.stringify(differing) : '');

const deliveryOf = (audience: Partial<Audience>, type: string, json: string): Delivery => ({
  audience: Audience.fromPartial(audience),
  type,
  json: Buffer.from(json),
  onlyQueueId: '',
  exceptQueueId: '',
});
