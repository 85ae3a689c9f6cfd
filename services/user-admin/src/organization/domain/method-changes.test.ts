import { describe, expect, it } from 'vitest';
import { changedMethods } from './method-changes.ts';

const signInMethods = {
  password: true,
  ldap: true,
  providers: [{ kind: 'oidc' as const, id: 'company', name: 'Company' }],
};
const change = (
  given: Record<string, boolean>,
  stored: Record<string, boolean> = { Email: true },
  usable = ['Email', 'oidc:company'],
  configured = signInMethods,
) => changedMethods(given, stored, { signInMethods: configured, usable: new Set(usable) });

describe('a change of the sign-in methods', () => {
  it('switches the methods that it names, and keeps the others', () => {
    expect(change({ 'oidc:company': false })).toEqual({ Email: true, 'oidc:company': false });
    expect(change({ LDAP: false }, { Email: false, 'saml:former': false })).toEqual({
      Email: false,
      LDAP: false,
      'saml:former': false,
    });
  });

  it('may name methods that this server does not have as off, but not as on', () => {
    expect(change({ GitHub: false, LDAP: true })).toEqual({ Email: true, LDAP: true });
    expect(() => change({ GitHub: true })).toThrow('There is no sign-in method');
  });

  it('keeps at least one method with which an owner can sign in', () => {
    expect(() => change({ Email: false, LDAP: false, 'oidc:company': false })).toThrow('At least one');
    expect(() => change({ Email: false, LDAP: false }, {}, ['Email'])).toThrow('No owner');
    expect(() => change({ 'oidc:company': false }, {}, ['oidc:company'])).toThrow('No owner');
    expect(change({ Email: false }, {}, ['LDAP'])).toEqual({ Email: false });
    // A way that the configuration file forbids does not count as a way to sign in.
    const forbidden = { ...signInMethods, password: false };
    expect(() => change({ 'oidc:company': false }, {}, ['Email'], forbidden)).toThrow('No owner');
  });

  it('that only switches methods on is always accepted', () => {
    expect(change({ LDAP: true }, { Email: true, LDAP: false }, [])).toEqual({ Email: true, LDAP: true });
  });
});
