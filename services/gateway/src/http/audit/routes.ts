import type { AnyRoute } from '../../edge/route.ts';
import { getAuditLog } from './get-audit-log.ts';

/** Who changed what. */
export const auditRoutes: readonly AnyRoute[] = [getAuditLog];
