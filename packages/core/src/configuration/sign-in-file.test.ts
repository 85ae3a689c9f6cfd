import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError } from './config.ts';
import { readSignInFile } from './sign-in-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-sign-in-'));
afterAll(() => rmSync(folder, { recursive: true }));

const path = join(folder, 'sign-in.yaml');
function read(content: string | object, env: NodeJS.ProcessEnv = {}) {
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return readSignInFile(path, env);
}

function problems(content: string | object, env: NodeJS.ProcessEnv = {}): string[] {
  try {
    read(content, env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map((problem) => problem.replace(`PARLEY_SIGN_IN_FILE ${path}: `, ''));
  }
  return [];
}

const company = {
  id: 'company',
  name: 'Company',
  issuer: 'https://id.example.com',
  clientId: 'parley',
  clientSecret: 'secret',
};

describe('portals and reverse proxies in the file of sign-in methods', () => {
  const portal = {
    id: 'portal',
    name: 'Portal',
    loginUrl: 'https://portal.example.com/chat',
    issuer: 'https://portal.example.com',
    secret: 'a-secret-of-at-least-32-characters',
  };

  it('are read with default values', () => {
    const file = read({
      password: false,
      jwt: [portal],
      proxy: { name: 'Company', proxies: ['10.0.0.0/24', '::1'] },
    });
    expect(file).toMatchObject({
      jwt: [{ id: 'portal', apiKeys: false, trustEmail: true, clockSkewSeconds: 30 }],
      proxy: { id: 'sso', userHeader: 'X-Remote-User', secretHeader: 'X-Proxy-Secret', createAccounts: true },
    });
  });

  it('are refused with every fault when they are invalid', () => {
    const { secret: _, ...keyless } = portal;
    const text = problems({
      jwt: [
        keyless,
        { ...portal, id: 'short', secret: 'short' },
        { ...portal, id: 'two', jwksUrl: 'https://a.example' },
      ],
      proxy: {
        name: 'Company',
        proxies: ['example.com', '10.0.0.0/33'],
        userHeader: 'Cookie',
        secret: 'short',
      },
    }).join('\n');
    expect(text).toContain('jwt[0]: exactly one of secret, publicKeyFile and jwksUrl is required');
    expect(text).toContain('jwt[1].secret: must have at least 32 characters');
    expect(text).toContain('jwt[2]: exactly one of');
    expect(text).toContain('proxy.proxies[0]: must be an address or a network');
    expect(text).toContain('proxy.proxies[1]: must be an address or a network');
    expect(text).toContain('proxy.userHeader: is a header of clients');
    expect(text).toContain('proxy.secret: must have at least 16 characters');
    expect(problems({ proxy: { name: 'Company', proxies: [] } }).join()).toContain(
      'must name at least one address',
    );
  });
});

describe('the file of sign-in methods', () => {
  it('is read as JSON and as YAML, with secrets from the environment', () => {
    writeFileSync(join(folder, 'corp.xml'), '<metadata/>');
    const whole = {
      password: true,
      oidc: [
        {
          ...company,
          scopes: ['openid', 'email', 'profile'],
          groups: { claim: 'groups', admin: 'chat-admins' },
        },
      ],
      saml: [
        {
          id: 'corp',
          name: 'Corp',
          metadataFile: 'corp.xml',
          attributes: { email: 'mail', name: 'displayName' },
        },
      ],
      ldap: {
        url: 'ldap://127.0.0.1:3890',
        bindDn: 'cn=admin',
        bindPassword: 'admin',
        baseDn: 'dc=example',
        userFilter: '(mail={login})',
      },
      scim: { token: 'a-long-enough-token' },
    };
    const read1 = read(whole);
    expect(read1).toMatchObject({
      password: true,
      oidc: [{ id: 'company', clientSecret: 'secret', groups: { admin: 'chat-admins' }, trustEmail: false }],
      saml: [{ id: 'corp', metadataFile: '<metadata/>', attributes: { email: 'mail', name: 'displayName' } }],
      ldap: { baseDn: 'dc=example', userFilter: '(mail={login})', startTls: false },
      scim: { token: 'a-long-enough-token' },
    });
    const yaml = `
password: false
oidc:
  - id: company
    name: Company
    issuer: https://id.example.com
    clientId: parley
    clientSecret: { env: COMPANY_SECRET }
`;
    expect(read(yaml, { COMPANY_SECRET: 'from outside' })).toMatchObject({
      password: false,
      oidc: [{ clientSecret: 'from outside', scopes: ['openid', 'email', 'profile'] }],
    });
    expect(read('')).toEqual({ password: true, oidc: [], saml: [], jwt: [] });
  });

  it('names every fault with its position in the file, and never a value', () => {
    const found = problems(
      {
        oidc: [
          { ...company, issuer: 'http://id.example.com', clientSecret: { env: 'NOT_SET' } },
          { ...company, clientId: undefined, colour: 'red' },
        ],
        saml: [{ id: 'corp', name: 'Corp', metadataFile: 'missing.xml' }],
        ldap: { url: 'http://directory', baseDn: 'dc=example', userFilter: '(uid=*)' },
        scim: { token: 'short' },
      },
      {},
    );
    expect(found).toEqual(
      expect.arrayContaining([
        'oidc[0].issuer: must be a URL with https (http is accepted only for this machine).',
        'oidc[0].clientSecret: the variable NOT_SET is not set.',
        expect.stringMatching(/^oidc\[1\]\.clientId: /),
        'oidc[1].colour: there is no such setting.',
        'saml[0].metadataFile: the file missing.xml cannot be read.',
        'ldap.url: must be a URL (ldap, ldaps).',
        'ldap.userFilter: must contain {login}.',
        'scim.token: must have at least 8 characters.',
      ]),
    );
    expect(found.join()).not.toContain('short');
    expect(problems({ oidc: [company, company] })).toEqual(['oidc: two providers have the same id.']);
    expect(problems({ password: false })).toEqual([
      'the file: password is false, and there is no other way to sign in.',
    ]);
    expect(problems('password: true\noidc: [')).toEqual([
      expect.stringMatching(/^line \d is not valid JSON or YAML\.$/),
    ]);
  });

  it('accepts http only for providers on this machine', () => {
    for (const issuer of ['http://127.0.0.1:8080/realms/a', 'http://localhost:1', 'http://[::1]:1']) {
      expect(problems({ oidc: [{ ...company, issuer }] })).toEqual([]);
    }
    for (const issuer of ['http://127.0.0.1.example.com', 'http://localhost.example.com', 'ftp://a', 'x']) {
      expect(problems({ oidc: [{ ...company, issuer }] })).toHaveLength(1);
    }
  });

  it('explains why the file cannot be read', () => {
    expect(() => readSignInFile(join(folder, 'absent.yaml'), {})).toThrow(/cannot be read \(ENOENT\)/);
  });
});
