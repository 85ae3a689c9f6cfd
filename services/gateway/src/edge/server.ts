import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { asError, errors, ownHosts, ParleyError, type Visitor, visitor } from '@parley/core';
import type { Call } from '@parley/rpc';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Caller } from '../auth/authenticator.ts';
import { hashSessionToken, readSessionToken } from '../auth/cookies.ts';
import type { Ctx } from '../context.ts';
import { headersOf, renderSuccess, type Success } from './answer/envelope.ts';
import type { Exchange } from './answer/exchange.ts';
import { renderFailure, renderFailurePage, toParleyError } from './answer/failure.ts';
import { answerLanguage } from './answer/language.ts';
import { allowOf, methodNotAllowed } from './answer/method-not-allowed.ts';
import { keepAliveSeconds } from './answer/one-write.ts';
import { addStandingHeaders, standingHeaders } from './answer/standing-headers.ts';
import type { Parsed } from './declaration/params.ts';
import {
  allMethods,
  checkRoutes,
  methodsByPath,
  methodsOf,
  pathParameters,
  routerPath,
  withPlainSlashes,
} from './declaration/paths.ts';
import {
  jsonNull,
  mergeParameters,
  noParameters,
  parseUrlencoded,
  type RawParameters,
} from './declaration/raw-parameters.ts';
import type { AnyRoute, Page } from './declaration/route.ts';
import type { Transfer } from './declaration/transfer.ts';
import { ArrivingBodies } from './intake/arriving-bodies.ts';
import { begin, callOf, exchangeOf } from './intake/begin.ts';
import { addBodyParsers } from './intake/body-parsers.ts';
import { callerOf, limit, principalOf } from './intake/callers.ts';
import { clientAddress, readForwardedAddresses } from './intake/client-address.ts';
import { clientErrorHandler } from './intake/client-errors.ts';
import { closeGently } from './intake/close-gently.ts';
import { answerForNode, requireHost } from './intake/node-answers.ts';
import { sharesPage, sharesRoute } from './intake/other-origins.ts';
import { afterOwnWrites, announced } from './intake/own-writes.ts';
import { answerPreflight } from './intake/preflight.ts';
import { isFromPage, refuseForeignPages, refuseOtherSites } from './intake/sessions.ts';
import { type Lane, overloaded } from './limits/admission.ts';
import { declaredBytes } from './limits/declared-bytes.ts';
import { RateLimitError } from './limits/rate-limits.ts';
import { ruleOf } from './limits/rate-rules.ts';
import { type ResponseHead, respond, respondBody } from './respond.ts';
import { shedEarly } from './shed-early.ts';
import { mountTransfers } from './transfers.ts';

export type EdgeOptions = {
  routes: readonly AnyRoute[];
  pages: readonly Page[];
  transfers: readonly Transfer[];
  /** Returns true while the process is stopping. Each connection then closes after its next response. */
  isStopping: () => boolean;
};

const apiPrefix = '/api/v1';
const json = 'application/json';

declare module 'fastify' {
  interface FastifyRequest {
    exchange: Exchange | undefined;
  }
  /** What the framework keeps about a mounted address. */
  interface FastifyContextConfig {
    isTransfer?: boolean;
    /** Whether scripts of other origins may read the answers. */
    isShared?: boolean;
  }
}

/**
 * Creates the HTTP server, which does not listen yet. A request passes through admission control, body parsing, authentication,
 * parameter parsing, its handler and the rendering of the envelope. Every body that the API sends, except files and streams of
 * events, is an envelope, even in answers to malformed requests.
 */
