import type { Store } from '@parley/client';
import { describe, expect, it } from 'vitest';
import { mentionOf } from '../../model/people/references.ts';
import { mentionsIn, problemOf } from './mentions.ts';

const user = (user_id: number, full_name: string, is_active = true) => ({ user_id, full_name, is_active });
const users = [
  user(1, 'Ann'),
  user(2, 'Bob'),
  user(3, 'Bob'),
  user(4, 'Jane Roe | Sales'),
  user(5, 'Gone', false),
  user(6, 'all'),
];
const group = (id: number, name: string, more = {}) => ({
  id,
  name,
  is_system_group: false,
  deactivated: false,
  ...more,
});
const store = {
  people: { users: new Map(users.map((each) => [each.user_id, each])) },
  groups: {
    groups: new Map(
      [
        group(20, 'painters'),
        group(21, 'role:members', { is_system_group: true }),
        group(22, 'old', { deactivated: true }),
        group(23, 'a*b'),
      ].map((each) => [each.id, each]),
    ),
  },
} as unknown as Store;

describe('mentions in a text', () => {
  it.each([
    ['hi @**Ann** and @_**Bob|2**, @*painters*', ['@**Ann**', '@_**Bob|2**', '@*painters*']],
    ['twice @**Ann** @**Ann**', ['@**Ann**']],
    ['a mail: x@**Ann**', []],
    ['資料を@**Ann**さんへ', ['@**Ann**']],
    ['not finished: @**Ann', []],
    ['escaped \\@**Ann**, but \\\\@**Bob**', ['@**Bob**']],
    ['`@**Ann**` ``@**Bob**``', []],
    ['```\n@**Ann**\n```\n@**Bob**', ['@**Bob**']],
    ['````quote\n```\n@**Ann**\n```\n````\nno', []],
    ['> @**Ann**\n@**Bob**', ['@**Bob**']],
    ['~~~\n@**Ann**', []],
  ])('%j', (text, found) => expect(mentionsIn(text)).toEqual(found));
});

describe('a mention', () => {
  it.each([
    ['@**Ann**', undefined],
    ['@**ann**', 'nobody'],
    ['@**Bob**', 'several'],
    ['@**Bob|2**', undefined],
    ['@**Bob|9**', 'nobody'],
    ['@**Bobby|2**', 'nobody'],
    ['@**|2**', undefined],
    ['@_**Nobody**', 'nobody'],
    ['@**Jane Roe | Sales**', undefined],
    ['@**Jane Roe | Sales|4**', undefined],
    ['@**Gone**', 'nobody'],
    ['@**Gone|5**', undefined],
    ['@**all**', undefined],
    ['@**topic**', undefined],
    ['@*painters*', undefined],
    ['@*Painters*', 'nobody'],
    ['@*role:members*', 'nobody'],
    ['@*old*', 'nobody'],
    ['@*|23*', undefined],
    ['@*|99*', 'nobody'],
  ])('%s', (mention, problem) => expect(problemOf(store, mention)).toBe(problem));

  it('that the client writes mentions the person, whoever else has the name', () => {
    for (const { user_id: id } of users) {
      expect(problemOf(store, mentionOf(store, id)), mentionOf(store, id)).toBeUndefined();
    }
    expect(mentionOf(store, 1)).toBe('@**Ann**');
    expect(mentionOf(store, 2, true)).toBe('@_**Bob|2**');
    expect(mentionOf(store, 5)).toBe('@**Gone|5**');
    expect(mentionOf(store, 6)).toBe('@**all|6**');
  });
});
