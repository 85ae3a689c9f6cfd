import { errors } from '@parley/core';
import type {
  SetImportedAvatarRequest,
  SetImportedAvatarResponse,
} from '@parley/proto/useradmin/v1/importing';
import { requireOperator } from '@parley/rpc';
import type { DbScope } from '../../../kernel/scope.ts';
import { changeAccount, lockExisting } from '../../change-account.ts';
import type { Ctx } from '../../context.ts';

/** Gives a person of an import their picture. People who have one keep it. */
export async function setImportedAvatar(
  ctx: Ctx,
  { userId, path }: SetImportedAvatarRequest,
  scope: DbScope,
): Promise<SetImportedAvatarResponse> {
  requireOperator(scope.call);
  ctx.writeGuard.check();
  if (!/^\/user_avatars\/[\w/.-]{1,200}$/.test(path)) throw errors.badRequest('Invalid avatar');
  await scope.write(async (tx) => {
    const person = await lockExisting(tx, userId);
    if (person.avatarSource === 'U') return;
    const avatarVersion = person.avatarVersion + 1;
    await changeAccount(tx, person, { avatarUrl: path, avatarSource: 'U', avatarVersion });
  });
  return {};
}
