import { emitAll } from '@parley/db';
import type { UserId } from '@parley/rules';
import { audienceOf } from '../guest-visibility/visible-people.ts';
import type { TxScope } from '../kernel/scope.ts';
import { profileValueChanged } from '../organization/events/profile-fields.ts';
import { listProfileData, putProfileValue } from '../people/db/profile-values.ts';
import { lockExisting } from './change-account.ts';

export async function clearProfile(tx: TxScope, userId: UserId): Promise<number> {
  const person = await lockExisting(tx, userId);
  const fieldIds = Object.keys((await listProfileData(tx, [userId]))(userId)).map(Number);
  const audience = await audienceOf(tx, person);
  for (const fieldId of fieldIds) await putProfileValue(tx, userId, fieldId, null);
  await emitAll(
    tx,
    fieldIds.map((id) => profileValueChanged(userId, audience, { id, value: null })),
  );
  return fieldIds.length;
}
