import type {
  UndoImportedPeopleRequest,
  UndoImportedPeopleResponse,
} from '@parley/proto/useradmin/v1/importing';
import { requireOperator } from '@parley/rpc';
import { lockRoles, lockUser } from '../../../kernel/db/people.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import { removeImportedDefinitions } from '../../../organization/importing/remove-definitions.ts';
import { removeImportedEmoji } from '../../../organization/importing/remove-emoji.ts';
import { removeImportedGroups } from '../../../organization/importing/remove-groups.ts';
import { writeAccount } from '../../change-account.ts';
import type { Ctx } from '../../context.ts';
import { deleteImportedPerson, forgetImportedPeople, removablePeople } from '../../db/imports.ts';

/** People who have never signed in, and groups and emoji. People who are kept have written messages. */
export async function undoImportedPeople(
  ctx: Ctx,
  { importId, keptUserIds }: UndoImportedPeopleRequest,
  scope: DbScope,
): Promise<UndoImportedPeopleResponse> {
  requireOperator(scope.call);
  ctx.writeGuard.check();
  const kept = new Set(keptUserIds);
  let people = 0;
  for (const userId of await removablePeople(scope, importId)) {
    if (kept.has(userId)) continue;
    await scope.write(async (tx) => {
      await lockRoles(tx);
      const person = await lockUser(tx, userId);
      // They may have signed in since the list was made.
      if (!person || (!person.isBot && person.isActive && !person.awaitsSignIn)) return;
      // Other services learn from this that the account is gone.
      if (person.isActive) await writeAccount(tx, person, { isActive: false });
      await deleteImportedPerson(tx, userId);
      people++;
    });
  }
  await scope.write(async (tx) => {
    await removeImportedGroups(tx, importId);
    await removeImportedEmoji(tx, importId);
    await removeImportedDefinitions(tx, importId);
    await forgetImportedPeople(tx, importId);
  });
  return { people };
}
