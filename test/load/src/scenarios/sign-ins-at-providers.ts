import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cluster } from '@parley/test-kit';
import { LdapStandIn, OidcStandIn } from '@parley/test-servers';
import { Pool } from 'undici';
import type { Bench } from '../bench.ts';
import type { Figure } from '../report.ts';
import {
  addressOf,
  besideSends,
  type Phase,
  peopleCount,
  type SignIn,
  warmUp,
} from '../sign-ins-beside-sends.ts';
import { passwordSignIn } from './sign-ins.ts';

const perSecond = 50;
/** Delay that a provider on the internet typically adds to a sign-in, in milliseconds. */
const usualDelayMs = 200;
const password = 'directory-secret';
/** Number of answers of the directory per sign-in: to two binds and two searches. */
const answersOfDirectory = 4;
const never = Number.POSITIVE_INFINITY;

/** Environment variables of a cluster whose sign-ins are measured. */
export const signInEnv = {
  // Lets sign-ins come from many addresses, because the rate limit applies to each address.
  PARLEY_GATEWAY_TRUSTED_PROXIES: '127.0.0.1',
  // Uses the limits of production.
  PARLEY_GATEWAY_TARGET_MS: '150',
  PARLEY_GATEWAY_MAX_LAG_MS: '300',
};

/**
 * Measures how messages are sent while many people sign in with OpenID Connect. The provider first answers with a usual delay,
 * then never, and then again.
 */
export async function signInsOidc(say: Bench['say']): Promise<Figure[]> {
  const provider = await OidcStandIn.start();
  const atProvider = new Pool(provider.issuer, { connections: 64 });
  for (let person = 0; person < peopleCount; person++) {
    const email = emailOf(person);
    provider.people.set(email, { sub: email, email, email_verified: true, name: `Person ${person}` });
  }
  const signIn: SignIn = async (pool, turn) => {
    const headers = addressOf(turn);
    const begun = await pool.request({
      method: 'GET',
      path: '/accounts/login/social/oidc/company',
      headers,
    });
    if (begun.statusCode !== 302 && begun.statusCode !== 303) return begun;
    await begun.body.dump();
    const asked = new URL(String(begun.headers.location));
    asked.searchParams.set('login_hint', emailOf(turn % peopleCount));
    const answered = await atProvider.request({ method: 'GET', path: asked.pathname + asked.search });
    await answered.body.dump();
    const { pathname, search } = new URL(String(answered.headers.location));
    const [cookie] = [begun.headers['set-cookie'] ?? ''].flat();
    return pool.request({
      method: 'GET',
      path: pathname + search,
      headers: { ...headers, cookie: cookie!.split(';')[0]! },
      headersTimeout: 60_000,
    });
  };
  const file = {
    oidc: [
      {
        id: 'company',
        name: 'Company',
        issuer: provider.issuer,
        clientId: 'parley',
        clientSecret: 'client-secret',
      },
    ],
  };
  const phase = (name: string, delayMs: number): Phase => ({
    name: `OpenID Connect, ${name}`,
    sorts: `with OpenID Connect, provider ${name}`,
    perSecond,
    signIn,
    hasAim: true,
    success: 303,
    namesRetry: false,
    begin: () => {
      provider.delayMs = delayMs;
    },
  });
  try {
    return await measure(say, { file, signIn, success: 303 }, [
      phase(`answers after ${usualDelayMs} ms`, usualDelayMs),
      phase('never answers', never),
      phase('answers again', usualDelayMs),
    ]);
  } finally {
    await atProvider.destroy();
    provider.stop();
  }
}

/**
 * Measures how messages are sent while many people sign in with LDAP. The directory first answers with a usual delay, then
 * never, and then again.
 */
export async function signInsLdap(say: Bench['say']): Promise<Figure[]> {
  const entryOf = (email: string) => ({
    dn: `uid=${email},ou=people,dc=test`,
    password,
    attributes: { entryUUID: [`uuid of ${email}`], mail: [email], cn: [`Name of ${email}`] },
  });
  const emails = Array.from({ length: peopleCount }, (_, person) => emailOf(person));
  const reader = { dn: 'cn=reader,dc=test', password: 'reader-secret', attributes: {} };
  const directory = await LdapStandIn.start([reader, ...emails.map(entryOf)], { key: '', cert: '' });
  const signIn = passwordSignIn((person) => ({ username: emailOf(person), password }));
  const ldap = {
    url: `ldap://127.0.0.1:${directory.port}`,
    bindDn: 'cn=reader,dc=test',
    bindPassword: 'reader-secret',
    baseDn: 'ou=people,dc=test',
    userFilter: '(mail={login})',
    groups: { claim: 'cn', admin: 'chat-admins' },
  };
  const phase = (name: string, delayMs: number): Phase => ({
    name: `LDAP, ${name}`,
    sorts: `with LDAP, and an argon2 hash because passwords of this server are permitted, too; directory ${name}`,
    perSecond,
    signIn,
    hasAim: true,
    success: 200,
    namesRetry: false,
    begin: () => {
      directory.delayMs = delayMs;
    },
  });
  const delayMs = usualDelayMs / answersOfDirectory;
  try {
    return await measure(say, { file: { ldap }, signIn, success: 200 }, [
      phase(`answers after ${answersOfDirectory} × ${delayMs} ms`, delayMs),
      phase('never answers', never),
      phase('answers again', delayMs),
    ]);
  } finally {
    directory.stop();
  }
}

const emailOf = (person: number) => `company-${person}@test.example`;

type Measured = {
  /** Content of the file that configures sign-in methods. */
  file: object;
  signIn: SignIn;
  /** HTTP status of a successful sign-in. */
  success: number;
};

/** Starts a cluster with these sign-in methods, signs each person in once as a warm-up, and measures. */
async function measure(
  say: Bench['say'],
  { file, signIn, success }: Measured,
  phases: readonly Phase[],
): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-load-sign-in-'));
  const path = join(folder, 'sign-in.json');
  writeFileSync(path, JSON.stringify(file));
  try {
    say('Starting every service as a process, with an identity provider');
    await using cluster = await Cluster.start({ env: { ...signInEnv, PARLEY_SIGN_IN_FILE: path } });
    const { organization } = cluster;
    const { sender } = await organization.add('sender');
    await warmUp(cluster.url, signIn, success);
    return await besideSends({ cluster, organization, sender, say } as Bench, phases);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
