import { createSign, generateKeyPairSync } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import type { Integration } from '../domain/integration.ts';
import { PublishedKeys } from '../in-memory/published-keys.ts';
import { isVerified } from '../incoming-webhooks/verify-request.ts';
import type { Answer } from '../programs/request.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = publicKey.export({ type: 'spki', format: 'pem' }) as string;
const sign = (algorithm: string, text: string): string =>
  createSign(algorithm).update(text).sign(privateKey, 'base64');

const topic = 'arn:aws:sns:eu-west-1:1:alarms';
const snsUrl = 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123abcd.pem';
const notification = {
  Message: 'm\nn',
  MessageId: '1',
  Timestamp: '2026-11-30',
  TopicArn: topic,
  Type: 'Notification',
};
const snsText =
  'Message\nm\nn\nMessageId\n1\nTimestamp\n2026-11-30\nTopicArn\narn:aws:sns:eu-west-1:1:alarms\nType\nNotification\n';
const sns = (version: string, more: object = {}): string =>
  JSON.stringify({
    ...notification,
    SignatureVersion: version,
    SigningCertURL: snsUrl,
    Signature: sign(version === '2' ? 'sha256' : 'sha1', snsText),
    ...more,
  });
const payment = '{"event_type":"PAYMENT.SALE.COMPLETED","summary":"Grüße"}';
const paypalUrl = 'https://api.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594';
const build = JSON.stringify({ type: 'push', repository: { owner_name: 'acme', name: 'app' } });

type Case = { secret: string; url: string; at: string; headers: Record<string, string>; body: string };
const cases: Record<string, Case> = {
  awssns: { secret: topic, url: snsUrl, at: pem, headers: {}, body: sns('2') },
  paypal: {
    secret: '8PT597110X687430L',
    url: paypalUrl,
    at: pem,
    headers: {
      'paypal-transmission-id': 'id',
      'paypal-transmission-time': '2026-11-30T10:00:00Z',
      'paypal-transmission-sig': sign(
        'sha256',
        `id|2026-11-30T10:00:00Z|8PT597110X687430L|${crc32(payment)}`,
      ),
      'paypal-cert-url': paypalUrl,
      'paypal-auth-algo': 'SHA256withRSA',
    },
    body: payment,
  },
  travis: {
    secret: 'acme/app',
    url: 'https://api.travis-ci.com/config',
    at: JSON.stringify({ config: { notifications: { webhook: { public_key: pem } } } }),
    headers: { signature: sign('sha1', build) },
    body: new URLSearchParams({ payload: build }).toString(),
  },
};

const folder = new URL('./', import.meta.url);
const found = new Map<string, Integration>();
for (const file of readdirSync(folder)) {
  if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
  const module: Record<string, Integration> = await import(`./${file}`);
  for (const each of Object.values(module))
    if (each.verification?.kind === 'published') found.set(each.name, each);
}

/** Verifies a request. `asked` gets the addresses that were requested. */
async function accepts(
  name: string,
  { secret, headers, body }: Pick<Case, 'secret' | 'headers' | 'body'>,
  ask: (url: string) => Answer = (url) =>
    url === cases[name]!.url
      ? { status: 200, body: cases[name]!.at, retryAfterMs: 0 }
      : { status: 404, body: '', retryAfterMs: 0 },
): Promise<{ isAccepted: boolean; asked: string[] }> {
  const asked: string[] = [];
  const publishedKeys = new PublishedKeys(async (url) => {
    asked.push(url);
    return ask(url);
  });
  const { verification } = found.get(name)!;
  const signed = { headers, query: {}, raw: body, bytes: Buffer.from(body) };
  const ctx = { publishedKeys, clock: { now: () => Date.now() } as never };
  return { isAccepted: await isVerified(ctx, verification!, signed, secret), asked };
}

it('has a case of each tool whose key is published', () => {
  expect([...found.keys()].sort()).toEqual(Object.keys(cases).sort());
});

