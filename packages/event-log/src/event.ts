/** Events as every service writes them: what clients hear, and what caches and workers follow. */
import type { BuiltEvent, BuiltEventName } from '@parley/api/events';
import { Audience, type Delivery, type Event, Origin } from '@parley/proto/events/v1/event';
import type { FactValue } from './fact-kinds.ts';

const origins = {
  messaging: Origin.MESSAGING,
  channel: Origin.CHANNEL,
  'user-admin': Origin.USER_ADMIN,
  upload: Origin.UPLOAD,
} as const;

type Service = keyof typeof origins;

/** `<service>.<entity>.<past verb>`. */
export type EventKind = `${Service}.${string}.${string}`;

/** A client event without its ID, as its schema in `@parley/api` says; of some names (`type` or `type/op`) or any. */
export type ClientEvent<Name extends BuiltEventName = BuiltEventName> = BuiltEvent<Name>;

/** Type of a client event; of a `message`, services write a fact instead of JSON. */
export type ClientEventType = ClientEvent['type'] | 'message';

/** What an event says: to clients, to other services, and which request it comes from. */
export type Contents = {
  deliveries?: Delivery[];
  fact?: FactValue | undefined;
  traceparent?: string | undefined;
};

/** An event to be committed with the rows it is about. */
export const newEvent = (kind: EventKind, contents: Contents): Event =>
  build(kind, origins[kind.slice(0, kind.indexOf('.')) as Service], contents);

/** A signal, which the relay merges into the log and nobody stores. */
export const newSignal = (kind: EventKind, contents: Contents): Event => build(kind, Origin.SIGNAL, contents);

const build = (kind: EventKind, origin: Origin, { deliveries, fact, traceparent }: Contents): Event => ({
  kind,
  origin,
  deliveries: deliveries ?? [],
  fact: fact && { value: fact },
  traceparent: traceparent ?? '',
});

/** An event that is one client event for one audience, and what `more` says. */
export const clientEvent = (
  kind: EventKind,
  audience: Partial<Audience>,
  event: ClientEvent,
  more: Omit<Contents, 'deliveries'> = {},
): Event => newEvent(kind, { ...more, deliveries: [delivery(audience, event)] });

/** A client event for an audience. */
export const delivery = (audience: Partial<Audience>, event: ClientEvent): Delivery =>
  textDelivery(audience, { type: event.type, json: JSON.stringify(event) });

/** The same of a client event that is JSON text already, or none. */
export const textDelivery = (
  audience: Partial<Audience>,
  { type, json }: { type: ClientEventType; json: string },
): Delivery => ({
  audience: Audience.fromPartial(audience),
  type,
  json: Buffer.from(json),
  onlyQueueId: '',
  exceptQueueId: '',
});
