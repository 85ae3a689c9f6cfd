import { createPublicKey, generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import {
  createSecureServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { chunksOf, portOf } from '@parley/core';

/** A push notification as the phone receives it. */
export type ApnsNotification = {
  token: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests compare the content of notifications
  payload: any;
  headers: Record<string, string>;
};

/** A local stand-in for Apple's push notification service (APNs): HTTP/2 over TLS, with token-based authentication. */
export type TestApns = AsyncDisposable & {
  url: string;
  /** Path of the file (`.p8`) with the private key of the provider, which is the server that sends notifications. */
  keyFile: string;
  keyId: string;
  teamId: string;
  topic: string;
  received: ApnsNotification[];
  /** Answers to the next notifications, in order. When the list is empty, the service answers as usual. */
  answers: { status: number; reason: string; timestamp?: number; headers?: Record<string, string> }[];
  /** Number of connections since the start. */
  connections: number;
  /** All authentication tokens that providers have sent. */
  providerTokens: Set<string>;
  /** Sends GOAWAY on all connections, as the real service does before maintenance. */
  goAway(): void;
  /** Whether the service leaves all further requests unanswered. */
  isSilent: boolean;
};

const certificates = join(import.meta.dirname, '../certificates');

/** Starts the stand-in on this machine. Until the stand-in is disposed, this process trusts the stand-in's certificate. */
export async function startApns(topic = 'org.example.app'): Promise<TestApns> {
  const { verifier, folder, keyFile } = createKey();
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, readFileSync(join(certificates, 'authority.pem'), 'utf8')]);
  const server = createSecureServer({
    key: readFileSync(join(certificates, 'key.pem')),
    cert: readFileSync(join(certificates, 'certificate.pem')),
  });
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', (session) => {
    apns.connections++;
    sessions.add(session);
    session.on('close', () => sessions.delete(session)).on('error', () => undefined);
  });
  server.on('stream', (stream, headers) => answer(stream, headers, apns, verifier));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const apns: TestApns = {
    url: `https://127.0.0.1:${portOf(server)}`,
    keyFile,
    keyId: 'KEY1234567',
    teamId: 'TEAM123456',
    topic,
    received: [],
    answers: [],
    connections: 0,
    providerTokens: new Set(),
    isSilent: false,
    goAway() {
      for (const session of sessions) session.goaway();
    },
    async [Symbol.asyncDispose]() {
      setDefaultCACertificates(trusted);
      for (const session of sessions) session.destroy();
      server.close();
      await once(server, 'close');
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return apns;
}

/** Creates the key of the provider, and stores it in a file of a new folder. */
function createKey(): { verifier: KeyObject; folder: string; keyFile: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const folder = mkdtempSync(join(tmpdir(), 'parley-apns-'));
  const keyFile = join(folder, 'AuthKey.p8');
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const verifier = createPublicKey(publicKey.export({ type: 'spki', format: 'pem' }));
  return { verifier, folder, keyFile };
}

/** Answers a request as the real service does: it keeps a valid one, and says what is wrong with another. */
async function answer(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  apns: TestApns,
  verifier: KeyObject,
): Promise<void> {
  stream.on('error', () => undefined);
  const body = Buffer.concat(await Array.fromAsync(chunksOf(stream)));
  if (apns.isSilent) return;
  const refuse = (status: number, reason: string, more: object = {}, others: Record<string, string> = {}) => {
    stream.respond({ ':status': status, ...others });
    stream.end(JSON.stringify({ reason, ...more }));
  };
  const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const provider = given.authorization?.replace(/^bearer /, '') ?? '';
  if (!isProvider(provider, apns, verifier)) return refuse(403, 'InvalidProviderToken');
  apns.providerTokens.add(provider);
  const planned = apns.answers.shift();
  if (planned) {
    const more = planned.timestamp === undefined ? {} : { timestamp: planned.timestamp };
    return refuse(planned.status, planned.reason, more, planned.headers);
  }
  const token = /^\/3\/device\/([\da-f]+)$/.exec(given[':path'] ?? '')?.[1];
  if (token === undefined) return refuse(400, 'BadDeviceToken');
  const wrong = faults.find(({ isIn }) => isIn(given, apns));
  if (wrong) return refuse(400, wrong.reason);
  if (body.length > 4_096) return refuse(413, 'PayloadTooLarge');
  apns.received.push({ token, payload: JSON.parse(body.toString()), headers: given });
  stream.respond({ ':status': 200, 'apns-id': String(apns.received.length) });
  stream.end();
}

/** What may be wrong with the headers of a request, in the order of the checks. */
const faults: readonly {
  reason: string;
  isIn: (given: Record<string, string>, apns: TestApns) => boolean;
}[] = [
  { reason: 'BadTopic', isIn: (given, { topic }) => given['apns-topic'] !== topic },
  {
    reason: 'InvalidPushType',
    isIn: (given) => !/^(?:alert|background)$/.test(given['apns-push-type'] ?? ''),
  },
  { reason: 'BadPriority', isIn: (given) => !/^(?:5|10)$/.test(given['apns-priority'] ?? '') },
  { reason: 'BadExpirationDate', isIn: (given) => !/^\d+$/.test(given['apns-expiration'] ?? '') },
  { reason: 'BadCollapseId', isIn: (given) => Buffer.byteLength(given['apns-collapse-id'] ?? '') > 64 },
];

function isProvider(token: string, { keyId, teamId }: TestApns, verifier: KeyObject): boolean {
  const [header, claims, signature] = token.split('.');
  if (!header || !claims || !signature) return false;
  const key = { key: verifier, dsaEncoding: 'ieee-p1363' as const };
  if (!verify('sha256', Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url')))
    return false;
  const { alg, kid } = JSON.parse(Buffer.from(header, 'base64url').toString());
  const { iss, iat } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  return alg === 'ES256' && kid === keyId && iss === teamId && Date.now() / 1000 - iat < 3_600;
}
