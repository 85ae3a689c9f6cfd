/** Questions about the progress of the log, asked over NATS. */
import type { NatsConnection } from '@nats-io/transport-node';
import { backoff, sleep } from '@parley/core';
import { endOf } from './event-id.ts';
import type { LogPosition } from './follower.ts';
import type { WorkPosition } from './lease.ts';
import { logNames } from './streams.ts';

export type Question = {
  nats: NatsConnection;
  prefix: string;
  /** Milliseconds since the start of the process (`performance.now()`) at which the question is given up. */
  untilMs: number;
  signal?: AbortSignal;
};

const pauses = { baseMs: 10, maxMs: 100 };
/** Time for one attempt, milliseconds: a relay or worker that was replaced meanwhile does not answer. */
const attemptMs = 1_000;

/**
 * Returns a position of the log at or before which is everything that was committed when the question was asked. The active
 * relay answers it; while there is none the question is repeated.
 * @returns undefined when there is no answer in time
 */
export async function askLogEnd(question: Question): Promise<LogPosition | undefined> {
  const answer = await ask(question, logNames(question.prefix).position, () => '');
  return answer === undefined ? undefined : (JSON.parse(answer) as LogPosition);
}

/** What a worker says of itself. `quietMs`: since when it has changed nothing. */
export type WorkerAnswer = { quietMs: number };

/**
 * Waits until a worker has handled everything up to a position. The replica that holds the lease answers; while there is none
 * the question is repeated.
 * @returns undefined when there is no answer in time
 */
export async function askWorker(
  question: Question,
  worker: string,
  { epoch, sequence }: LogPosition,
): Promise<WorkerAnswer | undefined> {
  const place: WorkPosition = { epoch, after: endOf(sequence) };
  const answer = await ask(question, logNames(question.prefix).worker(worker), (withinMs) =>
    JSON.stringify({ ...place, withinMs }),
  );
  if (answer === undefined) return undefined;
  // Workers of the previous release say nothing of themselves.
  return answer === '' ? { quietMs: 0 } : (JSON.parse(answer) as WorkerAnswer);
}

/** Sends a request until it is answered. `bodyOf` gets the milliseconds that are left. */
async function ask(
  { nats, untilMs, signal }: Question,
  subject: string,
  bodyOf: (withinMs: number) => string,
): Promise<string | undefined> {
  for (let attempt = 0; ; attempt++) {
    const leftMs = untilMs - performance.now();
    if (leftMs <= 0 || signal?.aborted || nats.isClosed()) return undefined;
    const timeout = Math.min(leftMs, attemptMs);
    try {
      return (await nats.request(subject, bodyOf(timeout), { timeout })).string();
    } catch {
      await sleep(Math.min(backoff(attempt, pauses), leftMs), signal).catch(() => undefined);
    }
  }
}
