/** Rules for custom profile fields (docs/api/organization.md#profile-fields). */
import type { CustomProfileField } from '@parley/api';
import { errors, errorText } from '@parley/core';
import type { ProfileFieldDraft } from '@parley/proto/useradmin/v1/organization';
import { inertLink, limits, refuseHidden } from '@parley/rules';
import { z } from 'zod';
import { isSafePattern, type KnownSite, knownSite } from './external-accounts.ts';

export type ProfileField = {
  id: number;
  type: number;
  name: string;
  hint: string;
  /** JSON for lists of options and for external accounts; empty for other types. */
  fieldData: string;
  displayInProfileSummary: boolean;
  isRequired: boolean;
  isEditableByUser: boolean;
  /** Whether clients find people by their value of the field, as they do by the name. */
  isUsedForMatching: boolean;
};

export const FIELD_TYPE = {
  shortText: 1,
  longText: 2,
  select: 3,
  date: 4,
  url: 5,
  user: 6,
  externalAccount: 7,
  pronouns: 8,
} as const;

/** The field types in the form of the register response (`POST /register`). */
export const profileFieldTypes = {
  SHORT_TEXT: { id: 1, name: 'Text (short)' },
  LONG_TEXT: { id: 2, name: 'Text (long)' },
  SELECT: { id: 3, name: 'List of options' },
  DATE: { id: 4, name: 'Date' },
  URL: { id: 5, name: 'Link' },
  USER: { id: 6, name: 'Users' },
  EXTERNAL_ACCOUNT: { id: 7, name: 'External account' },
  PRONOUNS: { id: 8, name: 'Pronouns' },
} as const;

export const profileFieldLimits = {
  count: 100,
  name: limits.profileFieldNameLength,
  hint: limits.profileFieldHintLength,
  inSummary: 2,
  choices: 200,
} as const;

/** Unsafe URL patterns of earlier releases become inert. @param index position of the field, beginning with 0 */
export const presentProfileField = (field: ProfileField, index: number): CustomProfileField => ({
  id: field.id,
  name: field.name,
  type: field.type,
  hint: field.hint,
  field_data: presentFieldData(field),
  order: index + 1,
  required: field.isRequired,
  editable_by_user: field.isEditableByUser,
  use_for_user_matching: field.isUsedForMatching,
  ...(field.displayInProfileSummary && { display_in_profile_summary: true }),
});

function presentFieldData({ type, fieldData }: ProfileField): string {
  if (type !== FIELD_TYPE.externalAccount) return fieldData;
  const { url_pattern: pattern, ...data } = externalSchema.parse(JSON.parse(fieldData));
  return pattern === undefined || isSafePattern(pattern)
    ? fieldData
    : JSON.stringify({ ...data, url_pattern: `${inertLink}#%(username)s` });
}

const choicesSchema = z.record(
  z.string().min(1).max(50),
  z.strictObject({ text: z.string().trim().min(1).max(50), order: z.string().max(10) }),
);
const externalSchema = z.strictObject({
  subtype: z.string().min(1).max(50),
  url_pattern: z.string().max(1000).optional(),
});

/** Returns the normalized field. @param others the other fields of the organization @throws BAD_REQUEST */
export function checkProfileField(field: ProfileField, others: readonly ProfileField[]): ProfileField {
  if (!Object.values<number>(FIELD_TYPE).includes(field.type)) throw errors.badRequest('Invalid field type.');
  const fieldData = checkFieldData(field.type, field.fieldData);
  // A field for accounts at a known site uses the site's name and hint, so that these are the same in every organization.
  const site = knownSiteOf(field.type, fieldData);
  const name = site?.name ?? field.name.trim();
  const hint = site?.hint ?? field.hint;
  if (name === '') throw errors.badRequest('Label cannot be blank.');
  refuseHidden(name, 'name');
  if ([...name].length > profileFieldLimits.name) {
    throw errors.badRequest(
      errorText('{parameter} is too long (limit: {limit} characters)', {
        parameter: 'name',
        limit: profileFieldLimits.name,
      }),
    );
  }
  if ([...hint].length > profileFieldLimits.hint) {
    throw errors.badRequest(
      errorText('{parameter} is too long (limit: {limit} characters)', {
        parameter: 'hint',
        limit: profileFieldLimits.hint,
      }),
    );
  }
  if (field.displayInProfileSummary) checkSummary(field.type, others);
  if (field.isUsedForMatching && !matchable.has(field.type)) {
    throw errors.badRequest('Field type not supported for user matching.');
  }
  return { ...field, name, hint, fieldData };
}

