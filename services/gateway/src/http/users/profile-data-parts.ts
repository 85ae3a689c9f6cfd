import { z } from 'zod';
import { userIdSchema } from '../schemas.ts';

/** More fields than an organization has. */
export const maxValues = 1_000;

/** What somebody fills in of custom profile fields; null clears. */
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

/** The same as `user-admin` takes it. */
export const toProfileValues = (given: z.infer<typeof profileDataSchema>) =>
  given.map(({ id, value }) => ({ fieldId: id, valueJson: JSON.stringify(value) }));
