import { sleep } from '@parley/core';
import type { FastifyInstance } from 'fastify';
import type { Polls } from '../context.ts';
import type { Listening } from './intake/listen.ts';
import { closeStreams } from './streams/stream-socket.ts';

/** In milliseconds. The process ends 10 s after the signal, and sending its last traces may take 2 s of them. */
const shutDownMs = 7_000;
/** Maximum time for running requests after the gateway stops accepting new ones, in milliseconds. */
const maxFinishMs = 6_000;
/** Time in milliseconds over which the answers to waiting polls are spread. */
const spreadMs = 2_000;

export type Draining = {
  edge: FastifyInstance;
  listening: Listening;
  polls: Polls;
  /** Time in milliseconds until a load balancer notices that this replica is no longer ready. */
  balancerMs: number;
};

/** Until the load balancer sends no more requests; then answers polls and finishes requests, within 7 s. */
export async function shutDown({ edge, listening, polls, balancerMs }: Draining): Promise<void> {
  const finishBy = performance.now() + shutDownMs;
  // A load balancer sends requests until its next readiness check. They are answered, and each answer closes its connection.
  await sleep(balancerMs);
  // From here on, no new connections are accepted, waiting polls are answered, and running requests are finished.
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
