import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Call } from '@parley/rpc';
import type { z } from 'zod';
import type { Caller } from '../auth/authenticator.ts';
import type { Ctx } from '../context.ts';
import type { Success } from './envelope.ts';
import type { HttpMethod } from './paths.ts';
import type { Auth } from './route.ts';

/** A request whose body, or whose answer, is a file: it passes through, however long it is. */
export type TransferRequest = {
  /** Its body has not been read. */
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** What every answer says: the request's ID, what is left of a limit, whether the connection ends. */
  readonly headers: Readonly<Record<string, string>>;
  readonly caller: Caller | undefined;
  /** For questions to services that are answered at once. */
  readonly call: Call;
  /** For the file itself: as long as it takes. */
  readonly transferCall: Call;
  /** What the path holds beyond its fixed part, decoded; without null bytes. */
  readonly rest: string;
};

/**
 * An endpoint that bypasses parameters and bodies of the API: uploads and downloads. Refusals are envelopes all
 * the same.
 */
export type Transfer = {
  /** OPTIONS only where a protocol has more to say than what is allowed. */
  readonly methods: readonly (HttpMethod | 'OPTIONS')[];
  /** From the root of the server, without an ending `/*`, which stands for the rest. */
  readonly path: string;
  readonly takesRest: boolean;
  readonly operation: string;
  readonly summary: string;
  readonly auth: Auth;
  /** What a success body holds beside the envelope; absent where the answer is a file or nothing. */
  readonly answer?: z.ZodType;
  /** Answers by itself, or returns a success body to be rendered. */
  handle(ctx: Ctx, request: TransferRequest): Promise<Success | undefined>;
};
