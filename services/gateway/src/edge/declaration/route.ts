import type { IncomingMessage } from 'node:http';
import type { Visitor } from '@parley/core';
import type { Call } from '@parley/rpc';
import type { Language } from '@parley/texts';
import type { z } from 'zod';
import type { Caller } from '../../auth/authenticator.ts';
import type { Ctx } from '../../context.ts';
import type { Change } from '../../own-writes/recent-writers.ts';
import type { NoAnswer, Success } from '../answer/envelope.ts';
import type { PageContent } from '../answer/page-content.ts';
import type { Params } from './params.ts';
import type { RawParameters } from './raw-parameters.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** With `optional`, no credentials are accepted, but wrong ones are refused. */
export type Auth = 'required' | 'optional' | 'none';

/** `facts` are changes of users, channels, groups and settings, but not of messages. */
export type Awaited = 'everything' | 'facts' | 'nothing';

/** The properties of a request that a handler receives besides the parameters. */
export type RouteRequest<A extends Auth = Auth> = {
  /** When the client disconnects, calls of a read are cancelled. */
  readonly call: Call;
  readonly caller: A extends 'required' ? Caller : A extends 'optional' ? Caller | Visitor : Visitor;
  /** SHA-256 hash of the token in the session cookie, whether or not the token is valid; absent without the cookie. */
  readonly sessionSha256?: Buffer | undefined;
  /** Whether the request has no `Authorization` header, so that only a session can have authenticated its caller. */
  readonly isOfSession?: boolean;
  /** Returns the language of texts in the answer (docs/api/requests.md#languages). */
  readonly language: () => Language;
};

/** An endpoint of the API. The HTTP server, the documentation and the logs use this declaration. */
export type Route<P = unknown, A extends Auth = Auth, S extends AnswerSchema = AnswerSchema> = {
  readonly method: Method;
  /** Path below `/api/v1`, with parameters in braces: `/users/me/{stream_id}/topics`. */
  readonly path: string;
  /** Whether the last parameter of the path matches the rest of the path, including slashes. */
  readonly takesRest?: boolean;
  /** Name of the operation in logs, metrics and the documentation. */
  readonly operation: string;
  /** Folder of `src/http`, to which API keys can be limited. The list of all routes sets it. */
  readonly area?: string;
  readonly summary: string;
  readonly auth: A;
  /** Whether requests without credentials are served even while there is no active organization. */
  readonly isAlwaysServed?: boolean;
  /**
   * Whether the operation makes something that gives access to contents without the credentials of the request, such as a registered
   * phone. Then user-admin checks the API key, and not the gateway's cache, which may contain a key for up to a second after its end.
   */
  readonly leavesAccess?: boolean;
  /**
   * Kind of data that the operation changes and that other services cache or derive. Later requests of the caller must see such
   * a change (docs/decisions/read-your-writes.md). Default `facts`, and `nothing` for a GET.
   */
  readonly changes?: Change | 'nothing';
  /** Which earlier writes of the caller the operation must see. Default `everything`. */
  readonly awaits?: Awaited;
  /** Whether the answer contains presences. The caller's own presence in it must then be the one that they last reported. */
  readonly readsPresence?: boolean;
  /** Whether requests from web pages of other sites are refused, because the operation sets cookies. */
  readonly refusesOtherSites?: boolean;
  /** The operation gives out a credential for a password, and passwords of the demo organization are known. */
  readonly refusesForeignPages?: boolean;
  /** Whether only a development server serves the operation, to programs and its own pages. */
  readonly isForDevelopment?: boolean;
  readonly params: Params<P>;
  /** Without the envelope. The documentation is generated from this schema. */
  readonly answer?: S;
  /** Whether successes are not logged, because clients send the request very often. */
  readonly isRoutine?: boolean;
  /** Server-sent events. Browsers continue with the header `Last-Event-ID`, which replaces `last_event_id`. */
  readonly sendsEvents?: boolean;
  /** Whether the operation may wait for events. Admission control counts such requests separately. */
  readonly isLongPoll?: boolean;
  /** `RegistrationGate` admits such requests, so they do not count against the limit for others. */
  readonly isRegistration?: boolean;
  /** Returns whether a request with these parameters waits for events. Its calls then have a longer deadline. */
  readonly waits?: (values: P) => boolean;
  handle(ctx: Ctx, values: P, request: RouteRequest<A>): Promise<Success<BodyOf<S>>>;
};

type AnswerSchema = z.ZodType | undefined;
type BodyOf<S extends AnswerSchema> = S extends z.ZodType ? z.infer<S> : NoAnswer;

/** Declares an endpoint. The compiler infers the types of its parameters, and compares the handler's result with `answer`. */
export const route = <P, A extends Auth, S extends AnswerSchema = undefined>(
  declaration: Route<P, A, S>,
): Route<P, A, S> => declaration;

/** A route in the list of all routes. The types of its parameters and answer are not known there. */
// biome-ignore lint/suspicious/noExplicitAny: each route's own types are checked where it is declared
export type AnyRoute = Route<any, any, any>;

/** The routes of one folder of `src/http`, as the documentation groups them. */
export type Area = {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly routes: readonly AnyRoute[];
};

/** A web page or file outside the API. */
export type Page = {
  /** Default GET. A POST from a form on another site is refused, unless `acceptsOtherSites` is set. */
  readonly method?: 'GET' | 'POST';
  /** Path from the root of the server, with parameters in braces. */
  readonly path: string;
  readonly operation: string;
  /** For scripts of other origins: only files without secrets that clients of the API load. Default false. */
  readonly isShared?: boolean;
  /** Whether only a development server has the page. Other sites cannot link to it. */
  readonly isForDevelopment?: boolean;
  /** Whether forms on other sites may post to this page, because the posted document has a signature that the page verifies. */
  readonly acceptsOtherSites?: boolean;
  /** Whether the page is served even while services are unavailable or the organization is deactivated. */
  readonly isStatic?: boolean;
  /** No rate limit of the address, because serving the page costs as little as refusing it. */
  readonly isUnlimited?: boolean;
  handle(ctx: Ctx, request: PageRequest): Promise<PageContent>;
};

export type PageRequest = Omit<RouteRequest<'none'>, 'language'> & {
  readonly path: RawParameters;
  /** The query as the client sent it, without the question mark. Not decoded. */
  readonly query: string;
  /** Node's request object, for its headers and its connection. */
  readonly raw: IncomingMessage;
  /** The `Cookie` header. */
  readonly cookies: string | undefined;
  /** Fields of the posted form. */
  readonly form: RawParameters;
  readonly language: Language;
  /** Encodings that the client accepts, as it sent them; empty for none. */
  readonly acceptEncoding: string;
};
