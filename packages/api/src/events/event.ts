import { z } from 'zod';

/** The part of an event's documentation in `docs/events.md` that its schema does not contain. */
export type Delivery = {
  /** Description of the users who receive the event. */
  recipients: string;
  /** Operations of the API that cause the event. Other causes are described in words. */
  causes: readonly string[];
};

/**
 * Recipients and causes of events, by schema. They are in a separate registry, so that they do not become part of the
 * JSON Schema.
 */
export const deliveries = z.registry<Delivery>();

/** Returns the schema of an event without the member `op`. The queue adds `id` when it delivers the event. */
export const event = <const Type extends string, Members extends z.ZodRawShape>(
  type: Type,
  members: Members,
  delivery?: Delivery,
) => described(z.strictObject({ type: z.literal(type), ...members }), delivery);

/**
 * Returns the schema of an event whose `op` names the kind of change. The queue adds `id` when it delivers the event.
 */
export const eventWithOp = <
  const Type extends string,
  const Op extends string,
  Members extends z.ZodRawShape,
>(
  type: Type,
  op: Op,
  members: Members,
  delivery?: Delivery,
) => described(z.strictObject({ type: z.literal(type), op: z.literal(op), ...members }), delivery);

function described<Schema extends z.ZodType>(schema: Schema, delivery: Delivery | undefined): Schema {
  if (delivery) deliveries.add(schema, delivery);
  return schema;
}

/** Descriptions of recipients that several events share. */
export const recipients = {
  everyone: 'everyone',
  members: 'everyone but guests',
  owner: 'the user whose data it is',
  administrators: 'administrators',
  viewersOfUser: 'everyone; of guests, those who may see the user',
  viewersOfMessage: 'everyone who can read the message',
  viewersOfChannel: 'everyone who may know of the channel',
  viewersOfSubscribers: 'everyone who may see the subscribers',
} as const;
