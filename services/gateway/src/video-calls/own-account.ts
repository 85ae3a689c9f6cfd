import { errors } from '@parley/core';
import { ResolveUsersRequest } from '@parley/proto/useradmin/v1/user_admin';
import { type Call, requirePrincipal } from '@parley/rpc';
import type { Rpc } from '../rpc-clients.ts';

/** Returns the name and the real e-mail address of the caller. @throws UNAUTHORIZED when the account no longer exists */
export async function ownAccount(
  { rpc }: { rpc: Rpc },
  call: Call,
): Promise<{ fullName: string; deliveryEmail: string }> {
  const request = ResolveUsersRequest.fromPartial({ userIds: [requirePrincipal(call).userId] });
  const { users } = await rpc.userAdmin.resolveUsers(request, call);
  if (!users[0]) throw errors.unauthorized();
  return users[0];
}
