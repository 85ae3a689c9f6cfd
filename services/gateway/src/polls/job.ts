/** Text of an empty JSON array. */
export const emptyEventsJson = Buffer.from('[]');

/** Events from event-queue. One object is shared by all polls and streams that receive the same events. */
export type PollAnswer = {
  /** A JSON array. */
  readonly eventsJson: Buffer;
  /** ID of the last event; 0 without events. */
  readonly lastEventId: number;
  /** Whether streams end with this answer. Polls end with each answer. */
  readonly endsStreams: boolean;
};

/** An answer without events, which ends polls and streams. */
export const emptyAnswer: PollAnswer = { eventsJson: emptyEventsJson, lastEventId: 0, endsStreams: true };

/** The stream to a replica (`Link`), as a poll knows it. */
export type PollLink = { cancel(job: PollJob): void };

/** A waiting poll or a stream. There is one per client, so it is small. */
export type PollJob = {
  readonly queueId: string;
  readonly userId: number;
  readonly lastEventId: number | undefined;
  readonly dontBlock: boolean;
  /** Empty when the request has no trace. */
  readonly traceparent: string;
  readonly isStream: boolean;
  /** ID of the last event that was sent to the client of a stream. */
  readonly sentEventId: number;
  /** Time in milliseconds since the Unix epoch at which a poll fails, or a stream ends. */
  deadline: number;
  answer(answer: PollAnswer): void;
  reject(error: Error): void;
  /** The replica to which the poll was sent. */
  link: PollLink | undefined;
  pollId: number;
  /** Replicas that refused the poll in this round. */
  refusedBy: Set<PollLink> | undefined;
  rounds: number;
};
