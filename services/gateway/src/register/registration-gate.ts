import { errors, type ParleyError, Semaphore } from '@parley/core';
import { Counter, Gauge, type Registry } from 'prom-client';

export type RegistrationLimits = {
  /** Maximum number of registrations that are made concurrently. */
  maxConcurrent: number;
  /** Milliseconds that a registration may be expected to wait for its turn. Others are asked to come later. */
  maxWaitMs: number;
};

/** The expected duration before any was measured, in milliseconds. */
const initialMs = 100;
/** Weight of the latest duration in the average. */
const weight = 0.1;
/** The longest time after which a client is told to retry, in milliseconds. */
const maxDelayMs = 300_000;

/**
 * Admits registrations at the rate at which they are made. Without it, clients that lose their queues together would
 * slow down each other's registrations and everybody's messages
 * (docs/decisions/shared-registration.md#all-clients-together). Excess clients get RATE_LIMIT_HIT with times to come
 * back that are as far apart as registrations take.
 */
export class RegistrationGate {
  readonly #limits: RegistrationLimits;
  readonly #slots: Semaphore;
  readonly #deferred: Counter;
  readonly #now: () => number;
  /** Signals of registrations that were admitted and do not run yet, for instance because their caller is looked up. */
  readonly #arrived = new Set<AbortSignal>();
  #waiting = 0;
  #running = 0;
  #averageMs = initialMs;
  /** Time at which the last deferred client was told to retry. */
  #deferredUntil = 0;

  constructor(limits: RegistrationLimits, registry: Registry, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#slots = new Semaphore(limits.maxConcurrent);
    this.#now = now;
    this.#deferred = new Counter({
      name: 'parley_gateway_registrations_deferred_total',
      help: 'Registrations that were asked to retry later, because many clients registered at the same time.',
      registers: [registry],
    });
    const waiting = () => this.#waiting;
    new Gauge({
      name: 'parley_gateway_registrations_waiting',
      help: 'Registrations that wait for others to complete.',
      registers: [registry],
      collect() {
        this.set(waiting());
      },
    });
  }

  /**
   * Returns the error for a registration that would wait too long, and counts the refusal; undefined when it may enter.
   * It needs nothing of the request, so that thousands can be refused at once.
   */
  refuse(): ParleyError | undefined {
    const { maxConcurrent, maxWaitMs } = this.#limits;
    const others = this.#arrived.size + this.#waiting + this.#running;
    // One always waits, so that a slot is taken again as soon as it is free.
    if (others <= maxConcurrent) return undefined;
    const expectedMs = ((others + 1 - maxConcurrent) * this.#averageMs) / maxConcurrent;
    return expectedMs > maxWaitMs ? this.#defer(expectedMs) : undefined;
  }

  /**
   * Admits a registration. `run` with the same signal makes it; `leave` ends one that does not come to that.
   * @throws RATE_LIMIT_HIT when it would wait too long
   */
  enter(signal: AbortSignal): void {
    const refusal = this.refuse();
    if (refusal) throw refusal;
    this.#arrived.add(signal);
  }

  leave(signal: AbortSignal): void {
    this.#arrived.delete(signal);
  }

  /**
   * Makes an admitted registration when it is its turn.
   * @throws the signal's reason when it aborts before
   */
  async run<T>(register: () => Promise<T>, signal: AbortSignal): Promise<T> {
    this.#arrived.delete(signal);
    this.#waiting++;
    let isWaiting = true;
    const start = () => {
      if (isWaiting) this.#waiting--;
      isWaiting = false;
    };
    try {
      return await this.#slots.run(() => {
        start();
        return this.#measured(register);
      }, signal);
    } finally {
      start();
    }
  }

  async #measured<T>(register: () => Promise<T>): Promise<T> {
    const began = this.#now();
    this.#running++;
    try {
      return await register();
    } finally {
      this.#running--;
      this.#averageMs += (this.#now() - began - this.#averageMs) * weight;
    }
  }

  /** Returns the error that tells a client to retry after all clients that wait or were deferred before. */
  #defer(expectedMs: number): ParleyError {
    const now = this.#now();
    const gapMs = this.#averageMs / this.#limits.maxConcurrent;
    this.#deferredUntil = Math.max(this.#deferredUntil, now + expectedMs) + gapMs;
    this.#deferredUntil = Math.min(this.#deferredUntil, now + maxDelayMs);
    this.#deferred.inc();
    return errors.rateLimitHit((this.#deferredUntil - now) / 1_000);
  }
}
