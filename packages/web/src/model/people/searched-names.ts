import type { Store, User } from '@parley/client';

/**
 * Returns a function that returns the texts by which a person is found: the name, and the values of the profile fields that
 * administrators chose for it (`use_for_user_matching`).
 */
export function searchedNames({ fields }: Store): (user: User) => readonly string[] {
  const ids = (fields.get('custom_profile_fields') ?? [])
    .filter((field) => field.use_for_user_matching)
    .map(({ id }) => String(id));
  return ({ full_name, profile_data }) => [
    full_name,
    ...ids.flatMap((id) => {
      const value = profile_data?.[id]?.value;
      return typeof value === 'string' && value !== '' ? [value] : [];
    }),
  ];
}

/** Returns the lowest rank of several texts; undefined when none matches. */
export function bestRank(
  texts: readonly string[],
  rank: (text: string) => number | undefined,
): number | undefined {
  const ranks = texts.map(rank).filter((each) => each !== undefined);
  return ranks.length === 0 ? undefined : Math.min(...ranks);
}
