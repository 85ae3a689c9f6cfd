import type { ParleyError } from '@parley/core';
import type { Rendered } from '../domain/texts.ts';
import type { WaitingPoll } from '../domain/waiting-polls.ts';
import type { Session } from '../queues/session.ts';

/** Takes the answers for a connected gateway. */
export type Sink = {
  /** Answers all these polls with the same events. */
  answer(pollIds: readonly number[], eventsJson: Buffer): void;
  fail(pollId: number, error: ParleyError): void;
};

/** A poll as a gateway sends it. */
export type PollRequest = {
  pollId: number;
  queueId: string;
  /** 0 for a spectator. */
  userId: number;
  lastEventId: number | undefined;
  dontBlock: boolean;
  /** Empty unless traces are recorded. */
  traceparent: string;
};

/** A poll from its arrival to its answer. */
export type OpenPoll = {
  readonly sink: Sink;
  readonly request: PollRequest;
  /** Monotonic time at which a heartbeat is due. */
  readonly deadlineMs: number;
  /** Answered or cancelled. */
  isOver: boolean;
  /** Cancels what the poll waits for. */
  readonly aborter: AbortController;
};

/** A poll in the index of waiting polls. */
export type RegisteredPoll = WaitingPoll & { readonly open: OpenPoll; readonly session: Session };

export const nothing = Buffer.from('[]');

/** Returns events as JSON array text. */
export function eventsJson(rendered: readonly Rendered[]): Buffer {
  if (rendered.length === 1) return Buffer.from(`[${rendered[0]!.text}]`);
  return Buffer.from(`[${rendered.map(({ text }) => text).join(',')}]`);
}

/** Returns an answer without events, with the position up to which the log was read. */
export const heartbeatJson = (position: number): Buffer =>
  Buffer.from(`[{"type":"heartbeat","id":${position}}]`);
