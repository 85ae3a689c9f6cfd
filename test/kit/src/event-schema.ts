import { deliveredEvents } from '@parley/api/events';
import { z } from 'zod';
import type { Body } from './api-client.ts';

type Shape = { type: z.ZodLiteral<string>; op?: z.ZodLiteral<string> };

const schemas = Map.groupBy(deliveredEvents, (schema) => {
  const { type, op } = schema.shape as unknown as Shape;
  return nameOf({ type: type.value, op: op?.value });
});

function nameOf({ type, op }: { type?: unknown; op?: unknown }): string {
  return op === undefined ? String(type) : `${type}/${op}`;
}

/**
 * Validates an event against its schema in `@parley/api`.
 * @throws Error when the event does not match the schema
 */
export function checkEvent(event: Body): void {
  const name = nameOf(event);
  const results = (schemas.get(name) ?? []).map((schema) => schema.safeParse(event));
  if (results.some(({ success }) => success)) return;
  const reasons = results.flatMap(({ error }) => (error ? [z.prettifyError(error)] : []));
  throw new Error(
    `The event ${name} differs from its schema: ${reasons.join('; ') || 'there is none'}\n${JSON.stringify(event)}`,
  );
}
