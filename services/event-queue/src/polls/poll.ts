import type { ParleyError } from '@parley/core';
import type { Rendered } from '../domain/texts.ts';
import type { WaitingPoll } from '../domain/wake.ts';
import type { Session } from '../queues/session.ts';

/** Where the answers of a connected gateway go. */
export type Sink = {
  /** The same events for all these polls. */
  answer(pollIds: readonly number[], eventsJson: Buffer): void;
  fail(pollId: number, error: ParleyError): void;
};

/** What a gateway asks. */
export type PollRequest = {
  pollId: number;
  queueId: string;
  /** 0 for a spectator. */
  userId: number;
  lastEventId: number | undefined;
  dontBlock: boolean;
  /** While traces are recorded; else empty. */
  traceparent: string;
};

/** A poll from its arrival to its answer. */
export type OpenPoll = {
  readonly sink: Sink;
  readonly request: PollRequest;
  /** Monotonic; a heartbeat is due then. */
  readonly deadlineMs: number;
  /** Answered or given up. */
  isOver: boolean;
  /** Ends what the poll is waiting for. */
  readonly aborter: AbortController;
};

/** A poll in the wake index. */
export type ListeningPoll = WaitingPoll & { readonly open: OpenPoll; readonly session: Session };

export const nothing = Buffer.from('[]');

/** JSON array text of events. */
export function eventsJson(rendered: readonly Rendered[]): Buffer {
  if (rendered.length === 1) return Buffer.from(`[${rendered[0]!.text}]`);
  return Buffer.from(`[${rendered.map(({ text }) => text).join(',')}]`);
}

/** An answer without news, at the place that has been looked through. */
export const heartbeatJson = (position: number): Buffer =>
  Buffer.from(`[{"type":"heartbeat","id":${position}}]`);
