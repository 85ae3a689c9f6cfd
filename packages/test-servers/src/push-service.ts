import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReceivedPush = {
  // biome-ignore lint/suspicious/noExplicitAny: tests compare the content of messages
  content: any;
  headers: IncomingHttpHeaders;
  /** Claims of the token (VAPID, RFC 8292) by which the server identified itself. The signature of the token is valid. */
  claims: { aud: string; exp: number; sub: string };
};

/** A browser that is subscribed to pushes from the test push service. */
export type TestBrowser = {
  /** The subscription in the form that `PushSubscription.toJSON()` returns. */
  subscription: { endpoint: string; expirationTime: null; keys: { p256dh: string; auth: string } };
  received: ReceivedPush[];
  /** Answers to the next requests, in order. When the list is empty, the service answers with status 201. */
  answers: { status: number; headers?: Record<string, string> }[];
  /** Number of requests, including refused ones. */
  requests: number;
};

/** A local web push service (RFC 8030) with browsers that decrypt the messages they receive (RFC 8291). */
export type TestPushService = AsyncDisposable & {
  /** Host and port, such as `127.0.0.1:4000`. */
  host: string;
  /** @param publicKey the only server key (RFC 8292) that the browser accepts; undefined for every key */
  addBrowser(publicKey?: string): TestBrowser;
};
type Registered = TestBrowser & { decrypt(body: Buffer): string; publicKey: string | undefined };

function createBrowser(endpoint: string, publicKey: string | undefined): Registered {
  const ecdh = createECDH('prime256v1');
  const point = ecdh.generateKeys();
  const auth = randomBytes(16);
  const keys = { p256dh: point.toString('base64url'), auth: auth.toString('base64url') };
  return {
    subscription: { endpoint, expirationTime: null, keys },
    received: [],
    answers: [],
    requests: 0,
    publicKey,
    decrypt: (body) => decryptPush(body, ecdh.getPrivateKey(), auth),
  };
}

/** Returns the status with which a wrong request is refused; undefined for a right one. */
function problemOf({ method, headers }: IncomingMessage, body: Buffer): number | undefined {
  if (method !== 'POST') return 405;
  if (headers['content-encoding'] !== 'aes128gcm' || body.length > 4_096) return 413;
  const isRight =
    /^\d+$/.test(`${headers.ttl ?? ''}`) &&
    /^(?:very-low|low|normal|high)$/.test(`${headers.urgency ?? 'normal'}`) &&
    /^[\w-]{1,32}$/.test(`${headers.topic ?? 'none'}`);
  return isRight ? undefined : 400;
}

/** Starts a push service on this machine. It refuses wrong requests with the status of a real service. */
export async function startPushService(): Promise<TestPushService> {
  const browsers = new Map<string, Registered>();
  const server = createServer(async (request, response) => {
    const browser = browsers.get(request.url ?? '');
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
    if (!browser) return answer(response, 404);
    browser.requests++;
    const planned = browser.answers.shift();
    if (planned) return answer(response, planned.status, planned.headers);
    const { headers } = request;
    const problem = problemOf(request, body);
    if (problem !== undefined) return answer(response, problem);
    const claims = claimsOf(headers.authorization ?? '', browser.publicKey);
    if (claims?.aud !== `http://${headers.host}`) return answer(response, 403);
    const content = JSON.parse(browser.decrypt(body));
    browser.received.push({ content, headers, claims });
    answer(response, 201);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    addBrowser(publicKey) {
      const path = `/push/${randomBytes(16).toString('hex')}`;
      const browser = createBrowser(`http://${host}${path}`, publicKey);
      browsers.set(path, browser);
      return browser;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answer(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, headers).end();
}

/**
 * Returns the claims of the VAPID token in an `Authorization` header (RFC 8292, 3). Returns undefined when the header has another
 * form, when the token has expired or is valid for more than 24 hours, when its signature does not match its key, or when its key
 * is not `expectedKey`.
 */
function claimsOf(
  authorization: string,
  expectedKey: string | undefined,
): ReceivedPush['claims'] | undefined {
  const match = /^vapid t=([\w-]+\.[\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization);
  if (!match) return undefined;
  const [, text = '', signature = '', publicKey = ''] = match;
  if (expectedKey !== undefined && publicKey !== expectedKey) return undefined;
  const point = Buffer.from(publicKey, 'base64url');
  const x = point.toString('base64url', 1, 33);
  const y = point.toString('base64url', 33);
  const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
  const [header, claims] = text
    .split('.')
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
  const isValid = verify(
    'sha256',
    Buffer.from(text),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const nowSeconds = Date.now() / 1000;
  const isCurrent = claims.exp > nowSeconds && claims.exp <= nowSeconds + 24 * 3600;
  return isValid && isCurrent && header.alg === 'ES256' ? claims : undefined;
}

/** A single `aes128gcm` record (RFC 8188, 8291). @throws Error for several records or wrong keys */
export function decryptPush(body: Buffer, privateKey: Buffer, auth: Buffer): string {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(privateKey);
  const salt = body.subarray(0, 16);
  const senderKey = body.subarray(21, 21 + body.readUInt8(20));
  const record = body.subarray(21 + body.readUInt8(20));
  if (record.length > body.readUInt32BE(16)) throw new Error('more than one record');
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey]);
  const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(senderKey), auth, info, 32));
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = plain.findLastIndex((byte) => byte !== 0);
  if (plain[end] !== 2) throw new Error('not the last record');
  return plain.subarray(0, end).toString();
}
