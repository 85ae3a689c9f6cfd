import { ConfigError, readSignInFile, type SignInConfig } from '@parley/core';
import { type Finding, fail, ok, warn } from './finding.ts';

const check = 'sign_in.file';

/** Reads the file that configures sign-in methods in the same way as `user-admin`. Reports all errors and risks in it. */
export function judgeSignInFile(path: string | undefined, env: NodeJS.ProcessEnv): Finding[] {
  if (path === undefined) return [];
  try {
    const config = readSignInFile(path, env);
    const { oidc, saml, jwt, proxy, ldap } = config;
    const count = oidc.length + saml.length + jwt.length + (proxy ? 1 : 0) + (ldap ? 1 : 0);
    return [ok(check, `The file of sign-in methods names ${count} besides passwords.`), ...risks(config)];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const fix = 'Correct the file, docs/operations/sign-in.md; user-admin does not start with it.';
    return error.problems.map((problem) => fail(check, problem, fix));
  }
}

function risks({ password, oidc, proxy, ldap, scim }: SignInConfig): Finding[] {
  const found: Finding[] = [];
  const local = /^(localhost|127(\.\d+){3}|\[::1\])$/;
  if (ldap && !ldap.startTls && ldap.url.startsWith('ldap:') && !local.test(new URL(ldap.url).hostname)) {
    found.push(
      warn(
        'sign_in.ldap',
        'Passwords travel to the directory unencrypted.',
        'Use ldaps, or "startTls": true.',
      ),
    );
  }
  if (proxy && proxy.secret === undefined) {
    found.push(
      warn(
        'sign_in.proxy',
        'Whoever reaches the gateway through a named proxy can claim to be any person, unless the proxy removes the header.',
        'Set "secret", which only the proxy that authenticates people sends.',
      ),
    );
  }
  if (scim && scim.token.length < 32) {
    found.push(
      warn('sign_in.scim', 'The SCIM token is short enough to be guessed.', 'Use `openssl rand -hex 32`.'),
    );
  }
  for (const { id, trustEmail } of oidc) {
    if (!trustEmail) continue;
    const risk = `Addresses from ${id} count as verified, whatever the provider says.`;
    found.push(
      warn('sign_in.oidc', risk, 'Keep "trustEmail" only if people cannot change their address there.'),
    );
  }
  if (password && (oidc.length > 0 || ldap)) {
    found.push(
      warn(
        'sign_in.password',
        'People can still sign in with a password of this server.',
        'Set "password": false when everybody has an account at the provider.',
      ),
    );
  }
  return found;
}
