import { generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startJsonService } from './json-service.ts';

/** A push message as the service receives it. */
export type FcmMessage = {
  token: string;
  data: Record<string, string>;
  android: { priority: string; ttl: string };
};

/** HTTP v1. Its path `/token` issues OAuth access tokens to the service account. */
export type TestFcm = AsyncDisposable & {
  url: string;
  /** Path of the JSON file with the credentials of the service account. */
  credentialsFile: string;
  received: FcmMessage[];
  /** Device tokens for which the service answers that they are no longer registered. */
  dead: Set<string>;
  /** Errors that answer the next messages, in order. When the list is empty, the service answers as usual. */
  answers: { status: number; code?: string; headers?: Record<string, string> }[];
  /** Number of requests that send a message, including refused ones. */
  requests: number;
  accessTokens: number;
  /** Invalidates all access tokens. */
  expireAccess(): void;
};

const project = 'parley-test';
const account = 'pusher@parley-test.example';
const requiredScope = 'https://www.googleapis.com/auth/firebase.messaging';

const detailsOf = (errorCode: string) => [
  { '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode },
];

/** Returns whether a message has the types of data, the priority and the lifetime that the real service takes. */
const isValid = ({ data, android }: FcmMessage): boolean =>
  Object.values(data).every((value) => typeof value === 'string') &&
  /^(?:HIGH|NORMAL)$/.test(android.priority) &&
  /^\d+s$/.test(android.ttl);

/** Returns whether a form asks for an access token in the name of the account. */
function isAssertion(form: URLSearchParams, audience: string, publicKey: KeyObject): boolean {
  if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') return false;
  const [header, claims, signature] = (form.get('assertion') ?? '').split('.');
  const signed = Buffer.from(`${header}.${claims}`);
  if (!verify('RSA-SHA256', signed, publicKey, Buffer.from(signature ?? '', 'base64url'))) return false;
  const { iss, scope, aud, exp, iat } = JSON.parse(Buffer.from(claims ?? '', 'base64url').toString());
  const nowSeconds = Date.now() / 1000;
  return (
    iss === account && scope === requiredScope && aud === audience && exp - iat <= 3_600 && exp > nowSeconds
  );
}

const credentialsOf = (privateKey: KeyObject, url: string) => ({
  type: 'service_account',
  project_id: project,
  private_key_id: 'key1',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  client_email: account,
  token_uri: `${url}/token`,
});

/**
 * Starts the stand-in on this machine. It checks the access token, the types of the data, the priority, the lifetime and roughly
 * the size of a message, and refuses a wrong one with the status of the real service. The real service checks more.
 */
export async function startFcm(): Promise<TestFcm> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const valid = new Set<string>();
  const folder = mkdtempSync(join(tmpdir(), 'parley-fcm-'));
  const credentialsFile = join(folder, 'account.json');

  const site = await startJsonService(({ path, headers: given, text }, answer) => {
    const refuse = (status: number, code: string, headers?: Record<string, string>) =>
      answer(status, { error: { code: status, status: code, details: detailsOf(code) } }, headers);
    if (path === '/token') {
      const form = new URLSearchParams(text);
      if (!isAssertion(form, `${fcm.url}/token`, publicKey)) return answer(400, { error: 'invalid_grant' });
      fcm.accessTokens++;
      const token = `access-${fcm.accessTokens}`;
      valid.add(token);
      return answer(200, { access_token: token, expires_in: 3_599, token_type: 'Bearer' });
    }
    if (path !== `/v1/projects/${project}/messages:send`) return answer(404, {});
    fcm.requests++;
    if (!valid.has(given.authorization?.replace(/^Bearer /, '') ?? '')) {
      return refuse(401, 'UNAUTHENTICATED');
    }
    const planned = fcm.answers.shift();
    if (planned) return refuse(planned.status, planned.code ?? 'UNAVAILABLE', planned.headers);
    const { message } = JSON.parse(text) as { message: FcmMessage };
    if (!isValid(message) || text.length > 4_096 + 1_024) return refuse(400, 'INVALID_ARGUMENT');
    if (fcm.dead.has(message.token)) return refuse(404, 'UNREGISTERED');
    fcm.received.push(message);
    answer(200, { name: `projects/${project}/messages/${fcm.received.length}` });
  });

  const { url } = site;
  const credentials = credentialsOf(privateKey, url);
  writeFileSync(credentialsFile, JSON.stringify(credentials));
  const fcm: TestFcm = {
    url,
    credentialsFile,
    received: [],
    dead: new Set(),
    answers: [],
    requests: 0,
    accessTokens: 0,
    expireAccess: () => valid.clear(),
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return fcm;
}
