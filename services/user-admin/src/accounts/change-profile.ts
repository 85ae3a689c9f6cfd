import { errors, errorText } from '@parley/core';
import { emit, type Tx } from '@parley/db';
import type { ProfileValue } from '@parley/proto/useradmin/v1/people';
import type { UserId } from '@parley/rules';
import { audienceOf } from '../guest-visibility/visible-people.ts';
import type { AuditChange } from '../kernel/db/audit.ts';
import { findUsers } from '../kernel/db/people.ts';
import type { Person } from '../kernel/domain/person.ts';
import type { TxScope } from '../kernel/scope.ts';
import { listProfileFields } from '../organization/db/profile-fields.ts';
import { renderDescription } from '../organization/domain/description.ts';
import type { ProfileField } from '../organization/domain/profile-fields.ts';
import { profileValueChanged } from '../organization/events/profile-fields.ts';
import { listProfileData, putProfileValue } from '../people/db/profile-values.ts';
import { givenProfileValue, isMarkdown, parseProfileValue } from '../people/domain/profile-values.ts';

/**
 * Stores values of a person's profile fields, and emits an event for each changed field. Returns the changes for the audit log.
 * Must run in the transaction of the request.
 * @param mayChange returns whether the caller may change a field; by default every field
 * @throws BAD_REQUEST for a bot, an unknown field, an invalid value, or a field that the caller may not change
 */
export async function changeProfile(
  tx: TxScope,
  person: Person,
  given: readonly ProfileValue[],
  mayChange: (field: ProfileField) => boolean = () => true,
): Promise<AuditChange[]> {
  if (given.length === 0) return [];
  if (person.isBot) throw errors.badRequest('Bots have no profile fields.');
  const { userId } = person;
  const { publicUrl } = await tx.organization();
  const audience = await audienceOf(tx, person);
  const fields = new Map((await listProfileFields(tx)).map((field) => [field.id, field]));
  const data = Object.entries((await listProfileData(tx, [userId]))(userId));
  const stored = new Map<number, string | null>(data.map(([id, { value }]) => [Number(id), value]));
  const changed: AuditChange[] = [];
  for (const each of given) {
    const { fieldId } = each;
    const field = fields.get(fieldId);
    if (!field) throw errors.badRequest(errorText('Field id {fieldId} not found.', { fieldId }));
    if (!mayChange(field)) {
      throw errors.badRequest(
        'You are not allowed to change this field. Contact an administrator to update it.',
      );
    }
    const { text, people } = parseProfileValue(field, givenProfileValue(each));
    await requirePeople(tx, people);
    const rendered = text !== null && isMarkdown(field) ? renderDescription(text, publicUrl) : undefined;
    const value = text === null ? null : { value: text, ...(rendered && { rendered_value: rendered }) };
    if (!(await putProfileValue(tx, userId, fieldId, value))) continue;
    await emit(tx, profileValueChanged(userId, audience, { id: fieldId, ...(value ?? { value: null }) }));
    changed.push({
      action: 'user.profile_changed',
      userId,
      details: { fieldId, name: field.name, from: stored.get(fieldId) ?? null, to: text },
    });
    stored.set(fieldId, text);
  }
  return changed;
}

async function requirePeople(tx: Tx, userIds: readonly UserId[]): Promise<void> {
  if (userIds.length === 0) return;
  const found = await findUsers(tx, { userIds, keys: [] });
  const missing = userIds.find(
    (userId) => !found.some((person) => person.userId === userId && person.isActive && !person.isBot),
  );
  if (missing !== undefined)
    throw errors.badRequest(errorText('Invalid user ID: {userId}', { userId: missing }));
}
