import type { Call } from '@parley/rpc';
import type { z } from 'zod';
import type { Caller } from '../auth/authenticator.ts';
import type { Ctx } from '../context.ts';
import type { Success } from './envelope.ts';
import type { Params } from './params.ts';
import type { RawParameters } from './raw-parameters.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** Whether an endpoint wants to know who is calling. With `optional` wrong credentials are still refused. */
export type Auth = 'required' | 'optional' | 'none';

/** What a handler knows of the request beside its parameters. */
export type RouteRequest<A extends Auth = Auth> = {
  /** For calls to services: principal, deadline, request ID, trace. Reads are given up when the client leaves. */
  readonly call: Call;
  readonly caller: A extends 'required' ? Caller : A extends 'optional' ? Caller | undefined : undefined;
  /** SHA-256 of the session that the browser's cookie names, checked or not. */
  readonly sessionSha256?: Buffer | undefined;
};

/** An endpoint of the API: everything the edge, the documentation and the logs need to know about it. */
export type Route<P = unknown, A extends Auth = Auth> = {
  readonly method: Method;
  /** Below `/api/v1`, parameters in braces: `/users/me/{stream_id}/topics`. */
  readonly path: string;
  /** The last parameter of the path may hold slashes: it is what is left of the address. */
  readonly takesRest?: boolean;
  /** Its name in logs, metrics and the documentation. */
  readonly operation: string;
  readonly summary: string;
  readonly auth: A;
  /** Also for incoming webhooks, whose keys are good for nothing else. */
  readonly takesWriteOnly?: boolean;
  /** Sets cookies: pages of other sites are refused. */
  readonly refusesOtherSites?: boolean;
  readonly params: Params<P>;
  /** What it answers beside the envelope; nothing when absent. The documentation comes from it. */
  readonly answer?: z.ZodType;
  /** Clients send it all the time: when it went well, no line of the log tells of it. */
  readonly isRoutine?: boolean;
  /** May wait for events: counted apart. */
  readonly isLongPoll?: boolean;
  /** Whether a request waits for events: it is given the time for that once its caller is known. */
  readonly waits?: (values: P) => boolean;
  handle(ctx: Ctx, values: P, request: RouteRequest<A>): Promise<Success>;
};

/** Declares an endpoint with the types of its parameters inferred. */
export const route = <P, A extends Auth>(declaration: Route<P, A>): Route<P, A> => declaration;

/** A route in the list of all routes, whatever its parameters. */
// biome-ignore lint/suspicious/noExplicitAny: each route's own types are checked where it is declared
export type AnyRoute = Route<any, any>;

/** The routes of one folder of `src/http`, as the documentation groups them. */
export type Area = {
  /** The folder's name. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly routes: readonly AnyRoute[];
};

/** Something that is no API endpoint: a web page or a file. */
export type Page = {
  /** Reading unless told otherwise; forms of other sites cannot post. */
  readonly method?: 'GET' | 'POST';
  /** From the root of the server, parameters in braces. */
  readonly path: string;
  readonly operation: string;
  /** Not counted against the limits of the caller's address: it costs as little as refusing. */
  readonly isUnlimited?: boolean;
  handle(ctx: Ctx, request: PageRequest): Promise<PageContent>;
};

export type PageRequest = RouteRequest<'none'> & {
  /** Of the path. */
  readonly path: RawParameters;
  /** Of the form that was posted. */
  readonly form: RawParameters;
  /** Encodings that the client accepts, as it sent them; empty for none. */
  readonly acceptEncoding: string;
};

export type PageContent = {
  /** 200 unless told otherwise. */
  status?: number;
  contentType: string;
  body: string | Uint8Array;
  /** The body is compressed already; `headers` name the encoding. */
  isEncoded?: boolean;
  headers?: Readonly<Record<string, string | string[]>>;
};
