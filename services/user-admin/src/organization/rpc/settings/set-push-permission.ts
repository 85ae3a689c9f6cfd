import { emitAll } from '@parley/db';
import type {
  SetPushPermissionRequest,
  SetPushPermissionResponse,
} from '@parley/proto/useradmin/v1/notifications';
import { requireOperator } from '@parley/rpc';
import { readOrganization, storePushPermission } from '../../../kernel/db/organization.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { lockOrganization } from '../../db/organization.ts';
import { pushPermissionChanged } from '../../events/organization.ts';

/** Idempotent. The service `notify` calls it when the forwarding service has sent the permission. */
export async function setPushPermission(
  { config }: Ctx,
  { canPush, endsAt }: SetPushPermissionRequest,
  scope: DbScope,
): Promise<SetPushPermissionResponse> {
  requireOperator(scope.call);
  await scope.transaction(async (tx) => {
    await lockOrganization(tx);
    if (!(await storePushPermission(tx, { canPush, endsAt: endsAt ?? null }))) return;
    await emitAll(tx, pushPermissionChanged(await readOrganization(tx, config)));
  });
  return {};
}
