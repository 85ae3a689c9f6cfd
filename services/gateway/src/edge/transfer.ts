import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Call } from '@parley/rpc';
import type { Language } from '@parley/texts';
import type { z } from 'zod';
import type { Caller } from '../auth/authenticator.ts';
import type { Ctx } from '../context.ts';
import type { Change } from '../own-writes/marks.ts';
import type { Success } from './envelope.ts';
import type { HttpMethod } from './paths.ts';
import type { Auth } from './route.ts';

/** A request whose body or answer is a file, which is streamed whatever its size. */
export type TransferRequest = {
  /** The request. Its body has not been read. */
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** Headers of every answer: request ID, rate limit, `Connection`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly caller: Caller | undefined;
  /** Language of refusals. */
  readonly language: Language;
  /** For calls with the deadline of an ordinary request. */
  readonly call: Call;
  /** Options of calls that transfer the file, with a deadline of hours. */
  readonly transferCall: Call;
  /** The decoded rest of the path. It contains no null bytes. */
  readonly rest: string;
};

/** An endpoint for uploads or downloads. It bypasses parameters and body parsing. Its refusals are error envelopes. */
export type Transfer = {
  /** Methods. They include OPTIONS only when the protocol itself answers it. */
  readonly methods: readonly (HttpMethod | 'OPTIONS')[];
  /** Path from the root of the server, without the trailing `/*` of `takesRest`. */
  readonly path: string;
  readonly takesRest: boolean;
  readonly operation: string;
  /** To which API keys can be limited, as in a route. */
  readonly area?: string;
  readonly summary: string;
  readonly auth: Auth;
  /** Share of the replica's concurrent transfers that this endpoint may use, between 0 and 1. Default 1. */
  readonly share?: number;
  /** As in a route. Default `facts`; reading methods change nothing. */
  readonly changes?: Change | 'nothing';
  /** Schema of the body of a success, without the envelope. Absent when the answer is a file or empty. */
  readonly answer?: z.ZodType;
  /** Writes the answer itself, or returns the body of a success to be rendered. */
  handle(ctx: Ctx, request: TransferRequest): Promise<Success | undefined>;
};
