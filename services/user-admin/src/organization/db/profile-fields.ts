import { errors } from '@parley/core';
import { type Queryable, sql, type Tx, uniqueViolation } from '@parley/db';
import type { UserId } from '@parley/rules';
import type { ProfileField } from '../domain/profile-fields.ts';

const nameKey = (name: string): string => name.toLowerCase();

/** Returns all fields in the order in which they are shown. */
export function listProfileFields(db: Queryable): Promise<ProfileField[]> {
  return db.many<ProfileField>(sql`
    select field_id as id, field_type as type, name, hint, field_data as "fieldData",
           display_in_profile_summary as "displayInProfileSummary", is_required as "isRequired",
           is_editable_by_user as "isEditableByUser", is_used_for_matching as "isUsedForMatching"
      from profile_fields order by position, field_id`);
}

export async function insertProfileField(tx: Tx, field: Omit<ProfileField, 'id'>): Promise<number> {
  const insert = sql`
    insert into profile_fields (field_type, name, name_key, hint, field_data, display_in_profile_summary,
           is_required, is_editable_by_user, is_used_for_matching, position)
    select ${field.type}::int2, ${field.name}, ${nameKey(field.name)}, ${field.hint}, ${field.fieldData},
           ${field.displayInProfileSummary}::bool, ${field.isRequired}::bool, ${field.isEditableByUser}::bool,
           ${field.isUsedForMatching}::bool, coalesce(max(position), 0) + 1
      from profile_fields returning field_id as id`;
  const { id } = await tx.one<{ id: number }>(insert).catch(refuseTaken);
  return id;
}

/** Stores a changed field. @throws BAD_REQUEST when another field has the same name */
export async function updateProfileField(tx: Tx, field: ProfileField): Promise<void> {
  const update = sql`
    update profile_fields set name = ${field.name}, name_key = ${nameKey(field.name)}, hint = ${field.hint},
           field_data = ${field.fieldData}, display_in_profile_summary = ${field.displayInProfileSummary},
           is_required = ${field.isRequired}, is_editable_by_user = ${field.isEditableByUser},
           is_used_for_matching = ${field.isUsedForMatching}
     where field_id = ${field.id}`;
  await tx.execute(update).catch(refuseTaken);
}

export async function isProfileFieldUsed(db: Queryable, fieldId: number): Promise<boolean> {
  const { used } = await db.one<{ used: boolean }>(
    sql`select exists (select from profile_values where field_id = ${fieldId}) as used`,
  );
  return used;
}

export async function deleteProfileField(tx: Tx, fieldId: number): Promise<boolean> {
  await tx.execute(sql`delete from profile_values where field_id = ${fieldId}`);
  return (await tx.execute(sql`delete from profile_fields where field_id = ${fieldId}`)) > 0;
}

/** Deletes people's values of a list field that are not one of the remaining options. Returns the IDs of these people. */
export async function deleteProfileChoices(
  tx: Tx,
  fieldId: number,
  kept: readonly string[],
): Promise<number[]> {
  const rows = await tx.many<{ user_id: UserId }>(sql`
    delete from profile_values where field_id = ${fieldId} and not value = any(${kept}::text[])
    returning user_id`);
  return rows.map((row) => row.user_id);
}

export async function orderProfileFields(tx: Tx, fieldIds: readonly number[]): Promise<void> {
  await tx.execute(sql`
    update profile_fields as f set position = o.position
      from unnest(${fieldIds}::int8[]) with ordinality as o (field_id, position)
     where f.field_id = o.field_id`);
}

/** Converts a violation of the unique index into BAD_REQUEST. Names are compared without case. */
function refuseTaken(error: unknown): never {
  if (uniqueViolation(error) === undefined) throw error;
  throw errors.badRequest('A field with that label already exists.');
}
