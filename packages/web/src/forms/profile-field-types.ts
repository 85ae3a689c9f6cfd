import type { CustomProfileField } from '@parley/client';

/** Types of profile fields (docs/api/organization.md#profile-fields). */
export const fieldTypes = {
  shortText: 1,
  longText: 2,
  select: 3,
  date: 4,
  url: 5,
  user: 6,
  externalAccount: 7,
  pronouns: 8,
} as const;

export type FieldChoice = { readonly key: string; readonly text: string };

type StoredChoices = Readonly<Record<string, { readonly text: string; readonly order: string }>>;

/** Returns the options of a select field in display order; empty for other types. */
export function choicesOf(field: Pick<CustomProfileField, 'type' | 'field_data'> | undefined): FieldChoice[] {
  if (field?.type !== fieldTypes.select) return [];
  try {
    const stored = JSON.parse(field.field_data || '{}') as StoredChoices;
    return Object.entries(stored)
      .sort(([, one], [, other]) => Number(one.order) - Number(other.order))
      .map(([key, { text }]) => ({ key, text }));
  } catch {
    return [];
  }
}

/**
 * Returns options in the format in which the server stores them. An option with unchanged text keeps its key, because people's
 * profiles store the key.
 */
export function choicesData(texts: readonly string[], before: readonly FieldChoice[]): StoredChoices {
  const keyOf = new Map(before.map(({ key, text }) => [text, key]));
  let next = Math.max(-1, ...before.map(({ key }) => Number(key)).filter(Number.isFinite)) + 1;
  const entries = texts.map((text, index) => [
    keyOf.get(text) ?? String(next++),
    { text, order: String(index + 1) },
  ]);
  return Object.fromEntries(entries);
}
