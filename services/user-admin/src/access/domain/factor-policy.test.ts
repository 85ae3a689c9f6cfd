import { roles } from '@parley/rules';
import { expect, it } from 'vitest';
import { missingFactor, requiresFactor } from './factor-policy.ts';

it.each([
  ['nobody', []],
  ['owners', ['owner']],
  ['administrators', ['owner', 'administrator']],
  ['moderators', ['owner', 'administrator', 'moderator']],
  ['members', ['owner', 'administrator', 'moderator', 'member']],
  ['everyone', ['owner', 'administrator', 'moderator', 'member', 'guest']],
] as const)(
  'a second factor that is required of "%s" is required of the roles %j',
  (require_second_factor, names) => {
    const required = Object.entries(roles).filter(([, role]) =>
      requiresFactor({ require_second_factor }, role),
    );
    expect(required.map(([name]) => name).sort()).toEqual([...names].sort());
  },
);

it('an enrolled second factor is always required after a password, and after a provider if the organization requires it', () => {
  const settings = { require_second_factor: 'nobody', second_factor_after_provider: false } as const;
  const person = { role: roles.member, hasFactor: true, isProvider: false };
  expect(missingFactor(settings, person)).toBe('proof');
  expect(missingFactor(settings, { ...person, isProvider: true })).toBe('nothing');
  const strict = { require_second_factor: 'members', second_factor_after_provider: true } as const;
  expect(missingFactor(strict, { ...person, isProvider: true })).toBe('proof');
  expect(missingFactor(strict, { ...person, hasFactor: false, isProvider: true })).toBe('enrolment');
  expect(missingFactor(strict, { ...person, hasFactor: false, role: roles.guest })).toBe('nothing');
});
