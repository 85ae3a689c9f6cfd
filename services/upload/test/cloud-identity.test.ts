import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '@parley/core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadServiceConfig } from '../src/config.ts';
import { newBlobKey } from '../src/storage/blob-key.ts';
import { type CloudIdentity, temporaryKeys } from '../src/storage/cloud-identity.ts';
import { S3Store } from '../src/storage/s3-store.ts';
import { startS3, type TestS3 } from './s3.ts';

const minutes = 60_000;
let folder: string;
let tokenFile: string;
let s3: TestS3;
/** A fake of Amazon's token service and of the agent on a node. */
let server: Server;
let url: string;
let lifetimeMs = 60 * minutes;
let isAway = false;
let requests: { method: string; authorization: string | undefined; body: URLSearchParams }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-identity-'));
  tokenFile = join(folder, 'token');
  await writeFile(tokenFile, 'first\n');
  s3 = await startS3();
  server = createServer((request, response) => {
    void textOf(request).then((text) => {
      const { method = '', headers } = request;
      requests.push({ method, authorization: headers.authorization, body: new URLSearchParams(text) });
      const expiration = new Date(Date.now() + lifetimeMs).toISOString();
      if (isAway) response.writeHead(500).end('<Error><Code>InternalFailure</Code></Error>');
      else if (method === 'POST') response.end(xml(`T${requests.length}`, expiration));
      else
        response.end(
          JSON.stringify({
            AccessKeyId: 'S3RVER',
            SecretAccessKey: 'S3RVER',
            Token: `T${requests.length}`,
            Expiration: expiration,
          }),
        );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterEach(() => {
  [requests, isAway, lifetimeMs] = [[], false, 60 * minutes];
});

afterAll(async () => {
  server.close();
  await s3[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

const xml = (token: string, expiration: string) =>
  `<AssumeRoleWithWebIdentityResponse><AssumeRoleWithWebIdentityResult><Credentials>
     <AccessKeyId>S3RVER</AccessKeyId><SecretAccessKey>S3RVER</SecretAccessKey>
     <SessionToken>${token}</SessionToken><Expiration>${expiration}</Expiration>
   </Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`;

const kinds: [string, () => CloudIdentity][] = [
  ['a token service', () => ({ kind: 'webIdentity', roleArn: 'arn:role', tokenFile, endpoint: url })],
  ['an agent of the node', () => ({ kind: 'agent', url, tokenFile })],
];

describe.each(kinds)('keys from %s', (_kind, identity) => {
  it('open the store, and are requested once', async () => {
    const { endpoint, bucket, region } = s3.options;
    const store = new S3Store({ endpoint, bucket, region, identity: identity() });
    await Promise.all([store.check(), store.check()]);
    const key = newBlobKey();
    const writer = await store.open(key);
    await writer.write(Buffer.from('abc'));
    await writer.commit();
    let text = '';
    for await (const chunk of store.read(key, 0, 3)) text += Buffer.from(chunk).toString();
    expect(text).toBe('abc');
    expect(requests).toHaveLength(1);
  });

  it('are requested with the current token of the file', async () => {
    const shown = ({ authorization, body }: (typeof requests)[0]) =>
      authorization ?? body.get('WebIdentityToken');
    await temporaryKeys(identity())();
    await writeFile(tokenFile, 'second\n');
    await temporaryKeys(identity())();
    await writeFile(tokenFile, 'first\n');
    expect(requests.map(shown)).toEqual(['first', 'second']);
  });

  it('are renewed before they expire, and stay in use until then if the renewal fails', async () => {
    let now = Date.now();
    const keys = temporaryKeys(identity(), () => now);
    const first = await keys();
    now += 49 * minutes;
    expect(await keys()).toEqual(first);
    expect(requests).toHaveLength(1);
    isAway = true;
    now += 2 * minutes;
    expect(await keys()).toEqual(first);
    await expect.poll(() => requests.length).toBe(2);
    // After the failure, the next call does not request new keys at once.
    expect(await keys()).toEqual(first);
    now += 10 * minutes;
    await expect(keys()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    isAway = false;
    expect((await keys()).sessionToken).not.toBe(first.sessionToken);
  });
});

describe('the configuration', () => {
  const base = {
    PARLEY_RPC_SECRET: 'a-secret-of-services',
    PARLEY_SECRET_KEY: 'a-secret-key-of-32-characters-or-more',
    PARLEY_NATS_URL: 'nats://127.0.0.1:4222',
    PARLEY_MESSAGING_ADDRESSES: '127.0.0.1:9000',
    PARLEY_UPLOAD_DATABASE_URL: 'postgres://parley@127.0.0.1/parley',
    PARLEY_UPLOAD_S3_ENDPOINT: 'https://s3.eu-central-1.amazonaws.com',
    PARLEY_UPLOAD_S3_REGION: 'eu-central-1',
  };

  it('uses the variables that EKS sets, when there are no keys', () => {
    const webIdentity = { AWS_ROLE_ARN: 'arn:role', AWS_WEB_IDENTITY_TOKEN_FILE: '/token' };
    expect(loadServiceConfig({ ...base, ...webIdentity }).storage).toMatchObject({
      identity: {
        kind: 'webIdentity',
        roleArn: 'arn:role',
        endpoint: 'https://sts.eu-central-1.amazonaws.com/',
      },
    });
    const agent = {
      AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://169.254.170.23/v1/credentials',
      AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: '/token',
    };
    expect(loadServiceConfig({ ...base, ...agent }).storage).toMatchObject({ identity: { kind: 'agent' } });
    const keys = { PARLEY_UPLOAD_S3_ACCESS_KEY_ID: 'id', PARLEY_UPLOAD_S3_SECRET_ACCESS_KEY: 'key' };
    expect(loadServiceConfig({ ...base, ...webIdentity, ...keys }).storage).toMatchObject({
      accessKeyId: 'id',
    });
  });

  it('refuses a store without keys and without an identity', () => {
    expect(() => loadServiceConfig(base)).toThrow(ConfigError);
    expect(() => loadServiceConfig(base)).toThrow(/PARLEY_UPLOAD_S3_ACCESS_KEY_ID is missing/);
  });
});
