import { errors, type ParleyError, Semaphore } from '@parley/core';
import { Counter, Gauge, type Registry } from 'prom-client';

export type RegistrationLimits = {
  maxConcurrent: number;
  /** Maximum expected waiting time of a registration, in milliseconds. Clients beyond it are told to retry later. */
  maxWaitMs: number;
};

/** Expected duration of a registration before the first one was measured, in milliseconds. */
const initialMs = 100;
/** Weight of the latest duration in the moving average. */
const weight = 0.1;
/** Maximum time after which a client is told to retry, in milliseconds. */
const maxDelayMs = 300_000;

/**
 * Limits how many registrations run and wait. When many clients lose their queues at the same time, unlimited registrations
 * would slow down each other and everybody's messages (docs/decisions/shared-registration.md#all-clients-together). Excess
 * clients get RATE_LIMIT_HIT, each with a different time to retry. These times are spaced at the rate at which registrations
 * are completed.
 */
export class RegistrationGate {
  readonly #limits: RegistrationLimits;
  readonly #slots: Semaphore;
  readonly #deferred: Counter;
  readonly #now: () => number;
  /** Signals of admitted registrations before `run`, for instance while their caller is being authenticated. */
  readonly #arrived = new Set<AbortSignal>();
  #waiting = 0;
  #running = 0;
  #averageMs = initialMs;
  /** Latest time at which a refused client was told to retry. */
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
   * Returns the error for a registration that would wait too long, and counts the refusal. Returns undefined when a
   * registration would be admitted. The result does not depend on the request, so refusing thousands of requests is cheap.
   */
  refuse(): ParleyError | undefined {
    const { maxConcurrent, maxWaitMs } = this.#limits;
    const others = this.#arrived.size + this.#waiting + this.#running;
    // One registration may always wait, so that a slot is used again as soon as it is free.
    if (others <= maxConcurrent) return undefined;
    const expectedMs = ((others + 1 - maxConcurrent) * this.#averageMs) / maxConcurrent;
    return expectedMs > maxWaitMs ? this.#defer(expectedMs) : undefined;
  }

  /** Then call `run` with the same signal, or `leave`. @throws RATE_LIMIT_HIT when it would wait too long */
  enter(signal: AbortSignal): void {
    const refusal = this.refuse();
    if (refusal) throw refusal;
    this.#arrived.add(signal);
  }

  leave(signal: AbortSignal): void {
    this.#arrived.delete(signal);
  }

  /** As soon as a slot is free. @throws the signal's reason when the signal aborts before that */
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

  /** After all clients that wait, and after all that were refused before. */
  #defer(expectedMs: number): ParleyError {
    const now = this.#now();
    const gapMs = this.#averageMs / this.#limits.maxConcurrent;
    this.#deferredUntil = Math.max(this.#deferredUntil, now + expectedMs) + gapMs;
    this.#deferredUntil = Math.min(this.#deferredUntil, now + maxDelayMs);
    this.#deferred.inc();
    return errors.rateLimitHit((this.#deferredUntil - now) / 1_000);
  }
}