export function createEdge(ctx: Ctx, options: EdgeOptions): FastifyInstance {
  checkRoutes(options.routes);
  const { routes, transfers } = options;
  const pages = options.pages.filter((page) => !page.isForDevelopment || isDevelopment(ctx));
  const edge = new Edge(ctx, options.isStopping);
  edge.readRequests(routes, transfers);
  for (const route of routes) edge.mount(route);
  for (const page of pages) edge.mountPage(page);
  mountTransfers(edge.app, ctx, transfers, edge);
  edge.answerOtherMethods([
    ...routes.map((route) => ({ ...route, path: apiPrefix + route.path, isShared: sharesRoute(route) })),
    ...pages.map((page) => ({ ...page, method: page.method ?? 'GET', isShared: sharesPage(page) })),
  ]);
  edge.answerWhatIsUnknown();
  return edge.app;
}

class Edge {
  readonly app: FastifyInstance;
  readonly #ctx: Ctx;
  readonly #isStopping: () => boolean;
  readonly #isOwnHost: (host: string) => boolean;

  constructor(ctx: Ctx, isStopping: () => boolean) {
    const { config } = ctx;
    this.#ctx = ctx;
    this.#isStopping = isStopping;
    this.#isOwnHost = ownHosts(config.publicUrl, config.hosts);
    const trusted = [...config.edgeNetworks, ...config.trustedProxies];
    this.app = Fastify({
      logger: false,
      genReqId: () => randomUUID(),
      requestIdHeader: false,
      trustProxy: trusted.length > 0 ? trusted : false,
      bodyLimit: config.maxBodyBytes,
      exposeHeadRoutes: false,
      rewriteUrl: ({ url = '/' }: IncomingMessage) => withPlainSlashes(url),
      return503OnClosing: false,
      forceCloseConnections: 'idle',
      // Transfers of files may take long. A timer below limits the arrival of all other bodies.
      requestTimeout: 0,
      keepAliveTimeout: keepAliveSeconds * 1_000,
      http: { maxHeaderSize: 2 * config.maxUrlBytes, headersTimeout: 20_000, requireHostHeader: false },
      routerOptions: {
        ignoreDuplicateSlashes: true,
        ignoreTrailingSlash: true,
        // The router accepts longer parameters than the API. `pathParameters` refuses these, after authentication.
        maxParamLength: config.maxUrlBytes,
        // The query is not parsed here. The handler parses it, so that a malformed query is refused like an invalid parameter.
        querystringParser: (query) => query as unknown as Record<string, unknown>,
      },
      frameworkErrors: (error, request, reply) => this.fail(request, reply, error),
      clientErrorHandler: clientErrorHandler(standingHeaders(config)),
    });
  }

