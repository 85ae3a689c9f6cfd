import { z } from 'zod';

export const clientPresenceSchema = z
  .strictObject({
    client: z.string(),
    status: z.enum(['idle', 'active']),
    timestamp: z.int(),
    pushable: z.boolean(),
  })
  .meta({ id: 'ClientPresence' });
export type ClientPresence = z.infer<typeof clientPresenceSchema>;
