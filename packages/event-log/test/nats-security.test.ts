import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, nkeys } from '@nats-io/transport-node';
import { type NatsSecurity, processNatsSecurity } from '@parley/core';
import { ensureNatsServer, freePort } from '@parley/embedded';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { natsOptions } from '../src/index.ts';

// These certificates are valid for a hundred years. The private key of the certificate authority was destroyed.
const certificate = (name: string) => join(import.meta.dirname, 'certificates', `${name}.pem`);
const tls = (verify: boolean) =>
  `tls { cert_file: "${certificate('server-cert')}", key_file: "${certificate('server-key')}",
    ca_file: "${certificate('ca')}", verify: ${verify} }`;

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'parley-nats-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Starts a NATS server with this configuration. */
async function serve(name: string, configuration: string) {
  const { path } = await ensureNatsServer();
  const port = await freePort();
  const file = join(dir, `${name}.conf`);
  writeFileSync(file, `listen: "127.0.0.1:${port}"\n${configuration}\n`);
  const child = spawn(path, ['-c', file], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return {
    host: `127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

const using = (security: Partial<NatsSecurity>): NatsSecurity => ({ ...processNatsSecurity(), ...security });
const ca = using({ caFile: certificate('ca') });

/**
 * Connects when the server listens. Returns `connected`, or the message of the error when the connection is rejected. Tries again,
 * a few times, when the server closed the connection before its reason was read.
 */
async function attempt(url: string, security: NatsSecurity): Promise<string> {
  let closedEarly = 0;
  for (;;) {
    try {
      const nats = await connect({ ...natsOptions(url, security), reconnect: false, timeout: 30_000 });
      await nats.flush();
      await nats.close();
      return 'connected';
    } catch (error) {
      const { message, cause } = error as Error & { cause?: Error };
      const reason = `${message} ${cause?.message ?? ''}`;
      if (/ECONNREFUSED|connection refused/i.test(reason)) continue;
      if (/EPIPE|ECONNRESET/i.test(reason) && ++closedEarly < 10) continue;
      return reason;
    }
  }
}

describe('a connection to a tls:// URL', () => {
  it('refuses a server that offers no TLS, instead of sending it the password', async () => {
    await using server = await serve('clear', 'authorization { user: u, password: p }');
    expect(await attempt(`nats://u:p@${server.host}`, using({}))).toBe('connected');
    expect(await attempt(`tls://u:p@${server.host}`, using({}))).toMatch(/does not support 'tls'/);
    expect(await attempt(`nats://u:p@${server.host}`, ca)).toMatch(/does not support 'tls'/);
  });

  it('accepts a server whose certificate the given authority has signed, and no other', async () => {
    await using server = await serve('tls', `${tls(false)}\nauthorization { user: u, password: p }`);
    expect(await attempt(`tls://u:p@${server.host}`, ca)).toBe('connected');
    expect(await attempt(`tls://u:p@${server.host}`, using({}))).toMatch(/certificate/);
  });

  it('presents a client certificate where the server verifies clients', async () => {
    await using server = await serve('verified', tls(true));
    const client = { certFile: certificate('client-cert'), keyFile: certificate('client-key') };
    expect(await attempt(`tls://${server.host}`, { ...ca, ...client })).toBe('connected');
    expect(await attempt(`tls://${server.host}`, ca)).not.toBe('connected');
  });
});

describe('a connection without a password in the URL', () => {
  it('signs in with an NKey from a file', async () => {
    const [known, strange] = [nkeys.createUser(), nkeys.createUser()];
    const fileOf = (name: string, key: typeof known) => {
      const file = join(dir, `${name}.nk`);
      writeFileSync(file, `${Buffer.from(key.getSeed()).toString()}\n`);
      return using({ nkeyFile: file });
    };
    await using server = await serve('nkey', `authorization { users: [{ nkey: ${known.getPublicKey()} }] }`);
    expect(await attempt(`nats://${server.host}`, fileOf('known', known))).toBe('connected');
    expect(await attempt(`nats://${server.host}`, fileOf('strange', strange))).toMatch(/authorization/i);
  });

  it('signs in with the JWT of a credentials file, which is read again at each connect', async () => {
    const [operator, account, user] = [nkeys.createOperator(), nkeys.createAccount(), nkeys.createUser()];
    const issue = (issuer: typeof operator, subject: typeof operator, nats: object) => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const claims = {
        jti: 'test',
        iat: 1_700_000_000,
        iss: issuer.getPublicKey(),
        sub: subject.getPublicKey(),
        name: 'test',
        nats: { version: 2, ...nats },
      };
      const signed = `${part({ typ: 'JWT', alg: 'ed25519-nkey' })}.${part(claims)}`;
      return `${signed}.${Buffer.from(issuer.sign(Buffer.from(signed))).toString('base64url')}`;
    };
    const unlimited = { subs: -1, data: -1, payload: -1 };
    const limits = { ...unlimited, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 };
    const operatorJwt = issue(operator, operator, { type: 'operator' });
    const accountJwt = issue(operator, account, { type: 'account', limits });
    const userJwt = issue(account, user, { type: 'user', ...unlimited, pub: {}, sub: {} });
    await using server = await serve(
      'jwt',
      `operator: ${operatorJwt}\nresolver: MEMORY\nresolver_preload: { ${account.getPublicKey()}: ${accountJwt} }`,
    );
    const credsFile = join(dir, 'parley.creds');
    const write = (jwt: string) =>
      writeFileSync(
        credsFile,
        `-----BEGIN NATS USER JWT-----\n${jwt}\n------END NATS USER JWT------\n\n` +
          `-----BEGIN USER NKEY SEED-----\n${Buffer.from(user.getSeed()).toString()}\n------END USER NKEY SEED------\n`,
      );
    const options = using({ credsFile });
    write(issue(operator, user, { type: 'user', ...unlimited, pub: {}, sub: {} })); // signed by the operator, not by an account
    expect(await attempt(`nats://${server.host}`, options)).toMatch(/authorization/i);
    write(userJwt);
    expect(await attempt(`nats://${server.host}`, options)).toBe('connected');
  });
});
