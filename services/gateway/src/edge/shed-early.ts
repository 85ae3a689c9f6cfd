import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { type ParleyError, partBefore } from '@parley/core';
import type { Ctx } from '../context.ts';
import { renderFailure } from './answer/failure.ts';
import { intercept } from './answer/intercept.ts';
import { answerLanguage } from './answer/language.ts';
import type { Transfer } from './declaration/transfer.ts';
import { type Lane, overloaded, type ShedReason } from './limits/admission.ts';
import { declaredBytes } from './limits/declared-bytes.ts';
import { respond } from './respond.ts';

export type ShedEarlyOptions = {
  apiPrefix: string;
  longPolls: readonly string[];
  signIns: readonly string[];
  /** Paths whose POST requests register an event queue. */
  registrations: readonly string[];
  /** File transfers. They have limits of their own, so this function does not shed them. */
  transfers: readonly Transfer[];
  isStopping: () => boolean;
};

/**
 * Sheds excess requests to the API before any other work on them: routing, reading the body, authentication, tracing and logging.
 * A refusal must be much cheaper than an answer, because otherwise refusals would slow down all other requests. The connection
 * stays open, because a new one would cost more. It closes only while the process is stopping, and when the declared body is too
 * large or of unknown length, because Node would otherwise read that body to its end. Requests in flight are counted by their
 * routes; this function counts refusals.
 */
export function shedEarly(
  server: Server,
  ctx: Ctx,
  { apiPrefix, longPolls, signIns, registrations, transfers, isStopping }: ShedEarlyOptions,
): void {
  const files = transfers.map(({ path }) => path).filter((path) => path.startsWith(apiPrefix));
  const lanesOfPosts = new Map<string, Lane>([
    ...signIns.map((path) => [path, 'signIn'] as const),
    ...registrations.map((path) => [path, 'registration'] as const),
  ]);
  const laneOf = (method: string | undefined, url: string): Lane => {
    if (method === 'GET' && longPolls.some((path) => url.startsWith(path))) return 'poll';
    return (method === 'POST' && lanesOfPosts.get(partBefore(url, '?'))) || 'work';
  };
  const refusalOf = (lane: Lane): { reason: ShedReason; error: ParleyError } | undefined => {
    if (lane === 'registration') {
      const error = ctx.registrations.refuse();
      return error && { reason: 'registrations', error };
    }
    const reason = ctx.admission.refuse(lane);
    return reason && { reason, error: overloaded(lane) };
  };
  intercept(server, (request, response) => {
    const { url = '' } = request;
    if (
      request.method === 'OPTIONS' ||
      !url.startsWith(apiPrefix) ||
      files.some((path) => url.startsWith(path))
    ) {
      return false;
    }
    const refusal = refusalOf(laneOf(request.method, url));
    if (refusal === undefined) return false;
    const requestId = randomUUID();
    const { status, body, headers } = renderFailure(refusal.error, requestId, {
      language: answerLanguage(request.headers, undefined),
    });
    ctx.exchanges.shed(refusal.reason, status);
    const isLast = isStopping() || declaredBytes(request) > ctx.config.maxBodyBytes;
    respond(
      response,
      { status, contentType: 'application/json', requestId, isLast, isShared: true, headers },
      body,
    );
    return true;
  });
}