it.each(Object.entries(cases))(
  '%s: what the sender has signed is accepted, and nothing else',
  async (name, given) => {
    expect(await accepts(name, given)).toEqual({ isAccepted: true, asked: [given.url] });
    const others: Partial<Case>[] = [
      { secret: `${given.secret}x` },
      { body: given.body.replace(/Grüße|m.nn|acme/, 'changed') },
      { body: '' },
      { body: '{' },
      ...Object.keys(given.headers).flatMap((header) =>
        ['', 'x', '☃'].map((value) => ({ headers: { ...given.headers, [header]: value } })),
      ),
    ];
    for (const other of others)
      expect((await accepts(name, { ...given, ...other })).isAccepted, JSON.stringify(other)).toBe(false);
    const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
    for (const body of ['', 'no key', String(otherKey.export({ type: 'spki', format: 'pem' }))]) {
      const at = given.at.replace(JSON.stringify(pem).slice(1, -1), body).replace(pem, body);
      const { isAccepted } = await accepts(name, given, () => ({ status: 200, body: at, retryAfterMs: 0 }));
      expect(isAccepted).toBe(false);
    }
  },
);

it('signatures of Amazon in both versions, and of confirmations, are verified', async () => {
  expect((await accepts('awssns', { ...cases.awssns!, body: sns('1') })).isAccepted).toBe(true);
  const fields = {
    Message: 'm',
    MessageId: '1',
    SubscribeURL: 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription',
    Timestamp: 't',
    Token: 'k',
    TopicArn: topic,
    Type: 'SubscriptionConfirmation',
  };
  const text = Object.entries(fields)
    .map(([name, value]) => `${name}\n${value}\n`)
    .join('');
  const body = JSON.stringify({
    ...fields,
    SignatureVersion: '1',
    SigningCertURL: snsUrl,
    Signature: sign('sha1', text),
  });
  expect((await accepts('awssns', { ...cases.awssns!, body })).isAccepted).toBe(true);
});

it('only addresses of the sender are requested for keys', async () => {
  const name = 'SimpleNotificationService-0123abcd.pem';
  for (const url of [
    `https://sns.eu-west-1.amazonaws.com.evil.example/${name}`,
    `https://evil.example/sns.eu-west-1.amazonaws.com/${name}`,
    `https://sns.eu-west-1.amazonaws.com@evil.example/${name}`,
    `https://evil.s3.amazonaws.com/${name}`,
    `http://sns.eu-west-1.amazonaws.com/${name}`,
    `https://sns.eu-west-1.amazonaws.com/${name}?x`,
    `https://sns.eu-west-1.amazonaws.com/other/../${name}`,
    `https://sns.eu-west-1.amazonaws.com:8443/${name}`,
    `https://127.0.0.1/${name}`,
    `${snsUrl}\n`,
  ])
    expect(
      await accepts('awssns', { ...cases.awssns!, body: sns('2', { SigningCertURL: url }) }),
      url,
    ).toEqual({
      isAccepted: false,
      asked: [],
    });
  for (const url of [
    'https://api.paypal.com.evil.example/v1/notifications/certs/CERT-1',
    'https://evil.paypal.com/v1/notifications/certs/CERT-1',
    'https://api.paypal.com/v1/oauth2',
    'https://api.paypal.com/v1/notifications/certs/CERT-../../x',
  ]) {
    const headers = { ...cases.paypal!.headers, 'paypal-cert-url': url };
    expect((await accepts('paypal', { ...cases.paypal!, headers })).asked, url).toEqual([]);
  }
});

it('a key is asked for once, one that cannot be had is asked for again, and requests are limited', async () => {
  let now = Date.now();
  const asked: string[] = [];
  let answer: Answer = { error: 'timeout', isFinal: false };
  const keys = new PublishedKeys(
    async (url) => {
      asked.push(url);
      return answer;
    },
    () => now,
  );
  const keyAt = (url: string) => keys.keyAt(url, (body) => body);
  await expect(keyAt('a')).rejects.toMatchObject({ status: 503 });
  answer = { status: 200, body: pem, retryAfterMs: 0 };
  const [one, other] = await Promise.all([keyAt('a'), keyAt('a')]);
  expect(one?.asymmetricKeyType).toBe('rsa');
  expect(other).toBe(one);
  expect(asked).toEqual(['a', 'a']);
  answer = { status: 404, body: '', retryAfterMs: 0 };
  for (let n = 0; n < 28; n++) expect(await keyAt(`missing ${n}`)).toBeUndefined();
  expect(await keyAt('missing 0')).toBeUndefined();
  expect(asked).toHaveLength(30);
  await expect(keyAt('one more')).rejects.toMatchObject({ status: 503 });
  expect(await keyAt('a')).toBe(one);
  now += 61_000;
  expect(await keyAt('one more')).toBeUndefined();
});
