import { expect, it } from 'vitest';
import { changesOf, type LdapAccount, planSync } from './plan-sync.ts';

const entry = (name: string, more = {}) => ({
  subject: `id-${name}`,
  email: `${name}@a.example`,
  fullName: name,
  ...more,
});
const account = (name: string, more: Partial<LdapAccount> = {}): LdapAccount => ({
  userId: name.length,
  email: `${name}@a.example`,
  fullName: name,
  isActive: true,
  subject: `id-${name}`,
  isAbsent: false,
  ...more,
});
const kinds = (...args: Parameters<typeof planSync>) => planSync(...args).steps.map(({ kind }) => kind);
const options = { createAccounts: true };

it('creates, links, changes, and deactivates accounts', () => {
  expect(kinds([entry('a')], [], options)).toEqual(['create']);
  expect(kinds([entry('a')], [], { createAccounts: false })).toEqual([]);
  expect(kinds([entry('a')], [account('a', { subject: null })], options)).toEqual(['link']);
  expect(kinds([entry('a', { fullName: 'Other' })], [account('a')], options)).toEqual(['change']);
  expect(kinds([entry('a', { email: 'b@a.example' })], [account('a')], options)).toEqual(['change']);
  expect(kinds([], [account('a')], options)).toEqual(['deactivate']);
  const same = planSync([entry('a'), entry('a')], [account('a')], options);
  expect(same).toMatchObject({ steps: [], unchanged: 1, linked: 1 });
});

it('does not change people who are not in the directory, and does not reactivate people whom an administrator deactivated', () => {
  expect(kinds([], [account('a', { subject: null })], options)).toEqual([]);
  expect(kinds([entry('a')], [account('a', { isActive: false })], options)).toEqual([]);
  expect(kinds([entry('a')], [account('a', { isActive: false, isAbsent: true })], options)).toEqual([
    'reactivate',
  ]);
});

it('reports an entry without an address, and deactivates the account of a removed entry instead of giving it to a new entry with the same address', () => {
  const { steps, problems } = planSync(
    [entry('a', { email: '' }), entry('b', { subject: 'successor' })],
    [account('b', { subject: 'predecessor' })],
    options,
  );
  expect(problems).toHaveLength(2);
  expect(steps).toEqual([{ kind: 'deactivate', userId: 1, email: 'b@a.example' }]);
});

it('does not change a full name that was extended to make it unique', () => {
  expect(changesOf(entry('Anna'), { email: 'anna@A.example', fullName: 'Anna (anna)' })).toEqual({});
});
