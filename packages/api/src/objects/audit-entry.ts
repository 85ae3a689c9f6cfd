import { z } from 'zod';

export const auditEntrySchema = z
  .strictObject({
    id: z.int(),
    timestamp: z.int(),
    actor_id: z.int().nullable(),
    action: z.string(),
    user_id: z.int().nullable(),
    details: z.record(z.string(), z.unknown()),
    client: z.string(),
    address: z.string(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof auditEntrySchema>;
