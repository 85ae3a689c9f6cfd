import { createDecipheriv } from 'node:crypto';
import { roles } from '@parley/rules';
import { describe, expect, it } from 'vitest';
import {
  decidedGroups,
  groupNames,
  isPad,
  localPath,
  padKey,
  roleFromGroups,
  sealTicket,
  usableName,
  withUserInfo,
} from './external-identity.ts';

it('a group of the provider determines the members of a user group, and several groups may map to one', () => {
  const wanted = { claim: 'groups', members: { sales: 'Sales', 'sales-eu': 'Sales', it: 'IT' } };
  expect(decidedGroups(['sales', 'other'], wanted)).toEqual(
    new Map([
      ['Sales', true],
      ['IT', false],
    ]),
  );
  expect(decidedGroups(['sales-eu'], wanted).get('Sales')).toBe(true);
  expect(decidedGroups([], wanted)).toEqual(
    new Map([
      ['Sales', false],
      ['IT', false],
    ]),
  );
  expect(decidedGroups(undefined, wanted).size).toBe(0);
  expect(decidedGroups(['sales'], { claim: 'groups' }).size).toBe(0);
});

describe('a role that groups of the provider determine', () => {
  const wanted = { claim: 'groups', admin: 'admins', moderator: 'mods' };
  it('is raised and lowered with the groups', () => {
    expect(roleFromGroups(roles.member, ['x', 'admins'], wanted)).toBe(roles.administrator);
    expect(roleFromGroups(roles.member, ['mods'], wanted)).toBe(roles.moderator);
    expect(roleFromGroups(roles.administrator, ['x'], wanted)).toBe(roles.member);
    expect(roleFromGroups(roles.moderator, [], wanted)).toBe(roles.member);
  });
  it('does not replace the role of owners and guests, and roles that no group determines', () => {
    expect(roleFromGroups(roles.owner, [], wanted)).toBe(roles.owner);
    expect(roleFromGroups(roles.guest, ['admins'], wanted)).toBe(roles.guest);
    expect(roleFromGroups(roles.moderator, [], { claim: 'groups', admin: 'admins' })).toBe(roles.moderator);
    expect(roleFromGroups(roles.administrator, undefined, wanted)).toBe(roles.administrator);
    expect(roleFromGroups(roles.administrator, [], undefined)).toBe(roles.administrator);
  });
});

it('groups are read from a text or a list', () => {
  expect(groupNames('a')).toEqual(['a']);
  expect(groupNames(['a', 7, 'b'])).toEqual(['a', 'b']);
  expect(groupNames(undefined)).toBeUndefined();
});

it('any name is converted to a valid one', () => {
  expect(usableName(' Zoë Müller ', 'zoe@a.example')).toBe('Zoë Müller');
  expect(usableName('Anna "Ann" <b>', 'anna@a.example')).toBe('Anna  Ann   b');
  expect(usableName('', 'anna@a.example')).toBe('anna');
});

it('a sign-in redirects only to paths of this server', () => {
  const to = (given: string) => localPath(given, 'https://chat.example');
  expect(to('/inbox?x=1#narrow/dm')).toBe('/inbox?x=1#narrow/dm');
  for (const given of [
    '',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    '/a\r\nset-cookie: x',
    ' /inbox',
  ])
    expect(to(given)).toBe('/');
});

describe('the transfer of a sign-in to a client', () => {
  const pad = '0f'.repeat(32);
  it('gives a mobile client its key, encrypted with a one-time pad', () => {
    const apiKey = 'abcdefghijklmnopqrstuvwxyz012345';
    const padded = padKey(apiKey, pad);
    const bytes = Buffer.from(padded, 'hex').map((byte) => byte ^ 0x0f);
    expect(Buffer.from(bytes).toString()).toBe(apiKey);
  });
  it('gives a desktop client a ticket that its key alone opens', () => {
    const sealed = Buffer.from(sealTicket('a-ticket', pad), 'hex');
    const decipher = createDecipheriv(
      'aes-256-gcm',
      Buffer.from(pad, 'hex'),
      sealed.subarray(0, 12),
    ).setAuthTag(sealed.subarray(-16));
    expect(decipher.update(sealed.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')).toBe(
      'a-ticket',
    );
  });
  it('accepts only pads of 64 digits', () => {
    expect(isPad(pad)).toBe(true);
    for (const text of ['', 'zz'.repeat(32), pad.slice(1), `${pad}0`]) expect(isPad(text)).toBe(false);
  });
});

describe('claims of the userinfo endpoint', () => {
  const token = { sub: 'p', email: 'p@test.example' };
  it('complete the ID token, and never replace its claims', () => {
    const more = { email: 'p@test.example', email_verified: true, name: 'Other', groups: ['x'] };
    expect(withUserInfo({ ...token, name: 'P' }, more, 'email')).toEqual({
      ...token,
      name: 'P',
      groups: ['x'],
      email_verified: true,
    });
    expect(withUserInfo({ ...token, email_verified: false }, more, 'email').email_verified).toBe(false);
    expect(withUserInfo({ sub: 'p' }, more, 'email')).toMatchObject({ email_verified: true });
  });

  it('verify no other address than that of the sign-in', () => {
    const verified = (given: object, more: object) =>
      withUserInfo({ ...given }, { ...more }, 'email').email_verified;
    expect(verified(token, { email: 'q@test.example', email_verified: true })).toBeUndefined();
    expect(verified(token, { email_verified: true })).toBeUndefined();
    expect(verified({ sub: 'p', email_verified: true }, { email: 'q@test.example' })).toBeUndefined();
  });
});
