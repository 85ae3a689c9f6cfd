import type { Link } from './link.ts';

/** Text of an empty JSON array. */
export const noEvents = Buffer.from('[]');

/** A waiting poll. It is plain data with two callbacks, because there is one per client. */
export type PollJob = {
  readonly queueId: string;
  readonly userId: number;
  readonly lastEventId: number | undefined;
  readonly dontBlock: boolean;
  /** Empty when the request has no trace. */
  readonly traceparent: string;
  /** Deadline in milliseconds since the Unix epoch. */
  readonly deadline: number;
  readonly resolve: (eventsJson: Buffer) => void;
  readonly reject: (error: Error) => void;
  /** The replica to which the poll was sent. */
  link: Link | undefined;
  pollId: number;
  /** Replicas that refused the poll in this round. */
  refusedBy: Set<Link> | undefined;
  rounds: number;
};
