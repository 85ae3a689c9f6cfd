import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NameIndex } from './name-index.ts';

const named = (names: readonly string[]) => names.map((name) => ({ item: name, names: [name] }));

it('finds the best names first, and those that are used often before others that match as well', () => {
  const index = new NameIndex(named(['design old', 'design', 'redesign', 'design new']), (name) =>
    name === 'design new' ? 5 : 0,
  );
  expect(index.find('design', 3).map(({ item }) => item)).toEqual(['design', 'design new', 'design old']);
});

it('finds by other names, which count less and mark nothing', () => {
  const index = new NameIndex([
    { item: 1, names: ['Anna', 'Berta'] },
    { item: 2, names: ['Berta'] },
  ]);
  expect(index.find('berta', 5).map(({ item, match }) => [item, match !== undefined])).toEqual([
    [2, true],
    [1, false],
  ]);
});

it('finds only what the shown name says, if asked', () => {
  const index = new NameIndex([
    { item: 'VPN', names: ['VPN', 'infrastructure VPN'] },
    { item: 'invoices', names: ['invoices', 'support invoices'] },
  ]);
  expect(index.find('inv', 5).map(({ item }) => item)).toEqual(['invoices', 'VPN']);
  expect(index.find('inv', 5, true).map(({ item }) => item)).toEqual(['invoices']);
});

it('finds the same while one types as for the whole text at once', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' ', '-'), maxLength: 8 });
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 20 }), fc.array(letters, { maxLength: 4 }), (names, typed) => {
      const index = new NameIndex(named(names));
      let text = '';
      for (const part of typed) {
        text += part;
        expect(index.find(text, 5)).toEqual(new NameIndex(named(names)).find(text, 5));
      }
      // Another text begins anew.
      expect(index.find('a', 5)).toEqual(new NameIndex(named(names)).find('a', 5));
    }),
  );
});

it('looks at few of 5,300 names when a text gets longer', () => {
  const syllables = ['ba', 'ce', 'di', 'fo', 'gu', 'ka', 'le', 'mi', 'no', 'pu'];
  const nameOf = (n: number) => Array.from(String(n), (digit) => syllables[Number(digit)]).join('');
  const index = new NameIndex(named(Array.from({ length: 5_300 }, (_, n) => nameOf(n + 10_000))));
  index.find('c', 8);
  expect(index.examined).toBe(5_300);
  index.find('ceku', 8);
  index.find('cekupu', 8);
  expect(index.examined).toBeLessThan(600);
});
