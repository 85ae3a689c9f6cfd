import { sleep } from '@parley/core';
import type { FastifyInstance } from 'fastify';
import type { Polls } from '../context.ts';
import type { Listening } from './listen.ts';

/**
 * A process ends itself 10 s after it received the signal to stop, and sending its last traces may take 2 s
 * (service-kit). So running requests get at most this long in total, in milliseconds, whatever part of it the balancer
 * used.
 */
const leaveMs = 7_000;
/** Time in milliseconds for running requests once the gateway accepts no new ones. */
const mostFinishMs = 6_000;
/** Waiting polls are then answered spread over this time, in milliseconds. */
const spreadMs = 2_000;

export type Leaving = {
  edge: FastifyInstance;
  listening: Listening;
  polls: Polls;
  /** Time in milliseconds for a load balancer to notice that this replica is not ready any more. */
  balancerMs: number;
};

/** Serves requests that still arrive, then answers waiting polls and finishes running requests. Takes under 7 s. */
export async function leave({ edge, listening, polls, balancerMs }: Leaving): Promise<void> {
  const finishBy = performance.now() + leaveMs;
  // A load balancer sends requests until its next readiness check. They are served, and each closes its connection.
  await sleep(balancerMs);
  // Accepts no new connections, answers waiting polls, and finishes running requests.
  const closed = listening.close();
  const drained = polls.drain(spreadMs);
  const finishMs = Math.min(mostFinishMs, finishBy - performance.now());
  const timer = setTimeout(() => edge.server.closeAllConnections(), finishMs);
  try {
    await closed;
  } finally {
    clearTimeout(timer);
  }
  await drained;
}
