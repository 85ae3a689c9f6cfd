import { z } from 'zod';
import { auditEntrySchema } from '../objects/audit-entry.ts';

export const getAuditLogAnswer = z.strictObject({
  entries: z.array(auditEntrySchema),
});
