import { errors } from '@parley/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../context.ts';
import { begin, callOf } from './begin.ts';
import { callerOf } from './callers.ts';
import { renderSuccess } from './envelope.ts';
import { methodNotAllowed } from './method-not-allowed.ts';
import { answerPreflight } from './preflight.ts';
import { headersOfEveryAnswer, type ResponseHead, respondBody } from './respond.ts';
import type { Transfer } from './transfer.ts';

/** What the edge does for every kind of request. */
type Edge = {
  fail(request: FastifyRequest, reply: FastifyReply, cause: unknown): void;
  headOf(request: FastifyRequest): ResponseHead;
};

/** A file passes for at most so long. */
const longestMs = 12 * 3_600_000;
/** A connection on which nothing moves for so long is ended. */
const idleMs = 60_000;
/** How long the rest of a refused body is read, so that the client gets to see the refusal. */
const lingerMs = 5_000;

const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** Mounts endpoints whose bodies are files: nothing reads them but their handlers. */
export function mountTransfers(
  app: FastifyInstance,
  ctx: Ctx,
  transfers: readonly Transfer[],
  edge: Edge,
): void {
  let underWay = 0;

  async function serve(transfer: Transfer, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.hijack();
    const exchange = request.exchange!;
    const { raw } = request;
    raw.setTimeout(idleMs, () => raw.destroy());
    try {
      let call = callOf(request, exchange, undefined, ctx.config.requestTimeoutMs);
      // A browser asks what it may do before it has credentials.
      const caller = raw.method === 'OPTIONS' ? undefined : await callerOf(ctx, request, transfer, call);
      if (caller) {
        exchange.userId = caller.userId;
        call = { ...call, principal: { userId: caller.userId } };
      }
      const rest = (request.params as { '*'?: string })['*'] ?? '';
      if (rest.includes('\0')) throw errors.notFound();
      const success = await transfer.handle(ctx, {
        request: raw,
        response: reply.raw,
        requestId: request.id,
        headers: headersOfEveryAnswer(edge.headOf(request)),
        caller,
        call,
        transferCall: { ...call, deadline: Date.now() + longestMs },
        rest,
      });
      if (success) await respondBody(reply.raw, edge.headOf(request), renderSuccess(success, []));
    } catch (error) {
      if (!raw.complete) readRest(request);
      edge.fail(request, reply, error);
    }
  }

  // A scope of its own: bodies are handed through instead of being parsed.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const transfer of transfers) {
      const url = transfer.takesRest ? `${transfer.path}/*` : transfer.path;
      scope.route({
        method: [...transfer.methods],
        url,
        config: { isTransfer: true },
        onRequest: (request, reply, done) => {
          const isRead = request.method === 'GET' || request.method === 'HEAD';
          begin(ctx, request, reply.raw, transfer.operation, isRead);
          if (underWay >= ctx.config.maxTransfers) {
            return done(errors.unavailable('Too many files are being transferred. Please try again.'));
          }
          underWay++;
          reply.raw.once('close', () => underWay--);
          done();
        },
        handler: (request, reply) => serve(transfer, request, reply),
      });
      const answered = new Set([...transfer.methods, 'OPTIONS'] as const);
      const refused = allMethods.filter((method) => !answered.has(method));
      const allow = [...answered].join(', ');
      if (!transfer.methods.includes('OPTIONS')) {
        scope.options(url, { config: { isTransfer: true } }, (request, reply) => {
          reply.hijack();
          answerPreflight(reply.raw, request.id, allow);
        });
      }
      scope.route({
        method: refused,
        url,
        config: { isTransfer: true },
        onRequest: (request, reply, done) => {
          begin(ctx, request, reply.raw, 'method-not-allowed', true);
          done(methodNotAllowed(allow));
        },
        handler: () => undefined,
      });
    }
  });
}

/**
 * The client is still sending what is refused already. The rest is read for a moment: a connection that is closed
 * on somebody who writes loses the answer that is on its way.
 */
function readRest({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
  const timer = setTimeout(() => raw.complete || raw.destroy(), lingerMs);
  raw.once('close', () => clearTimeout(timer));
}
