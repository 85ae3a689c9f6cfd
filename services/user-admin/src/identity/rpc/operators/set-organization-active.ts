import { emitAll } from '@parley/db';
import type {
  SetOrganizationActiveRequest,
  SetOrganizationActiveResponse,
} from '@parley/proto/useradmin/v1/operators';
import { audit } from '../../../kernel/audit.ts';
import { requireOperator } from '../../../kernel/caller.ts';
import { isOrganizationDeactivated, storeOrganizationActive } from '../../../kernel/db/organization.ts';
import type { Scope } from '../../../kernel/scope.ts';
import { lockOrganization } from '../../../organization/db/organization.ts';
import { organizationDeactivated } from '../../../organization/events/organization.ts';
import type { Ctx } from '../../context.ts';

/**
 * Deactivates the organization, or reactivates it. While it is deactivated, sign-ins and requests with credentials are
 * refused, and nothing is deleted.
 */
export async function setOrganizationActive(
  _ctx: Ctx,
  { isActive, dryRun }: SetOrganizationActiveRequest,
  scope: Scope,
): Promise<SetOrganizationActiveResponse> {
  requireOperator(scope);
  return scope.write(async (tx) => {
    await lockOrganization(tx);
    const wasActive = !(await isOrganizationDeactivated(tx));
    if (dryRun || wasActive === isActive) return { wasActive, isActive };
    await storeOrganizationActive(tx, isActive);
    const action = isActive ? 'organization.reactivated' : 'organization.deactivated';
    await audit(tx, { action, details: {} });
    if (!isActive) await emitAll(tx, [organizationDeactivated()]);
    return { wasActive, isActive };
  });
}
