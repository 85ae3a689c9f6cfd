import type { ProfileValue } from '@parley/proto/useradmin/v1/people';
import { z } from 'zod';
import { userIdSchema } from '../schemas.ts';

/** Maximum number of values in one request. Organizations have fewer profile fields than that. */
export const maxValues = 1_000;

/** Values of custom profile fields. Null clears a value. */
export const profileDataSchema = z
  .array(
    z.object({
      id: z.int(),
      value: z.union([z.string(), z.array(userIdSchema), z.null()], {
        error: 'is not a text, a list of user IDs or null',
      }),
    }),
  )
  .max(maxValues);

export const toProfileValues = (given: z.infer<typeof profileDataSchema>): ProfileValue[] =>
  given.map(({ id, value }) => ({ fieldId: id, value: typedValue(value) }));

function typedValue(value: string | number[] | null): ProfileValue['value'] {
  if (value === null) return { $case: 'cleared', cleared: true };
  if (typeof value === 'string') return { $case: 'text', text: value };
  return { $case: 'people', people: { userIds: value } };
}
