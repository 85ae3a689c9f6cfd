import { z } from 'zod';

export const sessionSchema = z
  .strictObject({
    id: z.int(),
    created: z.int(),
    last_used: z.int(),
    client: z.string(),
    address: z.string(),
    is_current: z.boolean(),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof sessionSchema>;
