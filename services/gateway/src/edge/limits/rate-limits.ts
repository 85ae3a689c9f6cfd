import { networkOf, ParleyError, recordOf } from '@parley/core';
import { Counter, Gauge, type Registry } from 'prom-client';
import { type Limit, type RateLimitSettings, type Rule, rules } from './rate-rules.ts';

/** The values of the `X-RateLimit-*` headers (docs/api/requests.md#rate-limits). */
export type RateState = {
  limit: number;
  /** Number of requests that the client may still send now: the tokens left in its bucket. */
  remaining: number;
  /** Unix time in seconds at which the bucket is full again. */
  resetAt: number;
};

export type RateLimits = {
  /** `subject` is a user ID or an IP address. @returns undefined without a limit @throws RATE_LIMIT_HIT */
  take(rule: Rule, subject: number | string): RateState | undefined;
};

/** Rate limits for a deployment without any: they accept every request. */
export const noRateLimits: RateLimits = { take: () => undefined };

/** With the state for the `X-RateLimit-*` headers. Clients expect a fraction in `retry-after` of the body. */
export class RateLimitError extends ParleyError {
  readonly state: RateState;

  constructor(retryAfterSeconds: number, state: RateState) {
    const wait = Math.ceil(retryAfterSeconds * 1_000) / 1_000;
    super('RATE_LIMIT_HIT', 'API usage exceeded rate limit', { 'retry-after': wait });
    this.state = state;
  }
}

type Bucket = { tokens: number; at: number };

/** Number of buckets at which a map is rotated before its window ends. Only an attack from many addresses reaches it. */
const maxBuckets = 100_000;

/**
 * Token buckets of one rule, one for each user or address. A bucket that was not used for a whole window is full again, so it
 * need not be kept. The buckets are in two maps: those used since the last rotation, and those last used in the window before
 * it. Each window ends with a rotation, which discards the older map without looking at each bucket.
 */
export class Buckets {
  readonly #limit: Limit;
  readonly #perMs: number;
  readonly #maxBuckets: number;
  #current = new Map<number | string, Bucket>();
  #previous = new Map<number | string, Bucket>();
  #rotatedAt = 0;

  constructor(limit: Limit, maximum = maxBuckets) {
    this.#limit = limit;
    this.#perMs = limit.requests / (limit.seconds * 1_000);
    this.#maxBuckets = maximum;
  }

  get size(): number {
    return this.#current.size + this.#previous.size;
  }

  /** Takes a token at time `now` (milliseconds). @throws RateLimitError when less than one token is left */
  take(subject: number | string, now: number): RateState {
    if (now - this.#rotatedAt >= this.#limit.seconds * 1_000 || this.#current.size >= this.#maxBuckets) {
      this.#previous = this.#current;
      this.#current = new Map();
      this.#rotatedAt = now;
    }
    let bucket = this.#current.get(subject);
    if (!bucket) {
      bucket = this.#previous.get(subject) ?? { tokens: this.#limit.requests, at: now };
      this.#current.set(subject, bucket);
    }
    const tokens = Math.min(this.#limit.requests, bucket.tokens + Math.max(0, now - bucket.at) * this.#perMs);
    bucket.at = now;
    bucket.tokens = tokens;
    if (tokens < 1) throw new RateLimitError((1 - tokens) / this.#perMs / 1_000, this.#stateOf(tokens, now));
    bucket.tokens = tokens - 1;
    return this.#stateOf(bucket.tokens, now);
  }

  #stateOf(tokens: number, now: number): RateState {
    const { requests } = this.#limit;
    return {
      limit: requests,
      remaining: Math.floor(tokens),
      resetAt: Math.ceil((now + (requests - tokens) / this.#perMs) / 1_000),
    };
  }
}

/**
 * Creates the rate limits of this replica, in its memory. The requests of one user may reach several replicas, so N replicas
 * together allow between one and N times a limit. That is sufficient against abuse, and needs no network call per request.
 */
export function createRateLimits(
  settings: RateLimitSettings,
  registry: Registry,
  now: () => number = Date.now,
): RateLimits {
  const buckets = recordOf(rules, (rule) => new Buckets(settings[rule]));
  const limited = new Counter({
    name: 'parley_gateway_requests_limited_total',
    help: 'HTTP requests refused with RATE_LIMIT_HIT, by rule.',
    labelNames: ['rule'],
    registers: [registry],
  });
  new Gauge({
    name: 'parley_gateway_rate_limit_subjects',
    help: 'Users and addresses with a token bucket, by rule.',
    labelNames: ['rule'],
    registers: [registry],
    collect() {
      for (const rule of rules) this.set({ rule }, buckets[rule].size);
    },
  });
  return {
    take(rule, subject) {
      try {
        return buckets[rule].take(typeof subject === 'string' ? networkOf(subject) : subject, now());
      } catch (error) {
        limited.inc({ rule });
        throw error;
      }
    },
  };
}
