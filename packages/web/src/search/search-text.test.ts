import type { Narrow, Store } from '@parley/client';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseSearch } from './filters/operators.ts';
import { searchText } from './search-text.ts';

const storeOf = (names: readonly string[], channelNames: readonly string[]) =>
  ({
    people: {
      selfId: 1,
      users: new Map(
        names.map((full_name, index) => [
          index + 1,
          { user_id: index + 1, full_name, email: `user${index + 1}@a.test`, delivery_email: null },
        ]),
      ),
    },
    channels: {
      channels: new Map(channelNames.map((name, index) => [index + 1, { stream_id: index + 1, name }])),
    },
  }) as unknown as Store;

const strange = fc.string({
  unit: fc.constantFrom('a', 'A', '"', '\\\\', ' ', ',', ':', '-', '2', 'ß', '文'),
});
const trimmed = strange.map((text) => text.trim());
// Names of people contain no quotation marks.
const personName = trimmed.map((text) => text.replaceAll('"', '').trim()).filter((text) => text !== '');
const id = fc.integer({ min: 1, max: 6 });
const term = fc.oneof(
  fc.record({ operator: fc.constantFrom('sender', 'mentions', 'channel'), operand: id }),
  fc.record({ operator: fc.constantFrom('dm', 'dm-including'), operand: id.map((one) => [one]) }),
  fc.record({
    operator: fc.constant('dm'),
    operand: fc.uniqueArray(id, { minLength: 2 }).map((ids) => ids.sort((one, other) => one - other)),
  }),
  fc.record({ operator: fc.constant('topic'), operand: trimmed }),
  fc.record({ operator: fc.constant('in'), operand: fc.constantFrom('home', 'all') }),
  fc.record({
    operator: fc.constantFrom('before', 'after', 'during'),
    operand: fc.constantFrom('2026-05-01', 'last week'),
  }),
);

it('means the same filter when it is read again, whatever people, channels and topics are called', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(personName, fc.constantFrom('Sam Same', 'sam same', 'me', '2')), {
        minLength: 6,
        maxLength: 6,
      }),
      fc.uniqueArray(
        fc.oneof(
          trimmed.filter((text) => text !== ''),
          fc.constantFrom('home', 'all', 'me'),
        ),
        {
          maxLength: 5,
          selector: (name) => name.toLowerCase(),
        },
      ),
      fc.array(term, { maxLength: 4 }),
      (people, channels, narrow) => {
        const store = storeOf(people, channels);
        const text = searchText(narrow as Narrow, store);
        expect(parseSearch(text, store), text).toEqual(narrow);
      },
    ),
  );
});

it('tells people of the same name apart by their addresses', () => {
  const store = storeOf(['Sam Same', 'Sam Same', 'Roe, Jane'], []);
  expect(searchText([{ operator: 'sender', operand: 2 }], store)).toBe('from:user2@a.test');
  expect(searchText([{ operator: 'dm', operand: [3] }], store)).toBe('dm:user3@a.test');
  expect(parseSearch('sender:"Sam Same"', store)).toEqual([{ operator: 'sender', operand: 1 }]);
});
