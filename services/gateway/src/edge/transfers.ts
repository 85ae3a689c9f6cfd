import { errors, visitor } from '@parley/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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
/** Time in milliseconds for which the rest of a refused body is read and discarded. */
const lingerMs = 5_000;

const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** Registers the endpoints of file transfers. Only their handlers read the bodies. */
export function mountTransfers(
  app: FastifyInstance,
  ctx: Ctx,
  transfers: readonly Transfer[],
  edge: Edge,
): void {
  let underWay = 0;

  async function serve(transfer: Transfer, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.hijack();
    const exchange = exchangeOf(request);
    const { raw } = request;
    // After `hijack`, the framework answers nothing. So everything that can fail is inside of `try`.
    try {
      raw.setTimeout(idleMs, () => raw.destroy());
      let call = callOf(request, exchange, undefined, ctx.config.requestTimeoutMs);
      // Browsers send preflight requests without credentials.
      const caller = raw.method === 'OPTIONS' ? visitor : await callerOf(ctx, request, transfer, call);
      if (caller !== visitor) {
        exchange.userId = caller.userId;
        exchange.language = caller.language;
        const { authorization } = request.headers;
        call = await afterOwnWrites(ctx, { ...call, principal: principalOf(caller) }, {}, authorization);
      }
      const rest = (request.params as { '*'?: string })['*'] ?? '';
      if (rest.includes('\0')) throw errors.notFound();
      const isRead = raw.method === 'GET' || raw.method === 'HEAD';
      const success = await announced(ctx, call, isRead ? 'nothing' : (transfer.changes ?? 'facts'), () =>
        transfer.handle(ctx, {
          request: raw,
          response: reply.raw,
          requestId: request.id,
          headers: headersOfEveryAnswer(edge.headOf(request)),
          caller,
          language: answerLanguage(request.headers, exchange.language),
          call,
          transferCall: { ...call, deadline: Date.now() + longestMs },
          rest,
        }),
      );
      if (success) await respondBody(reply.raw, edge.headOf(request), renderSuccess(success, []));
    } catch (error) {
      if (!raw.complete) readRest(request);
      edge.fail(request, reply, error);
    }
  }

  // Encloses the endpoints in a scope of the framework without body parsers.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const transfer of transfers) {
      const { maxTransfers } = ctx.config;
      const most = Math.max(1, Math.floor(maxTransfers * (transfer.share ?? 1)));
      let ownUnderWay = 0;
      const isShared = sharesTransfer(transfer);
      const url = transfer.takesRest ? `${transfer.path}/*` : transfer.path;
      scope.route({
        method: [...transfer.methods],
        url,
        config: { isTransfer: true, isShared },
        onRequest: (request, reply, done) => {
          const isRead = request.method === 'GET' || request.method === 'HEAD';
          begin(ctx, request, reply.raw, { operation: transfer.operation, isRead });
          if (underWay >= maxTransfers || ownUnderWay >= most) {
            return done(errors.unavailable('Too many files are being transferred. Please try again.'));
          }
          underWay++;
          ownUnderWay++;
          reply.raw.once('close', () => {
            underWay--;
            ownUnderWay--;
          });
          done();
        },
        handler: (request, reply) => serve(transfer, request, reply),
      });
      const answered = new Set([...transfer.methods, 'OPTIONS'] as const);
      const refused = allMethods.filter((method) => !answered.has(method));
      const allow = [...answered].join(', ');
      if (!transfer.methods.includes('OPTIONS')) {
        scope.options(url, { config: { isTransfer: true, isShared } }, (request, reply) => {
          reply.hijack();
          answerPreflight(reply.raw, { requestId: request.id, allow, isShared });
        });
      }
      scope.route({
        method: refused,
        url,
        config: { isTransfer: true, isShared },
        onRequest: (request, reply, done) => {
          begin(ctx, request, reply.raw, { operation: 'method-not-allowed', isRead: true });
          done(methodNotAllowed(allow));
        },
        handler: () => undefined,
      });
    }
  });
}

/** If the connection closed while the client still writes, the client could lose the answer. */
function readRest({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
  const timer = setTimeout(() => raw.complete || raw.destroy(), lingerMs);
  raw.once('close', () => clearTimeout(timer));
}
