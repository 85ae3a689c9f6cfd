import type { IncomingMessage } from 'node:http';
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

/** Whether an endpoint requires credentials. `optional` also refuses wrong credentials. */
export type Auth = 'required' | 'optional' | 'none';

/** Which earlier writes of the caller a request must see. */
export type Awaited = 'everything' | 'facts' | 'nothing';

/** Properties of a request that a handler receives in addition to the parameters. */
export type RouteRequest<A extends Auth = Auth> = {
  /**
   * Options of calls to services: principal, deadline, request ID, trace. Reads are cancelled when the client
   * disconnects.
   */
  readonly call: Call;
  readonly caller: A extends 'required' ? Caller : A extends 'optional' ? Caller | undefined : undefined;
  /** SHA-256 of the token in the session cookie, whether or not it was verified. */
  readonly sessionSha256?: Buffer | undefined;
  /** Whether the session authenticated the caller. */
  readonly isOfSession?: boolean;
};

/** An endpoint of the API. The edge, the documentation and the logs use this declaration. */
export type Route<P = unknown, A extends Auth = Auth, S extends AnswerSchema = AnswerSchema> = {
  readonly method: Method;
  /** Path below `/api/v1`, with parameters in braces: `/users/me/{stream_id}/topics`. */
  readonly path: string;
  /** Whether the last parameter of the path takes the rest of the path, including slashes. */
  readonly takesRest?: boolean;
  /** Name of the operation in logs, metrics and the documentation. */
  readonly operation: string;
  /** The folder of the route, to which API keys can be limited. The list of routes sets it. */
  readonly area?: string;
  readonly summary: string;
  readonly auth: A;
  /** Whether the operation is served even while the organization is deactivated. */
  readonly isAlwaysServed?: boolean;
  /** Whether keys of incoming webhooks are accepted. Other operations refuse them. */
  readonly takesWriteOnly?: boolean;
  /**
   * Kind of data that the operation changes and that other services cache or derive. Later requests of the caller must
   * see such a change (docs/decisions/read-your-writes.md). Default `facts`; a GET changes nothing.
   */
  readonly changes?: Change | 'nothing';
  /** Which earlier writes of the caller the operation must see. Default `everything`. */
  readonly awaits?: Awaited;
  /** Whether its answer contains presences. The caller’s own presence in it must be the one that they reported last. */
  readonly readsPresence?: boolean;
  /** Whether requests of other sites are refused, because the operation sets cookies. */
  readonly refusesOtherSites?: boolean;
  readonly params: Params<P>;
  /**
   * Schema of the answer without the envelope. Absent when the answer is only the envelope. The documentation is
   * generated from it.
   */
  readonly answer?: S;
  /** Whether successes are not logged, because clients send the request very often. */
  readonly isRoutine?: boolean;
  /**
   * Whether the answer of a success is a stream of server-sent events. The header `Last-Event-ID`, with which browsers
   * continue such a stream, then replaces the parameter `last_event_id`.
   */
  readonly sendsEvents?: boolean;
  /** Whether the operation may wait for events. Admission counts such requests separately. */
  readonly isLongPoll?: boolean;
  /**
   * Whether the operation registers an event queue. `RegistrationGate` admits such requests, and they do not count as
   * load of other operations.
   */
  readonly isRegistration?: boolean;
  /** Returns whether this request waits for events. Such a request has a longer deadline. */
  readonly waits?: (values: P) => boolean;
  handle(ctx: Ctx, values: P, request: RouteRequest<A>): Promise<Success<BodyOf<S>>>;
};

type AnswerSchema = z.ZodType | undefined;
type BodyOf<S extends AnswerSchema> = S extends z.ZodType ? z.infer<S> : NoAnswer;

/** Declares an endpoint. Types of its parameters are inferred, and its handler is compared with its answer. */
export const route = <P, A extends Auth, S extends AnswerSchema = undefined>(
  declaration: Route<P, A, S>,
): Route<P, A, S> => declaration;

/** A route in the list of all routes, with any parameters. */
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
  /** Default GET. POSTs of forms on other sites are refused, unless `acceptsOtherSites`. */
  readonly method?: 'GET' | 'POST';
  /** Path from the root of the server, with parameters in braces. */
  readonly path: string;
  readonly operation: string;
  /** Whether forms on other sites may post here, because the posted text is signed by its author. */
  readonly acceptsOtherSites?: boolean;
  /** Whether it is served even while services are unavailable or the organization is deactivated. */
  readonly isStatic?: boolean;
  /**
   * Whether requests do not count against the limits of the caller's address, because serving costs as little as
   * refusing.
   */
  readonly isUnlimited?: boolean;
  handle(ctx: Ctx, request: PageRequest): Promise<PageContent>;
};

export type PageRequest = RouteRequest<'none'> & {
  /** Parameters in the path. */
  readonly path: RawParameters;
  /** The query as the client sent it, without the question mark. */
  readonly query: string;
  /** The request itself: its headers and its connection. */
  readonly raw: IncomingMessage;
  /** The `Cookie` header. */
  readonly cookies: string | undefined;
  /** Fields of the posted form. */
  readonly form: RawParameters;
  /** Language of the page. */
  readonly language: Language;
  /** Encodings that the client accepts, as it sent them; empty for none. */
  readonly acceptEncoding: string;
};

export type PageContent = {
  /** Default 200. */
  status?: number;
  contentType: string;
  body: string | Uint8Array;
  /** Whether the body is already compressed. `headers` name the encoding then. */
  isEncoded?: boolean;
  headers?: Readonly<Record<string, string | string[]>>;
};
