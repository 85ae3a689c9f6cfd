import { networkOf, ParleyError } from '@parley/core';
import { Counter, Gauge, type Registry } from 'prom-client';
import { type Limit, type RateLimitSettings, type Rule, rules } from './rate-rules.ts';

/** The values of the `X-RateLimit-*` headers; see docs/api/requests.md#rate-limits. */
export type RateState = {
  limit: number;
  /** Requests that would be taken at once from here on. */
  remaining: number;
  /** Seconds since the Unix epoch; everything is allowed again then. */
  resetAt: number;
};

export type RateLimits = {
  /** Counts a request of a person or an address. @throws RATE_LIMIT_HIT over the limit */
  take(rule: Rule, subject: number | string): RateState | undefined;
};

/** Nobody is limited. */
export const noRateLimits: RateLimits = { take: () => undefined };

/** Returns RATE_LIMIT_HIT with its headers. `retry-after` in the body has a fraction, which clients expect. */
export class RateLimitError extends ParleyError {
  readonly state: RateState;

  constructor(retryAfterSeconds: number, state: RateState) {
    const wait = Math.ceil(retryAfterSeconds * 1_000) / 1_000;
    super('RATE_LIMIT_HIT', 'API usage exceeded rate limit', { 'retry-after': wait });
    this.state = state;
  }
}

type Bucket = { tokens: number; at: number };

/** Subjects remembered per rule and generation; more of them than this at once is an attack from many addresses. */
const maxSubjects = 100_000;

/**
 * Token buckets of one rule: a burst of up to the limit, refilled evenly. A bucket that nobody touched for a whole
 * window is full again, so that the older of two generations is dropped each window, without a timer or a search.
 */
export class Buckets {
  readonly #limit: Limit;
  readonly #perMs: number;
  readonly #maxSubjects: number;
  #current = new Map<number | string, Bucket>();
  #previous = new Map<number | string, Bucket>();
  #rotatedAt = 0;

  constructor(limit: Limit, maximum = maxSubjects) {
    this.#limit = limit;
    this.#perMs = limit.requests / (limit.seconds * 1_000);
    this.#maxSubjects = maximum;
  }

  get size(): number {
    return this.#current.size + this.#previous.size;
  }

  /** Counts a request at `now`, milliseconds. @throws RateLimitError when there is less than one left */
  take(subject: number | string, now: number): RateState {
    if (now - this.#rotatedAt >= this.#limit.seconds * 1_000 || this.#current.size >= this.#maxSubjects) {
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
 * Limits of this replica, in its memory. Behind a balancer a person is served by several replicas, so that a
 * deployment of N allows between one and N times a limit: enough against abuse, and nothing to ask on each request.
 */
export function createRateLimits(
  settings: RateLimitSettings,
  registry: Registry,
  now: () => number = Date.now,
): RateLimits {
  const buckets = Object.fromEntries(rules.map((rule) => [rule, new Buckets(settings[rule])])) as Record<
    Rule,
    Buckets
  >;
  const limited = new Counter({
    name: 'parley_gateway_requests_limited_total',
    help: 'HTTP requests refused with RATE_LIMIT_HIT, by rule.',
    labelNames: ['rule'],
    registers: [registry],
  });
  new Gauge({
    name: 'parley_gateway_rate_limit_subjects',
    help: 'People and addresses whose requests are being counted, by rule.',
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
