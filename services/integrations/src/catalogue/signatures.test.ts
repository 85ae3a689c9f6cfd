import { createHash, createHmac } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isSigned } from '../domain/deliveries/verify.ts';
import type { Integration, SecretVerification } from '../domain/integration.ts';
import { figma } from './figma.ts';

const secret = 'a secret of the address';
const raw = '{"text":"Grüße, ☃"}';
const now = 1_800_000_000;

const hmac = (algorithm: string, text: string, encoding: 'hex' | 'base64'): string =>
  createHmac(algorithm, secret).update(text).digest(encoding);
const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const netlifyToken = (body: string, key = secret): string => {
  const sha256 = createHash('sha256').update(body).digest('hex');
  const signed = `${base64url({ alg: 'HS256', typ: 'JWT' })}.${base64url({ iss: 'netlify', sha256 })}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
};

const date = 'Fri, 15 Jan 2027 08:00:00 GMT';
const digestOf = (body: string): string => `SHA-256=${createHash('sha256').update(body).digest('base64')}`;

const bearer = { authorization: `Bearer ${secret}` };
const basic = { authorization: `Basic ${Buffer.from(`parley:${secret}`).toString('base64')}` };

/** The headers of a request that the tool signs, as its documentation says. */
const signed: Record<string, Record<string, string>> = {
  alertmanager: bearer,
  ansibletower: bearer,
  appveyor: bearer,
  betterstack: basic,
  bitbucket2: { 'x-hub-signature': `sha256=${hmac('sha256', raw, 'hex')}` },
  bitbucket3: { 'x-hub-signature': `sha256=${hmac('sha256', raw, 'hex')}` },
  calendly: { 'calendly-webhook-signature': `t=${now},v1=${hmac('sha256', `${now}.${raw}`, 'hex')}` },
  chatwoot: {
    'x-chatwoot-timestamp': String(now),
    'x-chatwoot-signature': `sha256=${hmac('sha256', `${now}.${raw}`, 'hex')}`,
  },
  slack_incoming: {
    'x-slack-request-timestamp': String(now),
    'x-slack-signature': `v0=${hmac('sha256', `v0:${now}:${raw}`, 'hex')}`,
  },
  confluence: { 'x-hub-signature': `sha256=${hmac('sha256', raw, 'hex')}` },
  drone: {
    date,
    digest: digestOf(raw),
    signature: `keyId="hmac-key",algorithm="hmac-sha256",headers="date digest",signature="${hmac('sha256', `date: ${date}\ndigest: ${digestOf(raw)}`, 'base64')}"`,
  },
  gocd: { 'x-hub-signature': `sha256=${hmac('sha256', raw, 'hex')}` },
  discourse: { 'x-discourse-event-signature': `sha256=${hmac('sha256', raw, 'hex')}` },
  hubspot: { 'x-hubspot-signature': createHash('sha256').update(`${secret}${raw}`).digest('hex') },
  openproject: { 'x-op-signature': `sha1=${hmac('sha1', raw, 'hex')}` },
  shopify: { 'x-shopify-hmac-sha256': hmac('sha256', raw, 'base64') },
  shortcut: { 'payload-signature': hmac('sha256', raw, 'hex') },
  typeform: { 'typeform-signature': `sha256=${hmac('sha256', raw, 'base64')}` },
  buildbot: basic,
  buildkite: { 'x-buildkite-token': secret },
  gcpmonitoring: basic,
  harbor: bearer,
  homeassistant: bearer,
  honeybadger: { 'honeybadger-token': secret },
  snyk: { 'x-hub-signature': `sha256=${hmac('sha256', raw, 'hex')}` },
  sonarqube: { 'x-sonar-webhook-hmac-sha256': hmac('sha256', raw, 'hex') },
  terraform: { 'x-tfe-notification-signature': hmac('sha512', raw, 'hex') },
  vercel: { 'x-vercel-signature': hmac('sha1', raw, 'hex') },
  argocd: bearer,
  asana: { 'x-hook-signature': hmac('sha256', raw, 'hex') },
  azuredevops: basic,
  bitbucket: { 'x-hub-signature': `sha256=${hmac('sha256', raw, 'hex')}` },
  circleci: { 'circleci-signature': `v1=${hmac('sha256', raw, 'hex')}` },
  clickup: { 'x-signature': hmac('sha256', raw, 'hex') },
  datadog: bearer,
  flux: { 'x-signature': `sha256=${hmac('sha256', raw, 'hex')}` },
  forgejo: { 'x-forgejo-signature': hmac('sha256', raw, 'hex') },
  freshdesk: bearer,
  front: { 'x-front-signature': hmac('sha1', raw, 'base64') },
  gitea: { 'x-gitea-signature': hmac('sha256', raw, 'hex') },
  github: { 'x-hub-signature-256': `sha256=${hmac('sha256', raw, 'hex')}` },
  gitlab: { 'x-gitlab-token': secret },
  gogs: { 'x-gogs-signature': hmac('sha256', raw, 'hex') },
  grafana: { 'x-grafana-alerting-signature': hmac('sha256', raw, 'hex') },
  groove: { 'x-groove-signature': hmac('sha1', raw, 'hex') },
  healthchecks: bearer,
  helpscout: { 'x-helpscout-signature': hmac('sha1', raw, 'base64') },
  heroku: { 'heroku-webhook-hmac-sha256': hmac('sha256', raw, 'base64') },
  ifttt: bearer,
  intercom: { 'x-hub-signature': `sha1=${hmac('sha1', raw, 'hex')}` },
  jira: { 'x-hub-signature': `sha256=${hmac('sha256', raw, 'hex')}` },
  json: bearer,
  linear: { 'linear-signature': hmac('sha256', raw, 'hex') },
  netlify: { 'x-webhook-signature': netlifyToken(raw) },
  newrelic: bearer,
  notion: { 'x-notion-signature': `sha256=${hmac('sha256', raw, 'hex')}` },
  opsgenie: bearer,
  pagerduty: { 'x-pagerduty-signature': `v1=${'0'.repeat(64)},v1=${hmac('sha256', raw, 'hex')}` },
  patreon: { 'x-patreon-signature': hmac('md5', raw, 'hex') },
  prometheus: bearer,
  radarr: basic,
  redmine: { 'x-redmine-signature-256': `sha256=${hmac('sha256', raw, 'hex')}` },
  semaphore: { 'x-semaphore-signature-256': `sha256=${hmac('sha256', raw, 'hex')}` },
  sentry: { 'sentry-hook-signature': hmac('sha256', raw, 'hex') },
  sonarr: basic,
  stripe: { 'stripe-signature': `t=${now},v1=${hmac('sha256', `${now}.${raw}`, 'hex')},v0=x` },
  taiga: { 'x-taiga-webhook-signature': hmac('sha1', raw, 'hex') },
  teamcity: basic,
  uptimekuma: bearer,
  wekan: { 'x-wekan-token': secret },
  zendesk: {
    'x-zendesk-webhook-signature': hmac('sha256', `2027-01-15T08:00:00Z${raw}`, 'base64'),
    'x-zendesk-webhook-signature-timestamp': '2027-01-15T08:00:00Z',
  },
  zapier: bearer,
};

const folder = new URL('./', import.meta.url);
/** Those with published keys are in published-signatures.test.ts. */
const signing: (Integration & { verification?: SecretVerification })[] = [];
for (const file of readdirSync(folder)) {
  if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
  const module: Record<string, Integration> = await import(`./${file}`);
  const found = Object.values(module).filter(
    ({ name, verification }) =>
      verification !== undefined && verification.kind !== 'published' && name !== 'figma',
  );
  signing.push(...(found as typeof signing));
}

it('has a signed request of each tool that signs', () => {
  expect(Object.keys(signed).sort()).toEqual(signing.map(({ name }) => name).sort());
});

describe.each(signing.map((integration) => [integration.name, integration] as const))(
  '%s',
  (name, integration) => {
    const headers = signed[name]!;
    const accepts = (given: Record<string, string>, body = raw, key = secret, at = now): boolean =>
      isSigned(
        integration.verification!,
        { headers: given, query: {}, raw: body, bytes: Buffer.from(body) },
        key,
        at,
      );

    it('accepts what the tool signs with the secret', () => {
      expect(accepts(headers)).toBe(true);
    });

    it('refuses other secrets, and requests without, with an empty or with another signature', () => {
      expect(accepts(headers, raw, 'another secret')).toBe(false);
      expect(accepts({})).toBe(false);
      for (const header of Object.keys(headers)) {
        const { [header]: value = '', ...others } = headers;
        expect(accepts(others)).toBe(false);
        const reversed = value.replace(/[\w+/]{20,}/g, (digest) => Array.from(digest).reverse().join(''));
        const wrong = reversed === value ? `${value}x` : reversed;
        for (const other of ['', ' ', '=', '.', '..', 'v1=', 'sha256=', wrong, '☃']) {
          expect(accepts({ ...others, [header]: other })).toBe(false);
        }
      }
    });

    it.skipIf(['token', 'tokenOrStandard', 'basic'].includes(integration.verification!.kind))(
      'refuses a changed body',
      () => {
        expect(accepts(headers, raw.replace('text', 'Text'))).toBe(false);
        expect(accepts(headers, `${raw} `)).toBe(false);
        expect(accepts(headers, '')).toBe(false);
      },
    );
  },
);

it('takes the passcode of Figma from the body', () => {
  const verification = figma.verification as SecretVerification;
  const accepts = (body: string): boolean =>
    isSigned(verification, { headers: {}, query: {}, raw: body, bytes: Buffer.from(body) }, secret, now);
  expect(accepts(JSON.stringify({ passcode: secret }))).toBe(true);
  for (const body of ['', '{', '{}', 'null', '{"passcode":""}', '{"passcode":[]}', '{"passcode":"x"}'])
    expect(accepts(body)).toBe(false);
});

it('takes signing tokens of GitLab, too', () => {
  const verification = signing.find(({ name }) => name === 'gitlab')!.verification!;
  const key = Buffer.from('0123456789abcdef0123456789abcdef');
  const token = `whsec_${key.toString('base64')}`;
  const accepts = (body: string, time: number, signature: string): boolean => {
    const headers = { 'webhook-id': 'd1', 'webhook-timestamp': String(time), 'webhook-signature': signature };
    return isSigned(verification, { headers, query: {}, raw: body, bytes: Buffer.from(body) }, token, now);
  };
  const sign = (time: number): string =>
    `v1,${createHmac('sha256', key).update(`d1.${time}.${raw}`).digest('base64')}`;
  expect(accepts(raw, now, sign(now))).toBe(true);
  expect(accepts(raw, now, `v1,AAAA ${sign(now)}`)).toBe(true);
  expect(accepts(`${raw} `, now, sign(now))).toBe(false);
  expect(accepts(raw, now - 1, sign(now))).toBe(false);
  expect(accepts(raw, now - 301, sign(now - 301))).toBe(false);
  expect(accepts(raw, now, '')).toBe(false);
});

it('takes signatures of applications of Front, too', () => {
  const { verification } = signing.find(({ name }) => name === 'front')!;
  const signature = hmac('sha256', `1700000000000:${raw}`, 'base64');
  const accepts = (time: string): boolean =>
    isSigned(
      verification!,
      {
        headers: { 'x-front-signature': signature, 'x-front-request-timestamp': time },
        query: {},
        raw,
        bytes: Buffer.from(raw),
      },
      secret,
      now,
    );
  expect(accepts('1700000000000')).toBe(true);
  expect(accepts('1700000000001')).toBe(false);
});

it('refuses tokens of Netlify that name another algorithm', () => {
  const { verification } = signing.find(({ name }) => name === 'netlify')!;
  const claims = base64url({ iss: 'netlify', sha256: createHash('sha256').update(raw).digest('hex') });
  for (const token of [
    `${base64url({ alg: 'none' })}.${claims}.`,
    `${base64url({ alg: 'none' })}.${claims}.x`,
    `${base64url({ alg: 'HS512' })}.${claims}.${createHmac('sha512', secret).update(claims).digest('base64url')}`,
    `e30.${claims}.x`,
    'not.json.x',
  ]) {
    const request = { headers: { 'x-webhook-signature': token }, query: {}, raw, bytes: Buffer.from(raw) };
    expect(isSigned(verification!, request, secret, now)).toBe(false);
  }
});
