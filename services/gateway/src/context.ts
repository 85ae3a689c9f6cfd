import type { Logger } from '@parley/core';
import type { KeyScope, UserId } from '@parley/rules';
import type { Authenticator } from './auth/authenticator.ts';
import type { GatewayConfig } from './config.ts';
import type { ExchangeLog } from './edge/answer/exchange.ts';
import type { Deployment } from './edge/deployment.ts';
import type { Admission } from './edge/limits/admission.ts';
import type { RateLimits } from './edge/limits/rate-limits.ts';
import type { Setup } from './edge/setup.ts';
import type { Generation } from './own-writes/generation.ts';
import type { OwnWrites } from './own-writes/own-writes.ts';
import type { PingBatches } from './presence/ping-batches.ts';
import type { RegistrationGate } from './register/registration-gate.ts';
import type { SharedTexts } from './register/shared-texts.ts';
import type { Standing } from './register/standing.ts';
import type { Rpc } from './rpc-clients.ts';
import type { createZoom } from './video-calls/zoom.ts';

export type PollRequest = {
  queueId: string;
  userId: UserId;
  /** Limits of the caller's API key. */
  keyScope?: KeyScope | undefined;
  lastEventId: number | undefined;
  dontBlock: boolean;
  /** W3C trace context; set while traces are recorded. */
  traceparent?: string | undefined;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
  /** Deadline in milliseconds since the Unix epoch. */
  deadline: number;
};

export type StreamRequest = Omit<PollRequest, 'dontBlock'> & {
  /** UNAUTHORIZED when the credentials ended. Absent when the event log announces their end. */
  verify?: (() => Promise<unknown>) | undefined;
};

/** A batch of events for one client: a JSON array, and the ID of its last event. */
export type StreamedEvents = { readonly eventsJson: Buffer; readonly lastEventId: number };

export type EventTarget = {
  /** Writes events. Returns false when the client reads too slowly; the stream then ends. */
  write(events: StreamedEvents): boolean;
  end(): void;
};

export type EventStream = {
  /** Beginning with events that have already arrived. Must be called exactly once. */
  pipe(target: EventTarget): void;
  /** Ends the stream. Must be called when its client has disconnected. */
  cancel(): void;
};

/** The client of event-queue: it serves long-polls and streams over one gRPC stream to each replica. */
export type Polls = {
  /** @returns events as a JSON array in UTF-8 @throws BAD_EVENT_QUEUE_ID; other errors of event-queue */
  poll(request: PollRequest): Promise<Uint8Array>;
  /** Ends at its deadline at the latest. @throws BAD_EVENT_QUEUE_ID; other errors of event-queue */
  stream(request: StreamRequest): Promise<EventStream>;
  /**
   * Returns a client of the replica that serves the polls of a queue; undefined when no replica is connected. A queue must be
   * deleted through this client: after a deletion at another replica, the serving replica may still answer the next poll from
   * its cache.
   */
  replicaOf(queueId: string): Rpc['eventQueue'] | undefined;
  /** Of one user, or of all users. Their clients open new streams, and so authenticate again. */
  endStreams(userId?: UserId): void;
  /** After the end of a session, a key or the account. Clients then authenticate again. */
  revoke(userId: UserId): void;
  /**
   * Answers all waiting polls without events, and ends all streams. Spreads this evenly over `overMs` milliseconds, so that the
   * clients do not all connect to another gateway at the same time.
   */
  drain(overMs: number): Promise<void>;
  /** Returns true when polls can be served, otherwise false or a text with the reason. */
  ready(): boolean | string;
  close(): Promise<void>;
};

/** A position in the event log from which a new queue can deliver events. */
export type LogPosition = { epoch: string; startEventId: number };

/** Dependencies of all handlers. They live as long as the process. */
export type Ctx = {
  readonly config: GatewayConfig;
  readonly logger: Logger;
  readonly rpc: Rpc;
  readonly polls: Polls;
  /** Undefined while the position may be more than a second behind the log's end. */
  readonly logPosition: () => LogPosition | undefined;
  readonly pings: PingBatches;
  readonly sharedTexts: SharedTexts;
  readonly standing: Standing;
  readonly registrations: RegistrationGate;
  readonly ownWrites: OwnWrites;
  readonly generation: Pick<Generation, 'read'>;
  readonly authenticator: Authenticator;
  readonly admission: Admission;
  readonly rateLimits: RateLimits;
  readonly exchanges: ExchangeLog;
  readonly setup: Pick<Setup, 'findOpen'>;
  readonly deployment: Pick<Deployment, 'connect' | 'processes' | 'logSize'>;
  /** Client for meetings at Zoom; undefined when Zoom is not configured. */
  readonly zoom: ReturnType<typeof createZoom> | undefined;
};
