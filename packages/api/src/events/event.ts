import { z } from 'zod';

/** The documentation of an event in `docs/events.md`, as far as the schema of the event does not contain it. */
export type Delivery = {
  /** Description of the users who receive the event. */
  recipients: string;
  /** Names of API operations that cause the event, or descriptions of other causes. */
  causes: readonly string[];
};

/** In a registry of their own, because zod's global registry would appear in the JSON Schema. */
export const deliveries = z.registry<Delivery>();

/** Returns the schema of an event without `op`. The schema lacks the member `id`, which the event queue adds at delivery. */
export const event = <const Type extends string, Members extends z.ZodRawShape>(
  type: Type,
  members: Members,
  delivery?: Delivery,
) => described(z.strictObject({ type: z.literal(type), ...members }), delivery);

/** Without the member `id`, which the event queue adds at delivery. */
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

/** Descriptions of recipients that several events share. `docs/events.md` explains “user” and “readers”. */
export const recipients = {
  everyone: 'everyone',
  members: 'everyone but guests',
  owner: 'user',
  administrators: 'administrators',
  viewersOfUser: 'who sees the user',
  viewersOfMessage: 'readers',
  viewersOfChannel: 'who sees the channel',
  viewersOfSubscribers: 'who sees the subscribers',
} as const;
