import { ParleyError } from '@parley/core';
import { emit } from '@parley/db';
import type { ImportedPersonalData, ImportedProfileValue } from '@parley/proto/useradmin/v1/importing';
import { findUser } from '../../kernel/db/people.ts';
import type { TxScope } from '../../kernel/scope.ts';
import { listProfileFields } from '../../organization/db/profile-fields.ts';
import { renderDescription } from '../../organization/domain/description.ts';
import { FIELD_TYPE, type ProfileField } from '../../organization/domain/profile-fields.ts';
import { listProfileData, putProfileValue } from '../../people/db/profile-values.ts';
import { isMarkdown, parseProfileValue } from '../../people/domain/profile-values.ts';
import { insertMutedUser, listMutedUsers } from '../db/personal.ts';
import { mutedUsersChanged } from '../events/personal.ts';

/**
 * Stores profile values and muted people of a person, where the person has none. Clients register again after an import, so values have
 * no events. Returns the fields whose values are not valid.
 */
export async function importPersonalData(
  tx: TxScope,
  { userId, values, mutedUserIds }: ImportedPersonalData,
): Promise<number[]> {
  const person = await findUser(tx, userId);
  if (!person || person.isBot) return values.map(({ fieldId }) => fieldId);
  const refused: number[] = [];
  const { publicUrl } = await tx.organization();
  const fields = new Map((await listProfileFields(tx)).map((field) => [field.id, field]));
  const stored = (await listProfileData(tx, [userId]))(userId);
  for (const value of values) {
    const field = fields.get(value.fieldId);
    if (stored[value.fieldId] !== undefined) continue;
    const text = field && textOf(field, value);
    if (text === undefined) {
      refused.push(value.fieldId);
      continue;
    }
    const rendered = isMarkdown(field!) ? renderDescription(text, publicUrl) : undefined;
    await putProfileValue(tx, userId, value.fieldId, {
      value: text,
      ...(rendered && { rendered_value: rendered }),
    });
  }
  let muted = 0;
  for (const id of mutedUserIds) if (id !== userId && (await insertMutedUser(tx, userId, id))) muted++;
  // Other services know who mutes whom from this event.
  if (muted > 0) await emit(tx, mutedUsersChanged(userId, await listMutedUsers(tx, userId)));
  return refused;
}

/** Returns the text to store; undefined for a value that is not valid. */
function textOf(field: ProfileField, { text, userIds }: ImportedProfileValue): string | undefined {
  try {
    return parseProfileValue(field, field.type === FIELD_TYPE.user ? userIds : text).text ?? undefined;
  } catch (error) {
    if (error instanceof ParleyError) return undefined;
    throw error;
  }
}
