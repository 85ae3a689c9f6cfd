import { errors, type ParleyError } from '@parley/core';
import { watchLag } from './lag.ts';
import { LatencyLimit, leastAtFirst } from './latency-limit.ts';

/**
 * Kinds of requests with separate limits. `signIn` requests wait for password hashes and identity providers, so their duration
 * says nothing about the load of other requests. `poll` requests are long-polls, which wait for events. `registration` requests
 * register event queues. `RegistrationGate` limits them, because it tells each refused client a different time at which to
 * retry.
 */
export type Lane = AdmittedLane | 'registration';

/** Lanes that this admission control limits. `work` is every request of no other lane. */
export type AdmittedLane = 'work' | 'poll' | 'signIn';

/** The caller must call `leave` once after each `enter` that returned. */
export type Admission = {
  /** Counts the refusal. Undefined when a request would be admitted. */
  refuse(lane: AdmittedLane): ShedReason | undefined;
  /** @returns upper bound of the wait before this process read it, in milliseconds @throws UNAVAILABLE */
  enter(lane: AdmittedLane): number;
  /** `tookMs` is its duration; absent when it must not influence the limit. */
  leave(lane: AdmittedLane, tookMs?: number): void;
};

/** Returns the error for a request that is shed. */
export const overloaded = (lane: AdmittedLane = 'work'): ParleyError =>
  lane === 'signIn'
    ? errors.manySignIns()
    : errors.unavailable('The server is overloaded. Please try again.');

/** The reason for which a request is shed: too many of its lane, or a lagging event loop. */
export type ShedReason = 'requests' | 'polls' | 'signIns' | 'registrations' | 'lag';

export type InFlight = Admission & {
  readonly working: number;
  readonly waiting: number;
  readonly signingIn: number;
  /** Number of ordinary requests that may run concurrently at this time. */
  readonly limit: number;
  close(): void;
};

export type LoadLimits = {
  maxWorking: number;
  maxWaiting: number;
  maxSignIns: number;
  /** Median duration in milliseconds above which fewer ordinary requests are admitted. */
  targetMs: number;
  /** Maximum accepted lag of the event loop in milliseconds. */
  maxLagMs: number;
};

/**
 * Creates the admission control. It admits at most `maxWaiting` long-polls, `maxSignIns` sign-ins and `maxWorking` ordinary
 * requests. It admits fewer ordinary requests while services answer slowly. While many ordinary requests run and the event loop
 * lags, it admits no request. Excess requests get 503 immediately instead of slowing down all others.
 */
export function createAdmission(
  limits: LoadLimits,
  shed: (reason: ShedReason) => void = () => undefined,
  lag = watchLag(),
): InFlight {
  const adaptive = new LatencyLimit({ max: limits.maxWorking, targetMs: limits.targetMs });
  const counts: Record<AdmittedLane, number> = { work: 0, poll: 0, signIn: 0 };
  const reasonAgainst = (lane: AdmittedLane): ShedReason | undefined => {
    // While few requests run, their backlog is short. So even after a pause of the process, requests are not refused for lag.
    if (counts.work >= leastAtFirst && lag.ms > limits.maxLagMs) return 'lag';
    if (lane === 'poll') return counts.poll >= limits.maxWaiting ? 'polls' : undefined;
    if (lane === 'signIn') return counts.signIn >= limits.maxSignIns ? 'signIns' : undefined;
    return counts.work >= adaptive.limit ? 'requests' : undefined;
  };
  const refuse = (lane: AdmittedLane): ShedReason | undefined => {
    const reason = reasonAgainst(lane);
    if (reason !== undefined) shed(reason);
    return reason;
  };
  return {
    get working() {
      return counts.work;
    },
    get waiting() {
      return counts.poll;
    },
    get signingIn() {
      return counts.signIn;
    },
    get limit() {
      return adaptive.limit;
    },
    refuse,
    enter(lane) {
      lag.touch();
      if (refuse(lane) !== undefined) throw overloaded(lane);
      counts[lane]++;
      if (lane === 'work') adaptive.entered(counts.work);
      return lag.ms;
    },
    leave(lane, tookMs) {
      counts[lane]--;
      if (lane === 'work' && tookMs !== undefined) adaptive.finished(tookMs, performance.now());
    },
    close: () => lag.stop(),
  };
}
