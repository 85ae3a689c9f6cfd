import type {
  FoundImportedOrganizationRequest,
  FoundImportedOrganizationResponse,
} from '@parley/proto/useradmin/v1/importing';
import { requireOperator } from '@parley/rpc';
import { checkOrganizationName } from '@parley/settings';
import { audit } from '../../../kernel/audit.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { foundWithoutOwner } from '../../first-run/found-organization.ts';

/** Without people. Does nothing when it exists. @throws BAD_REQUEST for an invalid name */
export async function foundImportedOrganization(
  ctx: Ctx,
  { importId, name }: FoundImportedOrganizationRequest,
  scope: DbScope,
): Promise<FoundImportedOrganizationResponse> {
  requireOperator(scope.call);
  ctx.writeGuard.check();
  const checked = checkOrganizationName(name);
  return scope.write(async (tx) => {
    const created = await foundWithoutOwner(ctx, tx, checked);
    if (created) await audit(tx, { action: 'organization.created', details: { importId } });
    return { created };
  });
}
