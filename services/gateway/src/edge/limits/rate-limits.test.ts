import { expect, it } from 'vitest';
import { loadServiceConfig } from '../../config.ts';
import { pages, routes, transfers } from '../../http/routes.ts';
import { Buckets, RateLimitError } from './rate-limits.ts';
import { defaultLimits, parseRateLimits, ruleByOperation, ruleOf } from './rate-rules.ts';

const start = 1_700_000_000_000;

it('allows a burst up to the limit, then as many requests as tokens refill', () => {
  const buckets = new Buckets({ requests: 3, seconds: 60 });
  expect([0, 0, 0].map((wait) => buckets.take(1, start + wait).remaining)).toEqual([2, 1, 0]);
  let refusal: unknown;
  try {
    buckets.take(1, start + 5_000);
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toBeInstanceOf(RateLimitError);
  expect((refusal as RateLimitError).fields).toEqual({ 'retry-after': 15 });
  expect((refusal as RateLimitError).state).toEqual({ limit: 3, remaining: 0, resetAt: start / 1_000 + 60 });
  expect(buckets.take(1, start + 20_000).remaining).toBe(0);
  expect(buckets.take(2, start + 20_000).remaining).toBe(2);
  expect(buckets.take(1, start + 200_000)).toEqual({
    limit: 3,
    remaining: 2,
    resetAt: start / 1_000 + 220,
  });
});

it('keeps a bucket until it is full again', () => {
  const buckets = new Buckets({ requests: 2, seconds: 10 });
  buckets.take('old', start);
  buckets.take(1, start + 9_000);
  buckets.take(1, start + 9_000);
  buckets.take('new', start + 10_000);
  expect(() => buckets.take(1, start + 10_500)).toThrow(RateLimitError);
  expect(buckets.take(1, start + 14_000).remaining).toBe(0);
  buckets.take('new', start + 20_000);
  buckets.take('newer', start + 30_000);
  expect(buckets.size).toBe(2);
});

it('stays within its memory bound for any number of addresses', () => {
  const buckets = new Buckets({ requests: 2, seconds: 60 }, 100);
  for (let n = 0; n < 10_000; n++) buckets.take(`a${n}`, start);
  expect(buckets.size).toBeLessThanOrEqual(200);
});

it('the rules name only operations that exist', () => {
  const operations = new Set([...routes, ...pages, ...transfers].map(({ operation }) => operation));
  expect(Object.keys(ruleByOperation).filter((each) => !operations.has(each))).toEqual([]);
  expect(ruleOf('get-users', true)).toBe('api');
  expect(ruleOf('get-events', true)).toBe('poll');
  expect(ruleOf('get-events', false)).toBe('anonymous');
  expect(ruleOf('sign-in', false)).toBe('sign_in');
  expect(ruleOf('get-image', false)).toBeUndefined();
  expect(ruleOf('get-external-picture', false)).toBe('picture');
});

it('the limits are configured in one line and are on by default in production', () => {
  expect(parseRateLimits('send=5/1, api=7/2')).toEqual({
    ...defaultLimits,
    send: { requests: 5, seconds: 1 },
    api: { requests: 7, seconds: 2 },
  });
  for (const wrong of ['send', 'send=0/1', 'sends=1/1', 'send=1', 'off,send=1/1']) {
    expect(parseRateLimits(wrong)).toContain('rule=requests/seconds');
  }
  const env = {
    PARLEY_RPC_SECRET: 'a secret of the tests',
    PARLEY_NATS_URL: 'nats://127.0.0.1:1',
    PARLEY_PUBLIC_URL: 'http://parley.example',
    PARLEY_MESSAGING_ADDRESSES: 'm:1',
    PARLEY_CHANNEL_ADDRESSES: 'c:1',
    PARLEY_USER_ADMIN_ADDRESSES: 'u:1',
    PARLEY_UPLOAD_ADDRESSES: 'u:2',
    PARLEY_EVENT_QUEUE_ADDRESSES: 'e:1',
    PARLEY_NOTIFY_ADDRESSES: 'e:1',
    PARLEY_IMPORTING_ADDRESSES: 'i:1',
    PARLEY_INTEGRATIONS_ADDRESSES: 'i:2',
  };
  expect(loadServiceConfig(env).rateLimits).toEqual(defaultLimits);
  expect(loadServiceConfig({ ...env, PARLEY_ENV: 'development' }).rateLimits).toBeUndefined();
  expect(loadServiceConfig({ ...env, PARLEY_GATEWAY_RATE_LIMITS: 'off' }).rateLimits).toBeUndefined();
  expect(() => loadServiceConfig({ ...env, PARLEY_GATEWAY_RATE_LIMITS: 'send=many' })).toThrow(
    /PARLEY_GATEWAY_RATE_LIMITS: must be "off" or a list/,
  );
});
