import { sleep } from '@parley/core';
import type { FastifyInstance } from 'fastify';
import type { Polls } from '../context.ts';
import type { Listening } from './listen.ts';
import { closeStreams } from './stream-socket.ts';

/**
 * Maximum time for running requests in total, in milliseconds, including the time that the balancer takes. The process
 * ends 10 s after the signal to stop, and sending its last traces may take 2 s (service-kit).
 */
const shutDownMs = 7_000;
/** Maximum time for running requests after the gateway stops accepting new ones, in milliseconds. */
const maxFinishMs = 6_000;
/** Time in milliseconds over which waiting polls are then answered. */
const spreadMs = 2_000;

export type Draining = {
  edge: FastifyInstance;
  listening: Listening;
  polls: Polls;
  /** Time in milliseconds in which a load balancer notices that this replica is no longer ready. */
  balancerMs: number;
};

/**
 * Serves requests that still arrive. Then answers waiting polls and finishes running requests. It takes less than 7 s.
 */
export async function shutDown({ edge, listening, polls, balancerMs }: Draining): Promise<void> {
  const finishBy = performance.now() + shutDownMs;
  // A load balancer sends requests until its next readiness check. They are served, and each closes its connection.
  await sleep(balancerMs);
  // Accepts no new connections, answers waiting polls, and finishes running requests.
  const closed = listening.close();
  const drained = polls.drain(spreadMs);
  const finishMs = Math.max(0, Math.min(maxFinishMs, finishBy - performance.now()));
  const timer = setTimeout(() => {
    edge.server.closeAllConnections();
    closeStreams(edge.server);
  }, finishMs);
  try {
    await closed;
  } finally {
    clearTimeout(timer);
  }
  await drained;
}
