import type { AnyRoute } from '../../edge/route.ts';
import { getAuditLog } from './get-audit-log.ts';

/** Routes of the audit log. */
export const auditRoutes: readonly AnyRoute[] = [getAuditLog];
