import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors, ownHosts, ParleyError, visitor } from '@parley/core';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { hashSessionToken, readSessionToken } from '../auth/cookies.ts';
import type { Ctx } from '../context.ts';
import { headersOf, renderSuccess } from './answer/envelope.ts';
import type { Exchange } from './answer/exchange.ts';
import { renderFailure, renderFailurePage, toParleyError } from './answer/failure.ts';
import { answerLanguage } from './answer/language.ts';
import { allowOf, methodNotAllowed } from './answer/method-not-allowed.ts';
import { keepAliveSeconds } from './answer/one-write.ts';
import { addStandingHeaders, standingHeaders } from './answer/standing-headers.ts';
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
import { begin, callOf } from './intake/begin.ts';
import { addBodyParsers } from './intake/body-parsers.ts';
import { callerOf, limit, principalOf } from './intake/callers.ts';
import { clientAddress, readForwardedAddresses } from './intake/client-address.ts';
import { clientErrorHandler } from './intake/client-errors.ts';
import { answerForNode, requireHost } from './intake/node-answers.ts';
import { sharesPage, sharesRoute } from './intake/other-origins.ts';
import { afterOwnWrites, announced } from './intake/own-writes.ts';
import { answerPreflight } from './intake/preflight.ts';
import { isFromPage, refuseForeignPages, refuseOtherSites } from './intake/sessions.ts';
import { type AdmittedLane, type Lane, overloaded } from './limits/admission.ts';
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

/** What the framework keeps about a mounted address. */
type AddressConfig = {
  isTransfer?: boolean;
  /** Whether scripts of other origins may read the answers. */
  isShared?: boolean;
};

declare module 'fastify' {
  interface FastifyRequest {
    exchange: Exchange | undefined;
  }
}

/**
 * Creates the HTTP server, which does not listen yet. A request passes through admission control, body parsing, authentication,
 * parameter parsing, its handler and the rendering of the envelope. Every body that the API sends, except files and streams of
 * events, is an envelope, even in answers to malformed requests.
 */
