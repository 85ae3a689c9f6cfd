import { Store, type User } from '@parley/client';
import { expect, it } from 'vitest';
import { bestRank, searchedNames } from './searched-names.ts';

const field = (id: number, use_for_user_matching: boolean) => ({
  id,
  type: 1,
  name: `field ${id}`,
  use_for_user_matching,
});
const value = (text: string) => ({ value: text });

it('finds people by their names, and by the fields that administrators chose', () => {
  const store = new Store();
  store.load({ user_id: 1, custom_profile_fields: [field(1, true), field(2, false)] } as never);
  const ann = { full_name: 'Ann', profile_data: { 1: value('Nina'), 2: value('Secret') } } as unknown as User;
  const namesOf = searchedNames(store);
  expect(namesOf(ann)).toEqual(['Ann', 'Nina']);
  expect(namesOf({ full_name: 'Bob' } as User)).toEqual(['Bob']);
});

it('ranks a person by the text that fits best', () => {
  const rank = (text: string) => (text.startsWith('a') ? 0 : text.includes('a') ? 2 : undefined);
  expect(bestRank(['ba', 'ab'], rank)).toBe(0);
  expect(bestRank(['b', 'c'], rank)).toBeUndefined();
});
