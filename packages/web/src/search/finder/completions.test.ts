import type { Store } from '@parley/client';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { operatorTexts, parseSearch } from '../filters/operators.ts';
import { channelToSearch, completionsOf, isTypingOperand } from './completions.ts';

const person = (user_id: number, full_name: string, is_active = true, is_bot = false) => ({
  user_id,
  is_bot,
  full_name,
  email: `user${user_id}@a.test`,
  delivery_email: null,
  is_active,
});
const people = [
  person(9, 'Bot of builds', true, true),
  person(1, 'Me Myself'),
  person(2, 'Bob Roe'),
  person(3, 'Bo Roe'),
  person(4, 'Bob Gone', false),
];
const store = {
  people: { selfId: 1, users: new Map(people.map((each) => [each.user_id, each])) },
  channels: {
    channels: new Map([
      [7, { stream_id: 7, name: 'design' }],
      [8, { stream_id: 8, name: 'old design' }],
    ]),
  },
  topics: { ofChannel: new Map([[7, [{ name: 'air travel' }, { name: 'logo' }]]]) },
  unread: { places: new Map() },
  messages: { known: new Map() },
} as unknown as Store;

const texts = (text: string) => completionsOf(text, store).map((each) => each.text);

describe('while a search is typed', () => {
  it('offers all operators, those that begin so, and none after a whole word', () => {
    expect(texts('')).toEqual(operatorTexts.map(([name]) => `${name}:`));
    expect(texts('red -f')).toEqual(['red -from:', 'red -filetype:']);
    expect(texts('-n')).toEqual([]);
    expect(texts('red ')).toEqual([]);
  });

  it('offers people who are there, channels, topics of the channel, and keywords', () => {
    expect(texts('from:bo')).toEqual(['from:"Bob Roe" ', 'from:"Bo Roe" ', 'from:"Bot of builds" ']);
    expect(texts('from:')[0]).toBe('from:me ');
    expect(texts('red in:des')).toEqual(['red in:design ', 'red in:"old design" ']);
    expect(texts('in:design topic:"air')).toEqual(['in:design topic:"air travel" ']);
    expect(texts('during:last')).toEqual(['during:"last week" ', 'during:"last month" ']);
    expect(texts('-has:li')).toEqual(['-has:link ']);
    expect(texts('filetype:p')).toEqual(['filetype:pdf ', 'filetype:presentation ']);
  });

  it('completes other names of operators to the usual ones', () => {
    expect(texts('channel:des')).toEqual(['in:design ', 'in:"old design" ']);
    expect(texts('sender:bob')).toEqual(['from:"Bob Roe" ']);
  });

  it('knows whether an operand is being typed, and in which channel', () => {
    expect(isTypingOperand('red from:b')).toBe(true);
    expect(isTypingOperand('red from')).toBe(false);
    expect(isTypingOperand('https://a')).toBe(false);
    expect(channelToSearch('in:design topic:', store)).toBe(7);
    expect(channelToSearch('topic:', store)).toBeUndefined();
  });

  it('completes to texts that the parser reads, and keeps what stands before', () => {
    const begun = fc.constantFrom(
      '',
      'from:',
      'in:',
      'topic:',
      'has:',
      '-is:',
      'during:l',
      'dm:b',
      'filetype:',
      'wit',
    );
    fc.assert(
      fc.property(fc.constantFrom('', 'red ', 'has:link ', '"a b" '), begun, (before, last) => {
        for (const { text } of completionsOf(`${before}${last}`, store)) {
          expect(text.startsWith(before)).toBe(true);
          if (text.endsWith(':')) continue;
          const narrow = parseSearch(text, store);
          expect(narrow.length).toBe(parseSearch(before, store).length + 1);
          expect(narrow.some(({ operator }) => operator === 'search')).toBe(/red|"a b"/.test(before));
        }
      }),
    );
  });
});
