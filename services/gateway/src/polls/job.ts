import type { Link } from './link.ts';

/** JSON array text of no events. */
export const nothing = Buffer.from('[]');

/** What a client waits for. Plain data and two callbacks: there are as many as clients. */
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
  /** The replica that is asked now. */
  link: Link | undefined;
  pollId: number;
  /** Replicas that refused it since the last round. */
  refusedBy: Set<Link> | undefined;
  rounds: number;
};
