import type { TxScope } from '../../kernel/scope.ts';
import { forgetImportedDefinitions, listImportedDefinitions } from '../db/imports.ts';
import { deleteLinkifier } from '../db/linkifiers.ts';
import { lockOrganization } from '../db/organization.ts';
import { deleteProfileField, isProfileFieldUsed } from '../db/profile-fields.ts';
import { announceLinkifiers, announceProfileFields } from '../settings/announce-definitions.ts';

/** Removes the profile fields and linkifiers of an import. A field in which somebody has a value stays. */
export async function removeImportedDefinitions(tx: TxScope, importId: number): Promise<void> {
  await lockOrganization(tx);
  const [fields, linkifiers] = [
    await listImportedDefinitions(tx, importId, 'profile field'),
    await listImportedDefinitions(tx, importId, 'linkifier'),
  ];
  let removed = 0;
  for (const id of fields) {
    if (!(await isProfileFieldUsed(tx, id)) && (await deleteProfileField(tx, id))) removed++;
  }
  if (removed > 0) await announceProfileFields(tx);
  for (const id of linkifiers) await deleteLinkifier(tx, id);
  if (linkifiers.size > 0) await announceLinkifiers(tx);
  await forgetImportedDefinitions(tx, importId);
}
