import { ParleyError, required } from '@parley/core';
import { emit } from '@parley/db';
import type {
  ImportedPersonalData,
  ImportedProfileValue,
  ImportedStatus,
} from '@parley/proto/useradmin/v1/importing';
import { findUser } from '../../kernel/db/people.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { TxScope } from '../../kernel/scope.ts';
import { listEmoji } from '../../organization/db/emoji.ts';
import { listProfileFields } from '../../organization/db/profile-fields.ts';
import { renderDescription } from '../../organization/domain/description.ts';
import { FIELD_TYPE, type ProfileField } from '../../organization/domain/profile-fields.ts';
import { listProfileData, putProfileValue } from '../../people/db/profile-values.ts';
import { isMarkdown, parseProfileValue } from '../../people/domain/profile-values.ts';
import { findUserStatus, putUserStatus } from '../../presence/db/user-statuses.ts';
import { decideStatus, noStatus } from '../../presence/domain/user-status.ts';
import { insertMutedUser, listMutedUsers } from '../db/personal.ts';
import { mutedUsersChanged } from '../events/personal.ts';

/** What of a person's data is not valid: the fields of values, and the status. */
export type RefusedData = { fieldIds: number[]; status: boolean };

/**
 * Stores profile values, muted people and the status of a person, where the person has none. Clients register again after an import, so
 * values and statuses have no events. Returns what is not valid.
 */
export async function importPersonalData(
  tx: TxScope,
  { userId, values, mutedUserIds, status }: ImportedPersonalData,
): Promise<RefusedData> {
  const person = await findUser(tx, userId);
  if (!person || person.isBot) {
    return { fieldIds: values.map(({ fieldId }) => fieldId), status: status !== undefined };
  }
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
    const rendered = isMarkdown(required(field, 'profile field'))
      ? renderDescription(text, publicUrl)
      : undefined;
    await putProfileValue(tx, userId, value.fieldId, {
      value: text,
      ...(rendered && { rendered_value: rendered }),
    });
  }
  let muted = 0;
  for (const id of mutedUserIds) if (id !== userId && (await insertMutedUser(tx, userId, id))) muted++;
  // Other services know who mutes whom from this event.
  if (muted > 0) await emit(tx, mutedUsersChanged(userId, await listMutedUsers(tx, userId)));
  return { fieldIds: refused, status: status !== undefined && !(await storeStatus(tx, person, status)) };
}

/** Stores a status unless the person has one or uses the account already, or it has ended. Returns whether it is valid. */
async function storeStatus(
  tx: TxScope,
  { userId, isActive, awaitsSignIn }: Person,
  { text: statusText, emojiName, endsAt }: ImportedStatus,
): Promise<boolean> {
  const hasEnded = endsAt !== 0 && endsAt * 1_000 <= Date.now();
  if (hasEnded || (isActive && !awaitsSignIn) || (await findUserStatus(tx, userId))) return true;
  const emoji = emojiName === '' ? [] : await listEmoji(tx);
  try {
    const status = decideStatus(noStatus, { statusText, ...(emojiName !== '' && { emojiName }) }, (name) => {
      const custom = emoji.find((each) => each.name === name && !each.isDeactivated);
      return custom && String(custom.id);
    });
    const isEmpty = status.statusText === '' && status.emojiName === '';
    if (!isEmpty)
      await putUserStatus(tx, userId, status, endsAt === 0 ? undefined : new Date(endsAt * 1_000));
    return true;
  } catch (error) {
    if (error instanceof ParleyError) return false;
    throw error;
  }
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
