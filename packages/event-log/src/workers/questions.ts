/** Requests over NATS about the progress of the log and of workers. */
import type { NatsConnection } from '@nats-io/transport-node';
import { backoff, sleep } from '@parley/core';
import { endOf } from '../entries/event-id.ts';
import { logNames } from '../nats/streams.ts';
import type { LogPosition } from '../reading/follower.ts';
import type { WorkPosition } from './lease.ts';

export type Question = {
  nats: NatsConnection;
  prefix: string;
  /** Time until which an answer is awaited, as a value of `performance.now()`. */
  untilMs: number;
  signal?: AbortSignal;
};

const pauses = { baseMs: 10, maxMs: 100 };
/** Time limit of one attempt in milliseconds. A relay or worker that is replaced after the request does not answer. */
const attemptMs = 1_000;

/**
 * Asks the active relay, which copies committed events to the log, for the end of the log. The returned position includes
 * everything that was committed when the request was sent. While there is no active relay, the request is repeated.
 * @returns undefined when no answer arrives in time, the signal aborts, or the connection is closed
 */
export async function askLogEnd(question: Question): Promise<LogPosition | undefined> {
  const answer = await ask(question, logNames(question.prefix).position, () => '');
  return answer === undefined ? undefined : (JSON.parse(answer) as LogPosition);
}

/** A worker's answer. `quietMs` is the time in milliseconds since it may last have changed data. */
export type WorkerAnswer = { quietMs: number };

/**
 * Waits until a worker has handled everything up to a position. The replica that holds the worker's lease answers. While there is
 * none, the request is repeated.
 * @returns undefined when no answer arrives in time, the signal aborts, or the connection is closed
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
  // Workers of the previous release answer with an empty text.
  return answer === '' ? { quietMs: 0 } : (JSON.parse(answer) as WorkerAnswer);
}

/**
 * Repeats a request until it is answered. Returns undefined when the time is over, the signal aborts, or the connection is closed.
 * @param bodyOf returns the body of the request, given the time limit of the attempt in milliseconds
 */
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
