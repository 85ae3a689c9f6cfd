import type { DeactivationActions } from '@parley/proto/useradmin/v1/people';
import type { UserId } from '@parley/rules';
import type { Person } from '../kernel/domain/person.ts';
import type { TxScope } from '../kernel/scope.ts';
import { listBots } from '../people/db/users.ts';
import { changeAccount, lockExisting } from './change-account.ts';
import { clearProfile } from './clear-profile.ts';
import { insertMessageDeletion } from './db/message-deletions.ts';

/** Returns whether a request contains an action. */
export const hasActions = (actions: DeactivationActions | undefined): actions is DeactivationActions =>
  actions !== undefined && Object.values(actions).includes(true);

/** Name, picture and profile at once, messages in the background (docs/api/users-and-groups.md#deactivating-a-user). */
export async function applyActions(
  tx: TxScope,
  target: Person,
  requestedBy: number,
  { deleteProfile, ...places }: DeactivationActions,
): Promise<void> {
  const bots = target.isBot ? [] : await listBots(tx, target.userId);
  for (const { userId } of [target, ...bots]) {
    if (deleteProfile) await deleteProfileOf(tx, userId);
    if (Object.values(places).includes(true)) {
      await insertMessageDeletion(tx, {
        userId,
        requestedBy,
        inPublicChannels: places.deletePublicChannelMessages,
        inPrivateChannels: places.deletePrivateChannelMessages,
        inDirectMessages: places.deleteDirectMessages,
      });
    }
  }
}

async function deleteProfileOf(tx: TxScope, userId: UserId): Promise<void> {
  await clearProfile(tx, userId);
  const before = await lockExisting(tx, userId);
  await changeAccount(tx, before, {
    fullName: `Deleted ${before.isBot ? 'bot' : 'user'} ${userId}`,
    avatarSource: 'G',
    avatarUrl: '',
    avatarVersion: before.avatarVersion + 1,
    isDeleted: true,
  });
}
