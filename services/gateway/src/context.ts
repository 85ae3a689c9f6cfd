import type { Logger } from '@parley/core';
import type { Authenticator } from './auth/authenticator.ts';
import type { createZoom } from './calls/zoom.ts';
import type { GatewayConfig } from './config.ts';
import type { Admission } from './edge/admission.ts';
import type { Deployment } from './edge/deployment.ts';
import type { ExchangeLog } from './edge/exchange.ts';
import type { RateLimits } from './edge/rate-limits.ts';
import type { Setup } from './edge/setup.ts';
import type { Generation } from './own-writes/generation.ts';
import type { OwnWrites } from './own-writes/own-writes.ts';
import type { PingBatches } from './presence/ping-batches.ts';
import type { RegistrationGate } from './register/registration-gate.ts';
import type { SharedTexts } from './register/shared-texts.ts';
import type { Rpc } from './rpc-clients.ts';

/** A long-poll as the client requests it. */
export type PollRequest = {
  queueId: string;
  userId: number;
  lastEventId: number | undefined;
  dontBlock: boolean;
  /** Set while traces are recorded. */
  traceparent?: string | undefined;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
  /** Deadline in milliseconds since the Unix epoch. */
  deadline: number;
};

/** A request for all further events of a queue. */
export type StreamRequest = Omit<PollRequest, 'dontBlock'> & {
  /**
   * Verifies the caller again; rejects with an UNAUTHORIZED error when that fails. Absent where the log announces that
   * credentials have become invalid.
   */
  verify?: (() => Promise<unknown>) | undefined;
};

/** Events for one client. `lastEventId` is the ID of the last one. */
export type StreamedEvents = { readonly eventsJson: Buffer; readonly lastEventId: number };

/** The connection of a client, as far as a stream writes to it. */
export type EventTarget = {
  /** Writes events. Returns whether the client reads fast enough; if not, the stream ends. */
  write(events: StreamedEvents): boolean;
  end(): void;
};

/** An open stream. */
export type EventStream = {
  /** Writes all events to a connection, those that have arrived already first. It is called once. */
  pipe(target: EventTarget): void;
  /** Ends the stream, because its client has disconnected. */
  cancel(): void;
};

/** The client of the streams to `event-queue`. */
export type Polls = {
  /**
   * Polls a queue. Returns events as the text of a JSON array.
   * @throws ParleyError, BAD_EVENT_QUEUE_ID when the queue does not exist any more
   */
  poll(request: PollRequest): Promise<Uint8Array>;
  /**
   * Opens a stream of all further events of a queue. It ends at its deadline at the latest.
   * @throws ParleyError, BAD_EVENT_QUEUE_ID when the queue does not exist any more
   */
  stream(request: StreamRequest): Promise<EventStream>;
  /**
   * Returns the client of the replica that serves the polls of a queue, or undefined when none is connected. A queue
   * that this replica deletes is not found by the next poll.
   */
  replicaOf(queueId: string): Rpc['eventQueue'] | undefined;
  /** Ends the streams of a user, or of everybody, so that their clients authenticate again. */
  endStreams(userId?: number): void;
  /**
   * Ends the waiting polls and the streams of a user whose session, key or account has ended, so that their clients
   * authenticate again.
   */
  revoke(userId: number): void;
  /**
   * Answers all waiting polls and ends all streams, evenly over `overMs` milliseconds, so that their clients do not all
   * reconnect to another gateway at the same time.
   */
  drain(overMs: number): Promise<void>;
  /** Returns true when polls can be served, otherwise the reason. */
  ready(): boolean | string;
  close(): Promise<void>;
};

/** A position at which the events of a new queue may begin. */
export type LogPosition = { epoch: string; startEventId: number };

/** Dependencies of handlers that live as long as the process. */
export type Ctx = {
  readonly config: GatewayConfig;
  readonly logger: Logger;
  readonly rpc: Rpc;
  readonly polls: Polls;
  /**
   * Returns the newest position in the log that this gateway has merged; undefined while it may be more than a second
   * behind.
   */
  readonly logPosition: () => LogPosition | undefined;
  readonly pings: PingBatches;
  readonly sharedTexts: SharedTexts;
  readonly registrations: RegistrationGate;
  readonly ownWrites: OwnWrites;
  readonly generation: Pick<Generation, 'read'>;
  readonly authenticator: Authenticator;
  readonly admission: Admission;
  readonly rateLimits: RateLimits;
  readonly exchanges: ExchangeLog;
  readonly setup: Pick<Setup, 'isOpen'>;
  readonly deployment: Pick<Deployment, 'connect' | 'processes' | 'logSize'>;
  /** Undefined when calls with Zoom are not configured. */
  readonly zoom: ReturnType<typeof createZoom> | undefined;
};
