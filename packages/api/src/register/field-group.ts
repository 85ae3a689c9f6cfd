import { z } from 'zod';

/** Fields of a registration that come together. */
export type FieldGroup<Members extends z.ZodRawShape = z.ZodRawShape> = {
  /** Values of `fetch_event_types` that are all needed; none: the fields are in every answer. */
  readonly fetch: readonly string[];
  readonly fields: z.ZodObject<Members, z.core.$strict>;
};

/** Declares fields that come together; they are strict, like every schema here. */
export const fieldGroup = <Members extends z.ZodRawShape>(
  fetch: readonly string[],
  members: Members,
): FieldGroup<Members> => ({ fetch, fields: z.strictObject(members) });
