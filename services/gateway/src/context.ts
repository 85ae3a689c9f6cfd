import type { Logger } from '@parley/core';
import type { Authenticator } from './auth/authenticator.ts';
import type { Zoom } from './calls/zoom.ts';
import type { GatewayConfig } from './config.ts';
import type { Admission } from './edge/admission.ts';
import type { ExchangeLog } from './edge/exchange.ts';
import type { RateLimits } from './edge/rate-limits.ts';
import type { OwnWrites } from './own-writes/own-writes.ts';
import type { PingBatches } from './presence/ping-batches.ts';
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

/** The client of the streams to `event-queue`. */
export type Polls = {
  /**
   * Polls a queue. Returns events as the text of a JSON array.
   * @throws ParleyError, BAD_EVENT_QUEUE_ID when the queue does not exist any more
   */
  poll(request: PollRequest): Promise<Uint8Array>;
  /**
   * Answers all waiting polls, evenly over `overMs` milliseconds, so that their clients do not all reconnect to another
   * gateway at once.
   */
  drain(overMs: number): Promise<void>;
  /** Returns true when polls can be served, otherwise the reason. */
  ready(): boolean | string;
  close(): Promise<void>;
};

/** Dependencies of handlers that live as long as the process. */
export type Ctx = {
  readonly config: GatewayConfig;
  readonly logger: Logger;
  readonly rpc: Rpc;
  readonly polls: Polls;
  readonly pings: PingBatches;
  readonly sharedTexts: SharedTexts;
  readonly ownWrites: OwnWrites;
  readonly authenticator: Authenticator;
  readonly admission: Admission;
  readonly rateLimits: RateLimits;
  readonly exchanges: ExchangeLog;
  /** Undefined when calls with Zoom are not configured. */
  readonly zoom: Zoom | undefined;
};