  /** Adds what happens to a request before its route: the parsers of its body, and refusals that need no route. */
  readRequests(routes: readonly AnyRoute[], transfers: readonly Transfer[]): void {
    const { app } = this;
    const { config } = this.#ctx;
    app.decorateRequest('exchange', undefined);
    addBodyParsers(app);
    readForwardedAddresses(app);
    answerForNode(app.server, standingHeaders(config));
    const pathsOf = (wanted: readonly AnyRoute[]) => wanted.map(({ path }) => apiPrefix + path);
    shedEarly(app.server, this.#ctx, {
      apiPrefix,
      longPolls: pathsOf(routes.filter(({ isLongPoll }) => isLongPoll)),
      signIns: pathsOf(routes.filter((route) => laneOf(route) === 'signIn')),
      registrations: pathsOf(routes.filter(({ isRegistration }) => isRegistration)),
      transfers,
      isStopping: this.#isStopping,
    });
    closeGently(app.server);
    requireHost(app.server, this.#isOwnHost);
    // The last one to be added is the first one to run.
    addStandingHeaders(app.server, config);
    const arriving = new ArrivingBodies();
    app.addHook('onRequest', (request, reply, done) => {
      const { raw, routeOptions } = request;
      // A body that declares more than the maximum is refused later. A body of unknown length counts as one of the maximum
      // length.
      const declared = Math.min(declaredBytes(raw), config.maxBodyBytes);
      if (declared === 0 || routeOptions.config.isTransfer) return done();
      const arrived = arriving.begin(clientAddress(request), declared);
      if (!arrived) return done(overloaded());
      const timer = setTimeout(() => raw.complete || this.#giveUp(request, reply), config.bodyTimeoutMs);
      raw.once('end', arrived);
      reply.raw.once('close', () => {
        clearTimeout(timer);
        arrived();
      });
      done();
    });
  }

  headOf(request: FastifyRequest, status = 200, contentType = json): ResponseHead {
    return {
      status,
      contentType,
      requestId: request.id,
      isLast: this.#isStopping(),
      isShared: request.routeOptions?.config?.isShared ?? isOfApi(request.url),
      rate: request.exchange?.rate,
    };
  }

  /** Answers a request with an error. @param asPage whether browsers get a page instead of the API's envelope */
  fail(request: FastifyRequest, reply: FastifyReply, cause: unknown, asPage = false): void {
    reply.hijack();
    const error = toParleyError(cause);
    if (cause instanceof RateLimitError && request.exchange) request.exchange.rate = cause.state;
    const exchange = request.exchange ?? { operation: 'none', requestId: request.id };
    if (!reply.raw.destroyed) this.#ctx.exchanges.failed(exchange, error, cause);
    const language = answerLanguage(request.headers, request.exchange?.language);
    const isPage = asPage && /\btext\/html\b/.test(request.headers.accept ?? '');
    const offersBasic = !isPage && !isFromPage(request);
    const failure = renderFailure(error, request.id, { language, offersBasic });
    const page = isPage ? renderFailurePage(error, request.id, language) : undefined;
    const head = this.headOf(request, failure.status, page?.contentType);
    // Node would read the rest of a refused body to its end before the next request of the connection.
    const isLast =
      head.isLast || (!request.raw.complete && declaredBytes(request.raw) > this.#ctx.config.maxBodyBytes);
    const headers = { ...failure.headers, ...allowOf(cause), ...page?.headers };
    respond(reply.raw, { ...head, isLast, headers }, page ? (page.body as string) : failure.body);
  }

  /** Refuses a request whose body did not arrive in time, and closes the connection. */
  #giveUp(request: FastifyRequest, reply: FastifyReply): void {
    reply.raw.once('finish', () => request.raw.destroy());
    this.fail(request, reply, new ParleyError('BAD_REQUEST', 'The request took too long to arrive', {}, 408));
  }

  async #serve(route: AnyRoute, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.hijack();
    try {
      const exchange = exchangeOf(request);
      const sent = mergeParameters(parseUrlencoded(queryOf(request)), bodyOf(request));
      const client = sent.client === jsonNull ? undefined : sent.client;
      const asked = await this.#authenticate(route, request, client);
      const { values, ignored } = this.#readParameters(route, request, sent);
      const success = await this.#handle(route, request, { ...asked, values });
      const head = { ...this.headOf(request), headers: headersOf(success), compresses: !route.isLongPoll };
      await respondBody(reply.raw, { ...head, exchange }, renderSuccess(success, ignored));
    } catch (error) {
      this.fail(request, reply, error);
    }
  }

