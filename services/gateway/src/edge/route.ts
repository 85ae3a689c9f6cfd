import type { Call } from '@parley/rpc';
import type { Language } from '@parley/texts';
import type { z } from 'zod';
import type { Caller } from '../auth/authenticator.ts';
import type { Ctx } from '../context.ts';
import type { Change } from '../own-writes/marks.ts';
import type { NoAnswer, Success } from './envelope.ts';
import type { Params } from './params.ts';
import type { RawParameters } from './raw-parameters.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** Whether an endpoint requires credentials. With `optional`, wrong credentials are still refused. */
export type Auth = 'required' | 'optional' | 'none';

/** Which of the caller's own earlier writes a request must see. */
export type Awaited = 'everything' | 'facts' | 'nothing';

/** What a handler gets in addition to the parameters. */
export type RouteRequest<A extends Auth = Auth> = {
  /** For calls to services: principal, deadline, request ID, trace. Reads are cancelled when the client disconnects. */
  readonly call: Call;
  readonly caller: A extends 'required' ? Caller : A extends 'optional' ? Caller | undefined : undefined;
  /** SHA-256 of the token in the session cookie, whether or not it was verified. */
  readonly sessionSha256?: Buffer | undefined;
};

/** An endpoint of the API, as the edge, the documentation and the logs use it. */
export type Route<P = unknown, A extends Auth = Auth, S extends AnswerSchema = AnswerSchema> = {
  readonly method: Method;
  /** Below `/api/v1`, parameters in braces: `/users/me/{stream_id}/topics`. */
  readonly path: string;
  /** Whether the last parameter of the path takes the rest of the address, slashes included. */
  readonly takesRest?: boolean;
  /** Its name in logs, metrics and the documentation. */
  readonly operation: string;
  readonly summary: string;
  readonly auth: A;
  /** Whether keys of incoming webhooks are accepted; other operations refuse them. */
  readonly takesWriteOnly?: boolean;
  /**
   * What it changes that other requests of the caller must see although they do not read it where it is written
   * (docs/decisions/read-your-writes.md). Facts, unless given; a GET changes nothing.
   */
  readonly changes?: Change | 'nothing';
  /** Which own earlier writes it must see; everything unless given. */
  readonly awaits?: Awaited;
  /** Whether requests of other sites are refused, because the operation sets cookies. */
  readonly refusesOtherSites?: boolean;
  readonly params: Params<P>;
  /**
   * Schema of the answer without the envelope; absent when the answer is only the envelope. The documentation is
   * generated from it.
   */
  readonly answer?: S;
  /** Whether successes are not logged, because clients send it constantly. */
  readonly isRoutine?: boolean;
  /** Whether it may wait for events. Admission counts such requests separately. */
  readonly isLongPoll?: boolean;
  /** Says whether this request waits for events, which gives it a longer deadline. */
  readonly waits?: (values: P) => boolean;
  handle(ctx: Ctx, values: P, request: RouteRequest<A>): Promise<Success<BodyOf<S>>>;
};

type AnswerSchema = z.ZodType | undefined;
type BodyOf<S extends AnswerSchema> = S extends z.ZodType ? z.infer<S> : NoAnswer;

/** Declares an endpoint with the types of its parameters inferred, and its handler compared with its answer. */
export const route = <P, A extends Auth, S extends AnswerSchema = undefined>(
  declaration: Route<P, A, S>,
): Route<P, A, S> => declaration;

/** A route in the list of all routes, whatever its parameters. */
// biome-ignore lint/suspicious/noExplicitAny: each route's own types are checked where it is declared
export type AnyRoute = Route<any, any, any>;

/** The routes of one folder of `src/http`, as the documentation groups them. */
export type Area = {
  /** The folder's name. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly routes: readonly AnyRoute[];
};

/** A web page or file outside the API. */
export type Page = {
  /** GET unless given. POSTs of other sites' forms are refused. */
  readonly method?: 'GET' | 'POST';
  /** From the root of the server, parameters in braces. */
  readonly path: string;
  readonly operation: string;
  /** Not counted against the limits of the caller's address, because serving costs as little as refusing. */
  readonly isUnlimited?: boolean;
  handle(ctx: Ctx, request: PageRequest): Promise<PageContent>;
};

export type PageRequest = RouteRequest<'none'> & {
  /** Parameters of the path. */
  readonly path: RawParameters;
  /** Fields of the posted form. */
  readonly form: RawParameters;
  /** Language of the page. */
  readonly language: Language;
  /** Encodings that the client accepts, as it sent them; empty for none. */
  readonly acceptEncoding: string;
};

export type PageContent = {
  /** 200 unless given. */
  status?: number;
  contentType: string;
  body: string | Uint8Array;
  /** The body is compressed already; `headers` name the encoding. */
  isEncoded?: boolean;
  headers?: Readonly<Record<string, string | string[]>>;
};
