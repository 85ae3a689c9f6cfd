import { lastItem, type ParleyError } from '@parley/core';
import type { UserId } from '@parley/rules';
import type { Rendered } from '../domain/texts.ts';
import type { WaitingPoll } from '../domain/waiting-polls.ts';
import type { Session } from '../queues/session.ts';

export type Answer = {
  /** A JSON array of events. */
  readonly json: Buffer;
  /** ID of the last event; 0 when there are no events. */
  readonly lastEventId: number;
};

/** Receives the answers for one connected gateway. */
export type Sink = {
  /** Sends the same events to all of these polls and streams. `endsStreams` tells whether the streams end after them. */
  answer(pollIds: readonly number[], answer: Answer, endsStreams: boolean): void;
  fail(pollId: number, error: ParleyError): void;
};

/** A poll or stream as a gateway sends it. */
export type PollRequest = {
  pollId: number;
  queueId: string;
  userId: UserId;
  /** Limits of the API key that makes the request, as text; empty without limits. */
  keyScope: string;
  lastEventId?: number | undefined;
  dontBlock: boolean;
  /** W3C trace context; empty when the request has none. */
  traceparent: string;
  /** Whether the client also wants all later events. */
  isStream: boolean;
  /** ID of the last event that a stream has already sent, through another replica. 0 for a new stream and for polls. */
  sentEventId: number;
};

/** A poll that is not answered yet, or a stream that has not ended. */
export type OpenPoll = {
  readonly sink: Sink;
  readonly request: PollRequest;
  /** Time at which a heartbeat is due, in milliseconds of the monotonic clock. */
  deadlineMs: number;
  /** Whether the poll was answered or cancelled, or the stream has ended. */
  isOver: boolean;
  /** Cancels the asynchronous steps for the poll. */
  readonly aborter: AbortController;
};

/** A poll or stream in the index of waiting polls. */
export type RegisteredPoll = WaitingPoll & { readonly open: OpenPoll; readonly session: Session };

export const emptyAnswer: Answer = { json: Buffer.from('[]'), lastEventId: 0 };

/** Returns an answer with rendered events. `further` is a heartbeat that follows them. */
export function eventsAnswer(rendered: readonly Rendered[], further?: Heartbeat): Answer {
  const texts = rendered.map(({ text }) => text);
  if (further) texts.push(further.text);
  const lastEventId = further?.id ?? lastItem(rendered).id;
  return { json: Buffer.from(`[${texts.join(',')}]`), lastEventId };
}

type Heartbeat = { id: number; text: string };

/** Returns a heartbeat: an event that only tells the client up to which position the log was read. */
export const heartbeat = (position: number): Heartbeat => ({
  id: position,
  text: `{"type":"heartbeat","id":${position}}`,
});

export const heartbeatAnswer = (position: number): Answer => eventsAnswer([], heartbeat(position));
