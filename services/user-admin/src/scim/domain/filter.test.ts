import { describe, expect, it } from 'vitest';
import { matches, onlyEqual, parseFilter } from './filter.ts';

const anna = {
  id: '7',
  userName: 'Anna@a.example',
  active: true,
  name: { familyName: 'Ärmel' },
  emails: [
    { value: 'anna@a.example', type: 'work' },
    { value: 'anna@home.example', type: 'home' },
  ],
};

describe('a filter', () => {
  it.each([
    ['userName eq "anna@A.example"', true],
    ['USERNAME EQ "anna@a.example"', true],
    ['userName ne "anna@a.example"', false],
    ['id eq "7" and active eq true', true],
    ['id eq "8" or active eq true', true],
    ['id eq "8" or id eq "7" and active eq false', false],
    ['(id eq "8" or id eq "7") and active eq true', true],
    ['not (active eq true)', false],
    ['name.familyName co "rme"', true],
    ['nickName pr', false],
    ['emails pr and name.familyName pr', true],
    ['emails[type eq "home" and value ew "home.example"]', true],
    ['emails[type eq "home" and value ew "a.example"]', false],
    ['emails co "home.example"', true],
    ['emails.type eq "home"', true],
    ['nickName eq null', true],
    ['id ge "7" and id lt "8"', true],
    ['userName eq "a\\"b"', false],
  ])('%s matches: %s', (filter, expected) => {
    expect(matches(anna, parseFilter(filter))).toBe(expected);
  });

  it.each([
    '',
    'userName',
    'userName eq',
    'userName xx "a"',
    'userName eq a',
    '(userName pr',
    'userName pr)',
    'userName pr userName pr',
    'emails[type eq "a"',
    '"a" eq "b"',
    'a eq {"b":1}',
    `${'('.repeat(100)}a pr${')'.repeat(100)}`,
    `a eq "${'x'.repeat(5_000)}"`,
  ])('%s is refused', (filter) => {
    expect(() => parseFilter(filter)).toThrow(/filter/i);
  });

  it('that only looks up one attribute is recognized as such', () => {
    expect(onlyEqual(parseFilter('username eq "x"'), 'userName')).toBe('x');
    expect(onlyEqual(parseFilter('userName co "x"'), 'userName')).toBeUndefined();
    expect(onlyEqual(parseFilter('userName eq "x" and active eq true'), 'userName')).toBeUndefined();
  });
});
