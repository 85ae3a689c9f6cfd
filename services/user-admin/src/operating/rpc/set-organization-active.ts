import { emitAll } from '@parley/db';
import type {
  SetOrganizationActiveRequest,
  SetOrganizationActiveResponse,
} from '@parley/proto/useradmin/v1/operators';
import { requireOperator } from '@parley/rpc';
import { audit } from '../../kernel/audit.ts';
import { isOrganizationDeactivated, storeOrganizationActive } from '../../kernel/db/organization.ts';
import type { DbScope } from '../../kernel/scope.ts';
import { lockOrganization } from '../../organization/db/organization.ts';
import { organizationActivityChanged } from '../../organization/events/organization.ts';
import { organizationFact } from '../../organization/settings/shared-settings.ts';
import type { Ctx } from '../../scim/context.ts';

/**
 * Deactivates or reactivates the organization. While it is deactivated, the gateway refuses all requests of clients, and
 * background work is paused. No data is deleted (docs/operations/install.md#a-deactivated-organization).
 * @throws UNAUTHORIZED_PRINCIPAL
 */
export async function setOrganizationActive(
  _ctx: Ctx,
  { isActive, dryRun }: SetOrganizationActiveRequest,
  scope: DbScope,
): Promise<SetOrganizationActiveResponse> {
  requireOperator(scope.call);
  return scope.write(async (tx) => {
    await lockOrganization(tx);
    const wasActive = !(await isOrganizationDeactivated(tx));
    if (dryRun || wasActive === isActive) return { wasActive, isActive };
    await storeOrganizationActive(tx, isActive);
    const action = isActive ? 'organization.reactivated' : 'organization.deactivated';
    await audit(tx, { action, details: {} });
    await emitAll(tx, organizationActivityChanged(isActive, await organizationFact(tx)));
    return { wasActive, isActive };
  });
}
