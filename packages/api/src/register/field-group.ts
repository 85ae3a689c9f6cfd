import { z } from 'zod';

/** A group of fields that a registration contains either completely or not at all. */
export type FieldGroup<Members extends z.ZodRawShape = z.ZodRawShape> = {
  /** All must be requested. When the list is empty, every registration contains the fields. */
  readonly fetch: readonly string[];
  readonly fields: z.ZodObject<Members, z.core.$strict>;
};

/** Declares a group of fields. Its schema forbids unknown members, like all schemas in this package. */
export const fieldGroup = <Members extends z.ZodRawShape>(
  fetch: readonly string[],
  members: Members,
): FieldGroup<Members> => ({ fetch, fields: z.strictObject(members) });