export function createEdge(ctx: Ctx, { routes, pages, transfers, isStopping }: EdgeOptions): FastifyInstance {
  checkRoutes(routes);
  const { config } = ctx;
  const trusted = [...config.edgeNetworks, ...config.trustedProxies];
  const app = Fastify({
    logger: false,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: trusted.length > 0 ? trusted : false,
    bodyLimit: config.maxBodyBytes,
    exposeHeadRoutes: false,
    rewriteUrl: (request: IncomingMessage) => withPlainSlashes(request.url!),
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
    frameworkErrors: (error, request, reply) => fail(request, reply, error),
    clientErrorHandler: clientErrorHandler(standingHeaders(config)),
  });
  app.decorateRequest('exchange', undefined);
  addBodyParsers(app);
  readForwardedAddresses(app);
  answerForNode(app.server, standingHeaders(config));
  const longPolls = routes.filter(({ isLongPoll }) => isLongPoll).map(({ path }) => apiPrefix + path);
  const signIns = routes.filter((route) => laneOf(route) === 'signIn').map(({ path }) => apiPrefix + path);
  const registrations = routes
    .filter(({ isRegistration }) => isRegistration)
    .map(({ path }) => apiPrefix + path);
  shedEarly(app.server, ctx, { apiPrefix, longPolls, signIns, registrations, transfers, isStopping });
  const isOwnHost = ownHosts(config.publicUrl, config.hosts);
  requireHost(app.server, isOwnHost);
  // The last one to be added is the first one to run.
  addStandingHeaders(app.server, config);
  const arriving = new ArrivingBodies();
  app.addHook('onRequest', (request, reply, done) => {
    const { raw, routeOptions } = request;
    // A body that declares more than the maximum is refused later. A body of unknown length counts as one of the maximum
    // length.
    const declared = Math.min(declaredBytes(raw), config.maxBodyBytes);
    if (declared === 0 || (routeOptions.config as AddressConfig).isTransfer) return done();
    const arrived = arriving.begin(clientAddress(request), declared);
    if (!arrived) return done(overloaded());
    const timer = setTimeout(() => raw.complete || giveUp(request, reply), config.bodyTimeoutMs);
    raw.once('end', arrived);
    reply.raw.once('close', () => {
      clearTimeout(timer);
      arrived();
    });
    done();
  });

  const headOf = (request: FastifyRequest, status = 200, contentType = json): ResponseHead => ({
    status,
    contentType,
    requestId: request.id,
    isLast: isStopping(),
    isShared:
      (request.routeOptions?.config as AddressConfig | undefined)?.isShared ?? isOfApi(request.raw.url!),
    rate: request.exchange?.rate,
  });

  /** Answers a request with an error. @param asPage whether browsers get a page instead of the API's envelope */
  function fail(request: FastifyRequest, reply: FastifyReply, cause: unknown, asPage = false): void {
    reply.hijack();
    const error = toParleyError(cause);
    if (cause instanceof RateLimitError && request.exchange) request.exchange.rate = cause.state;
    const exchange = request.exchange ?? { operation: 'none', requestId: request.id };
    if (!reply.raw.destroyed) ctx.exchanges.failed(exchange, error, cause);
    const language = answerLanguage(request.headers, request.exchange?.language);
    const isPage = asPage && /\btext\/html\b/.test(request.headers.accept ?? '');
    const offersBasic = !isPage && !isFromPage(request);
    const failure = renderFailure(error, request.id, { language, offersBasic });
    const headers = { ...failure.headers, ...allowOf(cause) };
    if (!isPage)
      return void respond(reply.raw, { ...headOf(request, failure.status), headers }, failure.body);
    const page = renderFailurePage(error, request.id, language);
    const head = headOf(request, failure.status, page.contentType);
    respond(reply.raw, { ...head, headers: { ...headers, ...page.headers } }, page.body as string);
  }

  /** Refuses a request whose body did not arrive in time, and closes the connection. */
  function giveUp(request: FastifyRequest, reply: FastifyReply): void {
    reply.raw.once('finish', () => request.raw.destroy());
    fail(request, reply, new ParleyError('BAD_REQUEST', 'The request took too long to arrive', {}, 408));
  }

  async function serve(route: AnyRoute, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.hijack();
    const exchange = request.exchange!;
    try {
      const query = parseUrlencoded((request.query as string) ?? '');
      const sent = mergeParameters(query, (request.body as RawParameters | undefined) ?? noParameters);
      const client = sent.client === jsonNull ? undefined : sent.client;
      let call = callOf(request, exchange, client, config.requestTimeoutMs);
      if (route.refusesOtherSites || route.isForDevelopment) refuseOtherSites(request, config.publicUrl);
      if (route.refusesForeignPages && config.environment === 'development')
        refuseForeignPages(request, isOwnHost);
      const { authorization, cookie } = request.headers;
      const sessionToken = readSessionToken(cookie, config.isSecure);
      const caller = await callerOf(ctx, request, route, call);
      if (caller !== visitor) {
        exchange.userId = caller.userId;
        exchange.language = caller.language;
        call = { ...call, principal: principalOf(caller) };
      }
      const path = pathParameters(route, request.params as RawParameters);
      const { 'last-event-id': lastEventId } = request.headers;
      const isContinued = route.sendsEvents && typeof lastEventId === 'string';
      const parameters = isContinued ? { ...sent, last_event_id: lastEventId } : sent;
      const { values, ignored } = route.params.parse(parameters, path);
      if (route.isForDevelopment && config.environment !== 'development')
        throw errors.badRequest('Dev environment not enabled.');
      if (route.waits?.(values)) call = { ...call, deadline: Date.now() + config.longPollTimeoutMs };
      const sessionSha256 = sessionToken === undefined ? undefined : hashSessionToken(sessionToken);
      const { changes = route.method === 'GET' ? 'nothing' : 'facts' } = route;
      const caughtUp = await afterOwnWrites(ctx, call, route, authorization);
      const success = await announced(ctx, caughtUp, changes, () =>
        route.handle(ctx, values, {
          call: caughtUp,
          caller,
          sessionSha256,
          isOfSession: authorization === undefined,
          language: () => answerLanguage(request.headers, exchange.language),
        }),
      );
      const head = { ...headOf(request), headers: headersOf(success), compresses: !route.isLongPoll };
      await respondBody(reply.raw, { ...head, exchange }, renderSuccess(success, ignored));
    } catch (error) {
      fail(request, reply, error);
    }
  }

  /** Counts a request until it ends. @throws UNAVAILABLE when the request is not admitted */
  function admit(lane: AdmittedLane, exchange: Exchange): void {
    const beganAt = performance.now() - ctx.admission.enter(lane);
    exchange.onEnd.push((_, { writableFinished }) => {
      // The duration counts only when the whole answer was sent. Otherwise the connection has ended, which a client can cause at
      // any time.
      const tookMs = writableFinished ? performance.now() - beganAt : undefined;
      ctx.admission.leave(lane, tookMs);
    });
  }

  /** The handler later runs it through `ctx.registrations`. @throws the error to answer with */
  function admitRegistration(signal: AbortSignal, response: ServerResponse): void {
    ctx.registrations.enter(signal);
    response.once('close', () => ctx.registrations.leave(signal));
  }

  function mount(route: AnyRoute): void {
    const lane = laneOf(route);
    app.route({
      method: methodsOf(route),
      url: apiPrefix + routerPath(route.path, route.takesRest),
      config: { isShared: sharesRoute(route) },
      onRequest: (request, reply, done) => {
        const { operation, method, isRoutine } = route;
        begin(ctx, request, reply.raw, { operation, isRead: method === 'GET', isRoutine });
        done(request.raw.url!.length > config.maxUrlBytes ? urlTooLong() : undefined);
      },
      // The duration is measured from here on, after the body has arrived. A slow upload of a body says nothing about the speed
      // of services.
      preHandler: (request, reply, done) => {
        try {
          if (lane === 'registration') admitRegistration(request.exchange!.aborter.signal, reply.raw);
          else admit(lane, request.exchange!);
        } catch (error) {
          return done(error as Error);
        }
        done();
      },
      handler: (request, reply) => serve(route, request, reply),
    });
  }

  function mountPage(page: Page): void {
    const isRead = page.method !== 'POST';
    app.route({
      method: isRead ? ['GET', 'HEAD'] : ['POST'],
      url: routerPath(page.path),
      config: { isShared: sharesPage(page) },
      handler: async (request, reply) => {
        reply.hijack();
        const exchange = begin(ctx, request, reply.raw, { operation: page.operation, isRead });
        try {
          if (page.isForDevelopment || (!isRead && !page.acceptsOtherSites))
            refuseOtherSites(request, config.publicUrl);
          if (!page.isUnlimited) limit(ctx, request, page.operation, undefined);
          const call = callOf(request, exchange, undefined, config.requestTimeoutMs);
          if (!page.isStatic) await ctx.authenticator.admitVisitor(call);
          const sessionToken = readSessionToken(request.headers.cookie, config.isSecure);
          const content = await page.handle(ctx, {
            call,
            sessionSha256: sessionToken === undefined ? undefined : hashSessionToken(sessionToken),
            caller: visitor,
            path: request.params as RawParameters,
            query: (request.query as string) ?? '',
            raw: request.raw,
            cookies: request.headers.cookie,
            form: (request.body as RawParameters | undefined) ?? noParameters,
            language: answerLanguage(request.headers, undefined),
            acceptEncoding: [request.headers['accept-encoding']].flat().join(', '),
          });
          const { status, contentType, headers, body, isEncoded } = content;
          const head = { ...headOf(request, status, contentType), headers, compresses: !isEncoded };
          await respondBody(reply.raw, head, { kind: 'whole', chunks: [body] });
        } catch (error) {
          fail(request, reply, error, true);
        }
      },
    });
  }

  for (const route of routes) mount(route);
  const mounted = pages.filter((page) => !page.isForDevelopment || config.environment === 'development');
  for (const page of mounted) mountPage(page);
  mountTransfers(app, ctx, transfers, { fail, headOf });
  const addresses = [
    ...routes.map((route) => ({ ...route, path: apiPrefix + route.path, isShared: sharesRoute(route) })),
    ...mounted.map((page) => ({ ...page, method: page.method ?? 'GET', isShared: sharesPage(page) })),
  ];
  for (const { path, takesRest, allowed, refused, isShared } of methodsByPath(addresses)) {
    const url = routerPath(path, takesRest);
    const allow = [...allowed, 'OPTIONS'].join(', ');
    app.route({
      method: refused,
      url,
      config: { isShared },
      onRequest: (request, reply, done) => {
        begin(ctx, request, reply.raw, { operation: 'method-not-allowed', isRead: true });
        done(methodNotAllowed(allow));
      },
      handler: () => undefined,
    });
    if (!path.startsWith(apiPrefix)) continue;
    app.options(url, (request, reply) => {
      reply.hijack();
      answerPreflight(reply.raw, { requestId: request.id, allow, isShared });
    });
  }
  app.setErrorHandler((error, request, reply) => fail(request, reply, error));
  app.addHook('onRequest', (request, reply, done) => {
    if (knownMethods.has(request.method)) return done();
    // The framework knows more methods, and would first look for the body of a `QUERY` request.
    begin(ctx, request, reply.raw, { operation: 'method-not-allowed', isRead: true });
    done(methodNotAllowed([...knownMethods].join(', ')));
  });
  app.setNotFoundHandler((request, reply) => {
    begin(ctx, request, reply.raw, { operation: 'not-found', isRead: true });
    fail(request, reply, errors.notFound('There is nothing at this address.'));
  });
  return app;
}

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
