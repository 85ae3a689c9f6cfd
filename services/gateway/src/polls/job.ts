import type { Link } from './link.ts';

/** JSON array text without events. */
export const noEvents = Buffer.from('[]');

/** A waiting poll. Plain data and two callbacks, because there is one per client. */
export type PollJob = {
  readonly queueId: string;
  readonly userId: number;
  readonly lastEventId: number | undefined;
  readonly dontBlock: boolean;
  /** Empty without a trace. */
  readonly traceparent: string;
  /** Milliseconds since the Unix epoch. */
  readonly deadline: number;
  readonly resolve: (eventsJson: Buffer) => void;
  readonly reject: (error: Error) => void;
  /** The replica that the poll is sent to. */
  link: Link | undefined;
  pollId: number;
  /** Replicas that refused it in this round. */
  refusedBy: Set<Link> | undefined;
  rounds: number;
};
