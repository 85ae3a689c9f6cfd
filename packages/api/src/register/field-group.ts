import { z } from 'zod';

/** Fields of a registration that are sent together. */
export type FieldGroup<Members extends z.ZodRawShape = z.ZodRawShape> = {
  /**
   * The values of `fetch_event_types` that must all be requested. When the list is empty, every answer has the fields.
   */
  readonly fetch: readonly string[];
  readonly fields: z.ZodObject<Members, z.core.$strict>;
};

/** Declares fields that are sent together. Its schema is closed, like all schemas in this package. */
export const fieldGroup = <Members extends z.ZodRawShape>(
  fetch: readonly string[],
  members: Members,
): FieldGroup<Members> => ({ fetch, fields: z.strictObject(members) });
