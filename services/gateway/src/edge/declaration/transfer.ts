import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Visitor } from '@parley/core';
import type { Call } from '@parley/rpc';
import type { Language } from '@parley/texts';
import type { z } from 'zod';
import type { Caller } from '../../auth/authenticator.ts';
import type { Ctx } from '../../context.ts';
import type { Change } from '../../own-writes/recent-writers.ts';
import type { Success } from '../answer/envelope.ts';
import type { HttpMethod } from './paths.ts';
import type { Auth } from './route.ts';

/** A request whose body or answer is a file of any size, which is streamed. */
export type TransferRequest = {
  /** Node's request object, whose body has not been read. */
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** Request ID, rate limit, those for other origins, and `Connection: close` on the last of its connection. */
  readonly headers: Readonly<Record<string, string>>;
  readonly caller: Caller | Visitor;
  readonly language: Language;
  /** Options of ordinary calls to services, with the deadline of an ordinary request. */
  readonly call: Call;
  /** Options of calls that transfer the file, with a deadline in several hours. */
  readonly transferCall: Call;
  /** The decoded rest of the path after the path of the transfer. It contains no null bytes. */
  readonly rest: string;
};

/** An upload or download without declared parameters, whose handler reads the body. Errors get an envelope. */
export type Transfer = {
  /** OPTIONS only when the endpoint's protocol defines it. Otherwise OPTIONS answers CORS preflights. */
  readonly methods: readonly (HttpMethod | 'OPTIONS')[];
  /** Path from the root of the server. With `takesRest`, the endpoint also answers all paths below it. */
  readonly path: string;
  readonly takesRest: boolean;
  readonly operation: string;
  /** The area of the API to which keys can be limited, as in a route. */
  readonly area?: string;
  readonly summary: string;
  readonly auth: Auth;
  /** Whether only programs use the endpoint, and no web pages. Scripts of other origins then cannot read its answers. */
  readonly isForPrograms?: boolean;
  /** Largest fraction of the replica's concurrent transfers that this endpoint may use, between 0 and 1. Default 1. */
  readonly share?: number;
  /** Kind of data that the operation changes, as in a route. Default `facts`. Not used for GET and HEAD, which change nothing. */
  readonly changes?: Change | 'nothing';
  /** Schema of the body of a success, without the envelope. Absent when the answer is a file or empty. */
  readonly answer?: z.ZodType;
  /** Writes the answer itself and returns undefined, or returns the body of a success, which the caller renders. */
  handle(ctx: Ctx, request: TransferRequest): Promise<Success | undefined>;
};
