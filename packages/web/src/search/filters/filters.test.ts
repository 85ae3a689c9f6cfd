import type { Narrow, Store } from '@parley/client';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchText } from '../search-text.ts';
import {
  between,
  daysOf,
  type Filter,
  facetsOf,
  hasWantedType,
  isOn,
  kindOfFile,
  placesOfFiles,
  toggled,
  withWords,
} from './filters.ts';
import { parseSearch } from './operators.ts';

const store = {
  people: {
    selfId: 1,
    users: new Map([[2, { user_id: 2, full_name: 'Bob Roe', email: 'bob@a.test', delivery_email: null }]]),
  },
  channels: { channels: new Map([[7, { stream_id: 7, name: 'design' }]]) },
} as unknown as Store;

const words = { operator: 'search', operand: 'red car' };

describe('a filter', () => {
  it('is an operator of the text, before the words', () => {
    const narrow = toggled(toggled([words], { operator: 'sender', operand: 2 }), {
      operator: 'channel',
      operand: 7,
    });
    expect(searchText(narrow, store)).toBe('from:"Bob Roe" in:design red car');
  });

  it('replaces another one of its kind, and leaves the others', () => {
    const from = (narrow: string, filter: Filter) =>
      searchText(toggled(parseSearch(narrow, store), filter), store);
    expect(from('from:me has:link red', { operator: 'sender', operand: 2 })).toBe(
      'has:link from:"Bob Roe" red',
    );
    expect(from('in:design topic:logo red', { operator: 'is', operand: 'dm' })).toBe('is:dm red');
    expect(from('is:dm is:starred red', { operator: 'channel', operand: 7 })).toBe(
      'is:starred in:design red',
    );
    expect(from('after:yesterday red', { operator: 'during', operand: 'last week' })).toBe(
      'during:"last week" red',
    );
    expect(from('-from:me red', { operator: 'sender', operand: 2 })).toBe('-from:me from:"Bob Roe" red');
    expect(from('has:link red', { operator: 'has', operand: 'image' })).toBe('has:link has:image red');
  });

  const filter = fc.constantFrom<Filter>(
    { operator: 'sender', operand: 2 },
    { operator: 'sender', operand: 'me' },
    { operator: 'channel', operand: 7 },
    { operator: 'is', operand: 'dm' },
    { operator: 'has', operand: 'link' },
    { operator: 'during', operand: 'last week' },
    { operator: 'filetype', operand: 'pdf' },
  );

  it('is on after it was chosen, off after it was chosen again, and always what the text says', () => {
    fc.assert(
      fc.property(fc.array(filter), filter, (before, chosen) => {
        const narrow = before.reduce<Narrow>(toggled, [words]);
        const after = toggled(narrow, chosen);
        expect(isOn(after, chosen)).toBe(!isOn(narrow, chosen));
        expect(parseSearch(searchText(after, store), store)).toEqual(after);
        expect(isOn(toggled(after, chosen), chosen)).toBe(!isOn(after, chosen));
      }),
    );
  });
});

it('writes days of fields so that they belong to the search, and reads them again', () => {
  const narrow = between([words], '2026-03-01', '2026-12-31');
  expect(searchText(narrow, store)).toBe('after:2026-02-28 before:2027-01-01 red car');
  expect(daysOf(narrow)).toEqual({ from: '2026-03-01', to: '2026-12-31' });
  expect(between(narrow, '', '')).toEqual([words]);
  expect(daysOf(parseSearch('after:yesterday', store))).toEqual({ from: '', to: '' });
});

it('has other words, or none', () => {
  expect(withWords(parseSearch('red from:me car', store), ' blue ')).toEqual([
    { operator: 'sender', operand: 'me' },
    { operator: 'search', operand: 'blue' },
  ]);
  expect(withWords([words], ' ')).toEqual([]);
});

it('counts senders and channels, the most first, and at most as many as wanted', () => {
  const messages = [
    { sender_id: 1, stream_id: 7 },
    { sender_id: 2, stream_id: 7 },
    { sender_id: 2, stream_id: 8 },
    { sender_id: 3 },
  ];
  expect(facetsOf(messages, 2)).toEqual({
    senders: [
      { id: 2, count: 2 },
      { id: 1, count: 1 },
    ],
    channels: [
      { id: 7, count: 2 },
      { id: 8, count: 1 },
    ],
    directs: 1,
  });
});

it('knows kinds of files by their endings', () => {
  expect(kindOfFile('a.b/Report.PDF')).toBe('document');
  expect(kindOfFile('Makefile')).toBeUndefined();
  const fits = (name: string, text: string) => hasWantedType(name, parseSearch(text, store));
  expect(fits('plan.pdf', 'filetype:pdf')).toBe(true);
  expect(fits('plan.pdf', 'filetype:documents plan')).toBe(true);
  expect(fits('plan.pdf', 'filetype:image')).toBe(false);
  expect(fits('plan.pdf', '-filetype:.pdf')).toBe(false);
  expect(placesOfFiles(parseSearch('red from:me filetype:pdf near:3 during:today', store))).toEqual([
    { operator: 'sender', operand: 'me' },
    { operator: 'during', operand: 'today' },
  ]);
});
