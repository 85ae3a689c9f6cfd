import type { UserId } from '@parley/rules';

export const emptyEventsJson = Buffer.from('[]');

/** An answer of event-queue. All polls and streams that receive the same events share one object. */
export type PollAnswer = {
  /** A JSON array. */
  readonly eventsJson: Buffer;
  readonly lastEventId: number;
  /** Whether streams end after this answer. A poll ends after any answer. */
  readonly endsStreams: boolean;
};

/** An answer without events, which ends polls and streams. */
export const emptyAnswer: PollAnswer = { eventsJson: emptyEventsJson, lastEventId: 0, endsStreams: true };

export type PollLink = { cancel(job: PollJob): void };

/** A waiting poll or a stream. Each client has one, so it has few fields. */
export type PollJob = {
  readonly queueId: string;
  readonly userId: UserId;
  /** Limits of the API key that makes the request, as text; empty without limits. */
  readonly keyScope: string;
  readonly lastEventId: number | undefined;
  readonly dontBlock: boolean;
  /** W3C trace context; empty when the request has none. */
  readonly traceparent: string;
  readonly isStream: boolean;
  /** ID of the last event that was sent to the client; used for streams only. */
  readonly sentEventId: number;
  /** Unix time in milliseconds at which a poll fails, or a stream ends. */
  deadline: number;
  answer(answer: PollAnswer): void;
  reject(error: Error): void;
  link: PollLink | undefined;
  pollId: number;
  /** Links whose replicas refused the poll since its last retry. */
  refusedBy: Set<PollLink> | undefined;
  rounds: number;
};