const matchable: ReadonlySet<number> = new Set([FIELD_TYPE.shortText, FIELD_TYPE.externalAccount]);

function checkSummary(type: number, others: readonly ProfileField[]): void {
  if (type === FIELD_TYPE.user) {
    throw errors.badRequest('Field type not supported for display in profile summary.');
  }
  if (others.filter((other) => other.displayInProfileSummary).length >= profileFieldLimits.inSummary) {
    throw errors.badRequest('Only 2 custom profile fields can be displayed in the profile summary.');
  }
}

/** Empty for types without data. @throws BAD_REQUEST */
function checkFieldData(type: number, given: string): string {
  if (type !== FIELD_TYPE.select && type !== FIELD_TYPE.externalAccount) return '';
  let data: unknown;
  try {
    data = JSON.parse(given === '' ? '{}' : given);
  } catch {
    throw errors.badRequest('field_data is not valid JSON');
  }
  return JSON.stringify(type === FIELD_TYPE.select ? checkChoices(data) : checkExternalAccount(data));
}

function checkChoices(data: unknown) {
  const parsed = choicesSchema.safeParse(data);
  if (!parsed.success) throw errors.badRequest('field_data is not a list of options');
  const choices = Object.values(parsed.data);
  if (choices.length === 0) throw errors.badRequest('Field must have at least one choice.');
  if (choices.length > profileFieldLimits.choices) throw errors.badRequest('Field has too many choices.');
  if (new Set(choices.map(({ text }) => text)).size < choices.length) {
    throw errors.badRequest('Field must not have duplicate choices.');
  }
  return parsed.data;
}

function checkExternalAccount(data: unknown) {
  const parsed = externalSchema.safeParse(data);
  if (!parsed.success) throw errors.badRequest('field_data is not an external account');
  const { subtype, url_pattern } = parsed.data;
  if (subtype !== 'custom') {
    if (!knownSite(subtype)) throw errors.badRequest('Invalid external account type');
    return { subtype };
  }
  if (url_pattern === undefined) throw errors.badRequest('Custom external account must define URL pattern');
  if (url_pattern.split('%(username)s').length !== 2)
    throw errors.badRequest("URL pattern must contain '%(username)s'.");
  if (!isSafePattern(url_pattern)) throw errors.badRequest('url_pattern is not a URL');
  return { subtype, url_pattern };
}

const knownSiteOf = (type: number, fieldData: string): KnownSite | undefined =>
  type === FIELD_TYPE.externalAccount ? knownSite(subtypeOf({ fieldData })) : undefined;

/** Returns the subtype of a field for external accounts: the name of a known site, or `custom`. */
export const subtypeOf = ({ fieldData }: Pick<ProfileField, 'fieldData'>): string =>
  externalSchema.parse(JSON.parse(fieldData)).subtype;

/** Returns the keys of the options of a list field. A person's value is one of these keys. */
export const choicesOf = (field: Pick<ProfileField, 'fieldData'>): string[] =>
  Object.keys(JSON.parse(field.fieldData) as object);

/** Returns the field data in a request as JSON, `null` for malformed data; undefined when the request contains none. */
function givenFieldData(draft: ProfileFieldDraft | undefined): string | undefined {
  if (!draft?.fieldData) return undefined;
  const { choices, externalAccount, isMalformed } = draft.fieldData;
  if (isMalformed) return 'null';
  if (!externalAccount) return JSON.stringify(choices);
  return JSON.stringify({ subtype: externalAccount.subtype, url_pattern: externalAccount.urlPattern });
}

/** Returns a field with the changes in a request. */
export function withDraft(field: ProfileField, draft: ProfileFieldDraft | undefined): ProfileField {
  return {
    ...field,
    name: draft?.name ?? field.name,
    hint: draft?.hint ?? field.hint,
    fieldData: givenFieldData(draft) ?? field.fieldData,
    displayInProfileSummary: draft?.displayInProfileSummary ?? field.displayInProfileSummary,
    isRequired: draft?.required ?? field.isRequired,
    isEditableByUser: draft?.editableByUser ?? field.isEditableByUser,
    isUsedForMatching: draft?.useForUserMatching ?? field.isUsedForMatching,
  };
}
