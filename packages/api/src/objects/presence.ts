import { z } from 'zod';

export const clientPresenceSchema = z
  .strictObject({
    client: z.string(),
    status: z.enum(['idle', 'active']),
    timestamp: z.int(),
    /** Always false. Absent in the entry `aggregated`. */
    pushable: z.boolean().optional(),
  })
  .meta({ id: 'ClientPresence' });
export type ClientPresence = z.infer<typeof clientPresenceSchema>;