  async #authenticate(route: AnyRoute, request: FastifyRequest, client: string | undefined): Promise<Asked> {
    const { config } = this.#ctx;
    const exchange = exchangeOf(request);
    const call = callOf(request, exchange, client, config.requestTimeoutMs);
    if (route.refusesOtherSites || route.isForDevelopment) refuseOtherSites(request, config.publicUrl);
    if (route.refusesForeignPages && isDevelopment(this.#ctx)) refuseForeignPages(request, this.#isOwnHost);
    const caller = await callerOf(this.#ctx, request, route, call);
    if (caller === visitor) return { caller, call };
    exchange.userId = caller.userId;
    exchange.language = caller.language;
    return { caller, call: { ...call, principal: principalOf(caller) } };
  }

  #readParameters(route: AnyRoute, request: FastifyRequest, sent: RawParameters): Parsed<unknown> {
    const path = pathParameters(route, request.params as RawParameters);
    const { 'last-event-id': lastEventId } = request.headers;
    const isContinued = route.sendsEvents && typeof lastEventId === 'string';
    const parsed = route.params.parse(isContinued ? { ...sent, last_event_id: lastEventId } : sent, path);
    if (route.isForDevelopment && !isDevelopment(this.#ctx))
      throw errors.badRequest('Dev environment not enabled.');
    return parsed;
  }

  async #handle(
    route: AnyRoute,
    request: FastifyRequest,
    { call, caller, values }: Asked & { values: unknown },
  ): Promise<Success<unknown>> {
    const ctx = this.#ctx;
    const { authorization } = request.headers;
    const deadline = route.waits?.(values) ? Date.now() + ctx.config.longPollTimeoutMs : call.deadline;
    const { changes = route.method === 'GET' ? 'nothing' : 'facts' } = route;
    const caughtUp = await afterOwnWrites(ctx, { ...call, deadline }, route, authorization);
    return announced(ctx, caughtUp, changes, () =>
      route.handle(ctx, values, {
        call: caughtUp,
        caller,
        sessionSha256: this.#sessionOf(request),
        isOfSession: authorization === undefined,
        language: () => answerLanguage(request.headers, request.exchange?.language),
      }),
    );
  }

  /** Returns the hash of the token in the session cookie, whether or not the token is valid. */
  #sessionOf({ headers }: FastifyRequest): Buffer | undefined {
    const token = readSessionToken(headers.cookie, this.#ctx.config.isSecure);
    return token === undefined ? undefined : hashSessionToken(token);
  }

  /** Counts a request until it ends. @throws the error to answer with when the request is not admitted */
  #admit(lane: Lane, exchange: Exchange, response: ServerResponse): void {
    const { admission, registrations } = this.#ctx;
    if (lane === 'registration') {
      const { signal } = exchange.aborter;
      // The handler later runs it through `ctx.registrations`.
      registrations.enter(signal);
      response.once('close', () => registrations.leave(signal));
      return;
    }
    const beganAt = performance.now() - admission.enter(lane);
    exchange.onEnd.push((_, { writableFinished }) => {
      // The duration counts only when the whole answer was sent. Otherwise the connection has ended, which a client can cause at
      // any time.
      const tookMs = writableFinished ? performance.now() - beganAt : undefined;
      admission.leave(lane, tookMs);
    });
  }

  mount(route: AnyRoute): void {
    const lane = laneOf(route);
    this.app.route({
      method: methodsOf(route),
      url: apiPrefix + routerPath(route.path, route.takesRest),
      config: { isShared: sharesRoute(route) },
      onRequest: (request, reply, done) => {
        const { operation, method, isRoutine } = route;
        begin(this.#ctx, request, reply.raw, { operation, isRead: method === 'GET', isRoutine });
        done(request.url.length > this.#ctx.config.maxUrlBytes ? urlTooLong() : undefined);
      },
      // The duration is measured from here on, after the body has arrived. A slow upload of a body says nothing about the speed
      // of services.
      preHandler: (request, reply, done) => {
        try {
          this.#admit(lane, exchangeOf(request), reply.raw);
        } catch (error) {
          return done(asError(error));
        }
        done();
      },
      handler: (request, reply) => this.#serve(route, request, reply),
    });
  }

  mountPage(page: Page): void {
    this.app.route({
      method: page.method === 'POST' ? ['POST'] : ['GET', 'HEAD'],
      url: routerPath(page.path),
      config: { isShared: sharesPage(page) },
      handler: (request, reply) => this.#servePage(page, request, reply),
    });
  }

  async #servePage(page: Page, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.hijack();
    const ctx = this.#ctx;
    const isRead = page.method !== 'POST';
    const exchange = begin(ctx, request, reply.raw, { operation: page.operation, isRead });
    try {
      if (page.isForDevelopment || (!isRead && !page.acceptsOtherSites))
        refuseOtherSites(request, ctx.config.publicUrl);
      if (!page.isUnlimited) limit(ctx, request, page.operation, undefined);
      const call = callOf(request, exchange, undefined, ctx.config.requestTimeoutMs);
      if (!page.isStatic) await ctx.authenticator.admitVisitor(call);
      const content = await page.handle(ctx, {
        call,
        sessionSha256: this.#sessionOf(request),
        caller: visitor,
        path: request.params as RawParameters,
        query: queryOf(request),
        raw: request.raw,
        cookies: request.headers.cookie,
        form: bodyOf(request),
        language: answerLanguage(request.headers, undefined),
        acceptEncoding: [request.headers['accept-encoding']].flat().join(', '),
      });
      const { status, contentType, headers, body, isEncoded } = content;
      const head = { ...this.headOf(request, status, contentType), headers, compresses: !isEncoded };
      await respondBody(reply.raw, head, { kind: 'whole', chunks: [body] });
    } catch (error) {
      this.fail(request, reply, error, true);
    }
  }

  /** Answers the methods that nothing is mounted at: `OPTIONS` of the API with what is allowed, others with a refusal. */
  answerOtherMethods(addresses: Parameters<typeof methodsByPath>[0]): void {
    for (const { path, takesRest, allowed, refused, isShared } of methodsByPath(addresses)) {
      const url = routerPath(path, takesRest);
      const allow = [...allowed, 'OPTIONS'].join(', ');
      this.app.route({
        method: refused,
        url,
        config: { isShared },
        onRequest: (request, reply, done) => {
          begin(this.#ctx, request, reply.raw, { operation: 'method-not-allowed', isRead: true });
          done(methodNotAllowed(allow));
        },
        handler: () => undefined,
      });
      if (!path.startsWith(apiPrefix)) continue;
      this.app.options(url, (request, reply) => {
        reply.hijack();
        answerPreflight(reply.raw, { requestId: request.id, allow, isShared });
      });
    }
  }

  answerWhatIsUnknown(): void {
    this.app.setErrorHandler((error, request, reply) => this.fail(request, reply, error));
    this.app.addHook('onRequest', (request, reply, done) => {
      if (knownMethods.has(request.method)) return done();
      // The framework knows more methods, and would first look for the body of a `QUERY` request.
      begin(this.#ctx, request, reply.raw, { operation: 'method-not-allowed', isRead: true });
      done(methodNotAllowed([...knownMethods].join(', ')));
    });
    this.app.setNotFoundHandler((request, reply) => {
      begin(this.#ctx, request, reply.raw, { operation: 'not-found', isRead: true });
      this.fail(request, reply, errors.notFound('There is nothing at this address.'));
    });
  }
}

/** Who asks, and the call with which services hear of it. */
type Asked = { call: Call; caller: Caller | Visitor };

const isDevelopment = ({ config }: Ctx): boolean => config.environment === 'development';

/** Returns the query as the client sent it. `querystringParser` leaves it as it is. */
const queryOf = ({ query }: FastifyRequest): string => (typeof query === 'string' ? query : '');

/** Returns what the parsers of bodies read. */
const bodyOf = ({ body }: FastifyRequest): RawParameters =>
  (body as RawParameters | undefined) ?? noParameters;

/** Methods that some address serves. */
const knownMethods: ReadonlySet<string> = new Set([...allMethods, 'OPTIONS']);

/** Returns the lane of a route. An operation with the rate rule `sign_in` is a step of a sign-in. */
function laneOf({ isLongPoll, isRegistration, operation }: AnyRoute): Lane {
  if (isLongPoll) return 'poll';
  if (isRegistration) return 'registration';
  return ruleOf(operation, true) === 'sign_in' ? 'signIn' : 'work';
}

/** Returns whether a URL that nothing is mounted at is one of the API, or `*`, which is no address. */
const isOfApi = (url: string): boolean => url.startsWith(apiPrefix) || !url.startsWith('/');

const urlTooLong = () => new ParleyError('BAD_REQUEST', 'The URL is too long', {}, 414);
