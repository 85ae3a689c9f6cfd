import type { Store } from '@parley/client';
import { describe, expect, it } from 'vitest';
import { operandWords, operatorTexts, parseSearch, searchedWords } from './operators.ts';

const store = {
  people: {
    selfId: 1,
    users: new Map([
      [1, { user_id: 1, full_name: 'Me Myself', email: 'me@a.test', delivery_email: null }],
      [2, { user_id: 2, full_name: 'Bob Roe', email: 'bob@a.test', delivery_email: null }],
    ]),
  },
  channels: { channels: new Map([[7, { stream_id: 7, name: 'Design' }]]) },
} as unknown as Store;
const parse = (text: string) => parseSearch(text, store);

describe('a search', () => {
  it('has operators whose operand is a message ID', () => {
    expect(parse('with:12 near:34 noodles')).toEqual([
      { operator: 'with', operand: 12 },
      { operator: 'near', operand: 34 },
      { operator: 'search', operand: 'noodles' },
    ]);
    expect(parse('near:tomorrow')).toEqual([]);
  });

  it('negates only operators that the server can negate', () => {
    expect(parse('-has:link')).toEqual([{ operator: 'has', operand: 'link', negated: true }]);
    expect(parse('-near:34')).toEqual([{ operator: 'search', operand: '-near:34' }]);
  });

  it('accepts other names of operators', () => {
    expect(parse('streams:public subject:lunch sender:me channel:design')).toEqual([
      { operator: 'channels', operand: 'public' },
      { operator: 'topic', operand: 'lunch' },
      { operator: 'sender', operand: 'me' },
      { operator: 'channel', operand: 7 },
    ]);
  });

  it('reads dates in numbers', () => {
    expect(parse('before:01.05.2026 -during:"1. 5. 2026"')).toEqual([
      { operator: 'before', operand: '2026-05-01' },
      { operator: 'during', operand: '2026-05-01', negated: true },
    ]);
  });

  it('knows people, channels, days and kinds of files', () => {
    expect(
      parse(
        'from:me in:design before:2026-05-01 after:yesterday during:"last week" filetype:pdf mentions:me',
      ),
    ).toEqual([
      { operator: 'sender', operand: 'me' },
      { operator: 'channel', operand: 7 },
      { operator: 'before', operand: '2026-05-01' },
      { operator: 'after', operand: 'yesterday' },
      { operator: 'during', operand: 'last week' },
      { operator: 'filetype', operand: 'pdf' },
      { operator: 'mentions', operand: 'me' },
    ]);
    expect(parse('from:"bob roe" -in:7 in:home in:all in:nowhere in:"home"')).toEqual([
      { operator: 'sender', operand: 2 },
      { operator: 'channel', operand: 7, negated: true },
      { operator: 'in', operand: 'home' },
      { operator: 'in', operand: 'all' },
      { operator: 'channel', operand: 'nowhere' },
      { operator: 'channel', operand: 'home' },
    ]);
  });

  it('leaves quotes, alternatives and minus signs of words to the server', () => {
    const words = 'red OR blue -green -"dark yellow" "light  grey"';
    expect(parse(`${words} has:link`)).toEqual([
      { operator: 'has', operand: 'link' },
      { operator: 'search', operand: words },
    ]);
    expect(parse('-"has:link here"')).toEqual([{ operator: 'search', operand: '-"has:link here"' }]);
    expect(searchedWords(parse('red has:link car'))).toBe('red car');
  });

  it('takes words with a colon that is no operator as words', () => {
    expect(parse('https://parley.example constructor:me __proto__:1')).toEqual([
      { operator: 'search', operand: 'https://parley.example constructor:me __proto__:1' },
    ]);
  });
});

it('offers keywords only of operators that exist', () => {
  const names = new Set(operatorTexts.map(([name]) => name));
  expect(Object.keys(operandWords).filter((name) => !names.has(name))).toEqual([]);
});
