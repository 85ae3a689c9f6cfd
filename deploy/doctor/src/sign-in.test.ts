import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { judgeSignInFile } from './sign-in.ts';

it('names every fault and every risk in the file of sign-in methods', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-doctor-sign-in-'));
  const judge = (content: object) => {
    writeFileSync(join(folder, 'sign-in.json'), JSON.stringify(content));
    return judgeSignInFile(join(folder, 'sign-in.json'), {}).map(({ state, check }) => `${state} ${check}`);
  };
  const company = { id: 'company', name: 'Company', issuer: 'https://id.example.com', clientId: 'parley' };
  const directory = { url: 'ldap://directory.example.com', baseDn: 'dc=example' };
  try {
    expect(judgeSignInFile(undefined, {})).toEqual([]);
    expect(judge({ password: false, oidc: [company] })).toEqual(['ok sign_in.file']);
    expect(
      judge({
        oidc: [{ ...company, trustEmail: true }],
        ldap: directory,
        scim: { token: 'short-token' },
        proxy: { name: 'Proxy', proxies: ['10.0.0.5'] },
      }),
    ).toEqual([
      'ok sign_in.file',
      'warn sign_in.ldap',
      'warn sign_in.proxy',
      'warn sign_in.scim',
      'warn sign_in.oidc',
      'warn sign_in.password',
    ]);
    expect(judge({ oidc: [{ ...company, issuer: 'x' }, { id: '' }] })).toEqual(
      expect.arrayContaining(['fail sign_in.file', 'fail sign_in.file']),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
