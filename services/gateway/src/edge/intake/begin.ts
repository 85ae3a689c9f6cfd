import type { ServerResponse } from 'node:http';
import { errors, startSpan, visitor } from '@parley/core';
import type { Call } from '@parley/rpc';
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../context.ts';
import { type Exchange, endExchange } from '../answer/exchange.ts';
import { clientAddress } from './client-address.ts';
import { clientName, programNameOf } from './client-name.ts';
import { readTraceparent } from './trace.ts';

/** `operation` is its name in logs and metrics. A routine request is logged only when it fails. */
type OperationKind = { operation: string; isRead: boolean; isRoutine?: boolean | undefined };

/** Starts to measure and trace a request. When the client disconnects before the response is complete, a read is aborted. */
export function begin(
  ctx: Ctx,
  request: FastifyRequest,
  response: ServerResponse,
  { operation, isRead, isRoutine = false }: OperationKind,
): Exchange {
  const exchange: Exchange = {
    method: request.method,
    operation,
    requestId: request.id,
    startedAt: performance.now(),
    aborter: new AbortController(),
    isRoutine,
    userId: undefined,
    language: undefined,
    rate: undefined,
    span: startSpan(operation, {
      kind: 'server',
      service: 'gateway',
      parent: readTraceparent(request.headers.traceparent),
      attributes: { 'http.request.method': request.method },
    }),
    onEnd: [ctx.exchanges.finished],
    isStreamed: false,
  };
  request.exchange = exchange;
  response.once('close', () => {
    if (exchange.isStreamed && response.writableFinished) return;
    // A write is not aborted, so that its outcome does not depend on the client's connection.
    if (isRead && !response.writableFinished)
      exchange.aborter.abort(errors.unavailable('The client disconnected.'));
    endExchange(exchange, response);
  });
  return exchange;
}

/** Returns the exchange of a request that has begun. @throws Error for another one */
export function exchangeOf({ exchange }: FastifyRequest): Exchange {
  if (!exchange) throw new Error('The request has not begun.');
  return exchange;
}

/** `ms` is the deadline from now. Calls are of a visitor until the caller is authenticated. */
export function callOf(
  request: FastifyRequest,
  exchange: Exchange,
  client: string | undefined,
  ms: number,
): Call {
  const userAgent = request.headers['user-agent'];
  const program = programNameOf(userAgent);
  const traceparent = exchange.span?.traceparent ?? readTraceparent(request.headers.traceparent);
  return {
    principal: visitor,
    clientName: clientName(client, userAgent),
    ...(program !== undefined && { program }),
    requestId: exchange.requestId,
    remoteAddress: clientAddress(request),
    ...(traceparent !== undefined && { traceparent }),
    deadline: Date.now() + ms,
    signal: exchange.aborter.signal,
  };
}
