import type { ParleyError } from '@parley/core';
import type { Rendered } from '../domain/texts.ts';
import type { WaitingPoll } from '../domain/waiting-polls.ts';
import type { Session } from '../queues/session.ts';

/** Receives the answers for a connected gateway. */
export type Sink = {
  /** Answers all of these polls with the same events. */
  answer(pollIds: readonly number[], eventsJson: Buffer): void;
  fail(pollId: number, error: ParleyError): void;
};

/** A poll as a gateway sends it. */
export type PollRequest = {
  pollId: number;
  queueId: string;
  /** ID of the owner; 0 for a spectator. */
  userId: number;
  lastEventId: number | undefined;
  dontBlock: boolean;
  /** Empty when no traces are recorded. */
  traceparent: string;
};

/** A poll from its arrival to its answer. */
export type OpenPoll = {
  readonly sink: Sink;
  readonly request: PollRequest;
  /** Time of the monotonic clock at which a heartbeat is due, milliseconds. */
  readonly deadlineMs: number;
  /** Whether the poll was answered or cancelled. */
  isOver: boolean;
  /** Cancels what the poll is waiting for. */
  readonly aborter: AbortController;
};

/** A poll in the index of waiting polls. */
export type RegisteredPoll = WaitingPoll & { readonly open: OpenPoll; readonly session: Session };

export const nothing = Buffer.from('[]');

/** Returns events as the text of a JSON array. */
export function eventsJson(rendered: readonly Rendered[]): Buffer {
  if (rendered.length === 1) return Buffer.from(`[${rendered[0]!.text}]`);
  return Buffer.from(`[${rendered.map(({ text }) => text).join(',')}]`);
}

/** Returns an answer that contains only the position up to which the log was read. */
export const heartbeatJson = (position: number): Buffer =>
  Buffer.from(`[{"type":"heartbeat","id":${position}}]`);
