import { directPlace, type Store } from '@parley/client';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { t } from '../../i18n/index.ts';
import { parseRoute, placeOfNarrow } from '../../router/router.ts';
import { narrowTitle } from '../names.ts';

const selfId = 3;
const users = new Map([1, 2, 3, 4].map((user_id) => [user_id, { user_id, full_name: `Person ${user_id}` }]));
const store = { people: { users, selfId }, fields: new Map() } as unknown as Store;

const shownAt = (hash: string) => {
  const route = parseRoute(hash);
  if (route.view !== 'messages') throw new Error(`${hash} is no address of messages`);
  return { place: placeOfNarrow(route.narrow, selfId), title: narrowTitle(store, route.narrow) };
};

it('an address of a conversation means the same with and without the reader, in any order', () => {
  const others = fc.uniqueArray(fc.constantFrom(1, 2, 4), { maxLength: 3 });
  fc.assert(
    fc.property(others, fc.boolean(), fc.integer(), (ids, isNamed, seed) => {
      const named = [...ids, ...(isNamed || ids.length === 0 ? [selfId] : [])];
      const mixed = named.toSorted((one, other) => ((one * seed) % 7) - ((other * seed) % 7));
      const place = directPlace(ids, selfId);
      const plain = shownAt(`#narrow/dm/${place.userIds.join(',')}`);
      const shown = shownAt(`#narrow/dm/${mixed.join(',')}-group`);
      expect(shown.place).toEqual(place);
      expect(shown.title).toBe(plain.title);
      expect(shown.title.includes(t('yourself'))).toBe(ids.length === 0);
    }),
  );
});

it('an address with people whom nobody knows by number has a title, too', () => {
  expect(shownAt('#narrow/dm/anna').title).toBe('anna');
});
