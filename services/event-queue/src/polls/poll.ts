import type { ParleyError } from '@parley/core';
import type { Rendered } from '../domain/texts.ts';
import type { WaitingPoll } from '../domain/waiting-polls.ts';
import type { Session } from '../queues/session.ts';

/** Events for a poll or stream. */
export type Answer = {
  /** A JSON array. */
  readonly json: Buffer;
  /** ID of the last event; 0 without events. */
  readonly lastEventId: number;
};

/** Receives the answers for a connected gateway. */
export type Sink = {
  /**
   * Answers all of these polls and streams with the same events. `endsStreams` says whether the streams end with it.
   */
  answer(pollIds: readonly number[], answer: Answer, endsStreams: boolean): void;
  fail(pollId: number, error: ParleyError): void;
};

/** A poll or stream as a gateway sends it. */
export type PollRequest = {
  pollId: number;
  queueId: string;
  /** ID of the owner; 0 for a spectator. */
  userId: number;
  lastEventId?: number | undefined;
  dontBlock: boolean;
  /** Empty when no traces are recorded. */
  traceparent: string;
  /** Whether the client wants later events, too. */
  isStream: boolean;
  /** ID of the last event that a stream already sent, through another replica; 0 for a new stream and for polls. */
  sentEventId: number;
};

/** A poll from its arrival to its answer, or a stream from its arrival to its end. */
export type OpenPoll = {
  readonly sink: Sink;
  readonly request: PollRequest;
  /** Time of the monotonic clock at which a heartbeat is due, milliseconds. */
  deadlineMs: number;
  /** Whether the poll was answered or cancelled. */
  isOver: boolean;
  /** Cancels what the poll is waiting for. */
  readonly aborter: AbortController;
};

/** A poll in the index of waiting polls. */
export type RegisteredPoll = WaitingPoll & { readonly open: OpenPoll; readonly session: Session };

export const emptyAnswer: Answer = { json: Buffer.from('[]'), lastEventId: 0 };

/** Returns events as an answer. `further` is the JSON text of an event that follows them. */
export function eventsAnswer(rendered: readonly Rendered[], further?: Heartbeat): Answer {
  const texts = rendered.map(({ text }) => text);
  if (further) texts.push(further.text);
  const lastEventId = further?.id ?? rendered.at(-1)!.id;
  return { json: Buffer.from(`[${texts.join(',')}]`), lastEventId };
}

type Heartbeat = { id: number; text: string };

/** Returns an event that says only up to which position the log was read. */
export const heartbeat = (position: number): Heartbeat => ({
  id: position,
  text: `{"type":"heartbeat","id":${position}}`,
});

/** Returns an answer that contains only a heartbeat. */
export const heartbeatAnswer = (position: number): Answer => eventsAnswer([], heartbeat(position));
