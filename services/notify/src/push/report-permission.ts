import { bestEffort, type Logger } from '@parley/core';
import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import { backgroundCall, type RpcClient } from '@parley/rpc';
import type { PushPermission } from './forwarder.ts';

type UserAdmin = Pick<RpcClient<typeof UserAdminServiceService>, 'setPushPermission'>;

const reportWithinMs = 10_000;

/**
 * Returns a function that reports to `user-admin` whether the forwarding service sends notifications for this organization.
 * The forwarding service sends them to apps of another vendor. The function reports a permission only when it differs from this
 * replica's last report, or when that report failed.
 * @param hasOwnApps whether a push service is configured directly; then nothing is reported, because the server can push to
 * phones in any case
 */
export function permissionReporter(
  userAdmin: UserAdmin,
  logger: Logger,
  hasOwnApps: boolean,
): (permission: PushPermission) => void {
  let reported = '';
  return ({ canPush, endsAt }) => {
    const key = `${canPush} ${endsAt}`;
    if (hasOwnApps || key === reported) return;
    reported = key;
    const request = { canPush, ...(endsAt !== null && { endsAt }) };
    void bestEffort(logger, 'the permission of the forwarding service was not reported', async () => {
      try {
        await userAdmin.setPushPermission(request, backgroundCall({ timeoutMs: reportWithinMs }));
        logger.info({ canPush, endsAt }, 'the permission of the forwarding service has changed');
      } catch (error) {
        reported = '';
        throw error;
      }
    });
  };
}
