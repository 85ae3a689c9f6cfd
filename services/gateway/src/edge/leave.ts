import { sleep } from '@parley/core';
import type { FastifyInstance } from 'fastify';
import type { Polls } from '../context.ts';
import type { Listening } from './listen.ts';

/**
 * A process ends itself 10 s after it was told to stop, and its last traces may take 2 of them (service-kit). So requests
 * are finished at most so long after that, whatever the balancer was given of it, milliseconds.
 */
const leaveMs = 7_000;
/** Time for requests that run when nothing new is taken any more, milliseconds. */
const mostFinishMs = 6_000;
/** Over so long those who wait for events are answered then, milliseconds. */
const spreadMs = 2_000;

export type Leaving = {
  edge: FastifyInstance;
  listening: Listening;
  polls: Polls;
  /** Time for a balancer to notice that this replica is not ready any more, milliseconds. */
  balancerMs: number;
};

/** Serves what still arrives, then answers waiting polls and finishes running requests; under 7 s. */
export async function leave({ edge, listening, polls, balancerMs }: Leaving): Promise<void> {
  const finishBy = performance.now() + leaveMs;
  // A balancer that goes by readiness sends requests until it has asked again: they are served, each the last of
  // its connection.
  await sleep(balancerMs);
  // No new connections; what waits is answered, what runs is finished.
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
