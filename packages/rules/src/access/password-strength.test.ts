import { expect, it } from 'vitest';
import { guessesFor, strengthOf } from './password-strength.ts';

const strength = (password: string, known: string[] = []) => strengthOf(guessesFor(password, known));

it.each([
  '12345678',
  '123456789012',
  'password1234',
  'Password123!',
  'qwertyuiop12',
  'iloveyou1234',
  'passwort1234',
  'hallohallohallo',
  'abcdefghijkl',
  'unbelievable',
  'aaaaaaaaaaaab',
])('%s is on the list of leaked passwords, or follows a pattern', (password) => {
  expect(strength(password)).toBe('weak');
});

it.each(['a fine password', 'another one!', 'correct horse battery staple', 'x7$kQ2m9!bLp'])(
  '%s is accepted',
  (password) => {
    expect(strength(password)).not.toBe('weak');
  },
);

it('knows what is known of the person', () => {
  expect(strength('wilhelmina.brandt', [])).not.toBe('weak');
  expect(strength('wilhelmina.brandt', ['wilhelmina.brandt@example.com'])).toBe('weak');
  expect(strength('WilhelminaBrandt', ['Wilhelmina Brandt'])).toBe('weak');
});

it('answers for the longest password and any characters', () => {
  for (const password of ['', 'a'.repeat(100), 'aA1!'.repeat(25), '😀'.repeat(50), '\0'.repeat(100)]) {
    expect(guessesFor(password, ['', '\0'])).toBeGreaterThanOrEqual(0);
  }
});
