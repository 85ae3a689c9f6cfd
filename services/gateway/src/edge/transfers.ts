import type { ServerResponse } from 'node:http';
import { errors, type ParleyError, type Visitor, visitor } from '@parley/core';
import type { Call } from '@parley/rpc';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../auth/authenticator.ts';
import type { Ctx } from '../context.ts';
import { renderSuccess } from './answer/envelope.ts';
import { answerLanguage } from './answer/language.ts';
import { methodNotAllowed } from './answer/method-not-allowed.ts';
import type { Transfer } from './declaration/transfer.ts';
import { begin, callOf, exchangeOf } from './intake/begin.ts';
import { callerOf, principalOf } from './intake/callers.ts';
import { sharesTransfer } from './intake/other-origins.ts';
import { afterOwnWrites, announced } from './intake/own-writes.ts';
import { answerPreflight } from './intake/preflight.ts';
import { headersOfEveryAnswer, type ResponseHead, respondBody } from './respond.ts';

/** Functions of the HTTP server that transfers use, too. */
type Edge = {
  fail(request: FastifyRequest, reply: FastifyReply, cause: unknown): void;
  headOf(request: FastifyRequest): ResponseHead;
};

/** Maximum duration of a transfer in milliseconds. */
const longestMs = 12 * 3_600_000;
/** Time in milliseconds without progress after which a connection is closed. */
const idleMs = 60_000;

const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** Registers the endpoints of file transfers. Only their handlers read the bodies. */
export function mountTransfers(
  app: FastifyInstance,
  ctx: Ctx,
  transfers: readonly Transfer[],
  edge: Edge,
): void {
  const mounted = new Transfers(ctx, edge);
  // Encloses the endpoints in a scope of the framework without body parsers.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const transfer of transfers) mounted.mount(scope, transfer);
  });
}

class Transfers {
  readonly #ctx: Ctx;
  readonly #edge: Edge;
  /** Number of transfers in progress, and of those of each endpoint. */
  #underWay = 0;
  readonly #ofEndpoint = new Map<Transfer, number>();

  constructor(ctx: Ctx, edge: Edge) {
    this.#ctx = ctx;
    this.#edge = edge;
  }

  mount(scope: FastifyInstance, transfer: Transfer): void {
    const isShared = sharesTransfer(transfer);
    // The framework writes into the object, so each route has its own.
    const configOf = () => ({ isTransfer: true, isShared });
    const url = transfer.takesRest ? `${transfer.path}/*` : transfer.path;
    scope.route({
      method: [...transfer.methods],
      url,
      config: configOf(),
      onRequest: (request, reply, done) => {
        const isRead = request.method === 'GET' || request.method === 'HEAD';
        begin(this.#ctx, request, reply.raw, { operation: transfer.operation, isRead });
        done(this.#admit(transfer, reply.raw));
      },
      handler: (request, reply) => this.#serve(transfer, request, reply),
    });
    const answered = new Set([...transfer.methods, 'OPTIONS'] as const);
    const allow = [...answered].join(', ');
    if (!transfer.methods.includes('OPTIONS')) {
      scope.options(url, { config: configOf() }, (request, reply) => {
        reply.hijack();
        answerPreflight(reply.raw, { requestId: request.id, allow, isShared });
      });
    }
    scope.route({
      method: allMethods.filter((method) => !answered.has(method)),
      url,
      config: configOf(),
      onRequest: (request, reply, done) => {
        begin(this.#ctx, request, reply.raw, { operation: 'method-not-allowed', isRead: true });
        done(methodNotAllowed(allow));
      },
      handler: () => undefined,
    });
  }

  /** Counts a transfer until its connection is free again. Returns the error of one that is not admitted. */
  #admit(transfer: Transfer, response: ServerResponse): ParleyError | undefined {
    const { maxTransfers } = this.#ctx.config;
    const most = Math.max(1, Math.floor(maxTransfers * (transfer.share ?? 1)));
    if (this.#underWay >= maxTransfers || (this.#ofEndpoint.get(transfer) ?? 0) >= most)
      return errors.unavailable('Too many files are being transferred. Please try again.');
    this.#count(transfer, 1);
    response.once('close', () => this.#count(transfer, -1));
    return undefined;
  }

  #count(transfer: Transfer, change: 1 | -1): void {
    this.#underWay += change;
    this.#ofEndpoint.set(transfer, (this.#ofEndpoint.get(transfer) ?? 0) + change);
  }

  async #serve(transfer: Transfer, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.hijack();
    const { raw } = request;
    // After `hijack`, the framework answers nothing. So everything that can fail is inside of `try`.
    try {
      raw.setTimeout(idleMs, () => raw.destroy());
      const { caller, call } = await this.#authenticate(transfer, request);
      const rest = (request.params as { '*'?: string })['*'] ?? '';
      if (rest.includes('\0')) throw errors.notFound();
      const isRead = raw.method === 'GET' || raw.method === 'HEAD';
      const changes = isRead ? 'nothing' : (transfer.changes ?? 'facts');
      const success = await announced(this.#ctx, call, changes, () =>
        transfer.handle(this.#ctx, {
          request: raw,
          response: reply.raw,
          requestId: request.id,
          headers: headersOfEveryAnswer(this.#edge.headOf(request)),
          caller,
          language: answerLanguage(request.headers, request.exchange?.language),
          call,
          transferCall: { ...call, deadline: Date.now() + longestMs },
          rest,
        }),
      );
      if (success) await respondBody(reply.raw, this.#edge.headOf(request), renderSuccess(success, []));
    } catch (error) {
      raw.unpipe().resume();
      this.#edge.fail(request, reply, error);
    }
  }

  async #authenticate(
    transfer: Transfer,
    request: FastifyRequest,
  ): Promise<{ caller: Caller | Visitor; call: Call }> {
    const exchange = exchangeOf(request);
    const call = callOf(request, exchange, undefined, this.#ctx.config.requestTimeoutMs);
    // Browsers send preflight requests without credentials.
    if (request.raw.method === 'OPTIONS') return { caller: visitor, call };
    const caller = await callerOf(this.#ctx, request, transfer, call);
    if (caller === visitor) return { caller, call };
    exchange.userId = caller.userId;
    exchange.language = caller.language;
    const { authorization } = request.headers;
    const own = { ...call, principal: principalOf(caller) };
    return { caller, call: await afterOwnWrites(this.#ctx, own, {}, authorization) };
  }
}
