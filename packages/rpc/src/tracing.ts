import { isTracing, ParleyError, startSpan } from '@parley/core';
import type { Call } from './call.ts';

/**
 * Runs the work of a call in a span of the call's trace, on the client or the server. Calls and events of this work belong to
 * the span.
 */
export function traced<T>(kind: Side, method: string, call: Call, work: Work<T>): Promise<T> {
  return isTracing() ? withSpan(kind, method, call, work) : work(call);
}

type Side = 'server' | 'client';
type Work<T> = (call: Call) => Promise<T>;

async function withSpan<T>(kind: Side, method: string, call: Call, work: Work<T>): Promise<T> {
  const span = startSpan(method, { kind, parent: call.traceparent, attributes: { 'rpc.system': 'grpc' } });
  if (!span) return work(call);
  try {
    return await span.run(() => work({ ...call, traceparent: span.traceparent }));
  } catch (error) {
    span.fail(error instanceof ParleyError ? error.code : 'INTERNAL_ERROR');
    throw error;
  } finally {
    span.end();
  }
}
