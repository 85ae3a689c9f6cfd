import { isTracing, ParleyError, type ServiceName, serviceNames, startSpan } from '@parley/core';
import type { Call } from './call.ts';

/**
 * Runs the work of a call in a span of the call's trace, on the client or the server. Calls and events of this work belong to
 * the span.
 * @param service the service that handles the call, on the server
 */
export function traced<T>(
  kind: Side,
  method: string,
  call: Call,
  work: Work<T>,
  service?: ServiceName | undefined,
): Promise<T> {
  return isTracing() ? withSpan(kind, method, call, work, service) : work(call);
}

const services = new Map(serviceNames.map((name) => [name.replaceAll('-', ''), name]));

/** Returns the service of the path of a method: `/parley.useradmin.v1.…` → `user-admin`. */
export const serviceOfPath = (path: string): ServiceName | undefined =>
  services.get(path.split('.', 2)[1] ?? '');

type Side = 'server' | 'client';
type Work<T> = (call: Call) => Promise<T>;

async function withSpan<T>(
  kind: Side,
  method: string,
  call: Call,
  work: Work<T>,
  service: ServiceName | undefined,
): Promise<T> {
  const attributes = { 'rpc.system': 'grpc' };
  const span = startSpan(method, { kind, service, parent: call.traceparent, attributes });
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
