import type { ServerResponse } from 'node:http';
import { isTracing, type Logger, type ParleyError, type Span, sampledTraceId } from '@parley/core';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { ShedReason } from './admission.ts';
import type { RateState } from './rate-limits.ts';

/** One request and its response, as logs and metrics see them. Nothing a client sent is in it. */
export type Exchange = {
  readonly method: string;
  readonly operation: string;
  readonly requestId: string;
  readonly startedAt: number;
  readonly aborter: AbortController;
  /** Measured like every other; told in the log only when it failed. */
  readonly isRoutine: boolean;
  userId: number | undefined;
  /** What is left to whoever asks, where it is counted. */
  rate: RateState | undefined;
  /** While traces are recorded. */
  span: Span | undefined;
};

export type ExchangeLog = {
  /** Once per exchange, when its connection is done with it. */
  finished(exchange: Exchange, response: ServerResponse): void;
  /** An error on the way to the client; those that are ours are logged with their cause. */
  failed(exchange: Pick<Exchange, 'operation' | 'requestId'>, error: ParleyError, cause: unknown): void;
  /** A request that was refused for load before anything was known of it. */
  shed(reason: ShedReason, status: number): void;
};

/** Status in the log of a request whose client went away. */
const clientGone = 499;

/** One log line and one measurement per request, and the cause of every failure that is ours. */
export function createExchangeLog(logger: Logger, registry: Registry): ExchangeLog {
  // These lines are built here from harmless values: removing secrets by name would only cost time.
  const access = logger.child({}, { redact: [] });
  const hasExemplars = isTracing();
  const seconds = new Histogram<string>({
    name: 'parley_gateway_request_seconds',
    help: 'Time to answer an HTTP request, by operation and status; long-polls include their wait.',
    labelNames: ['operation', 'status'],
    buckets: [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers: [registry],
    enableExemplars: hasExemplars,
  });
  /** prom-client takes one form with exemplars and another without. */
  const observe = (labels: { operation: string; status: number }, value: number, span?: Span) => {
    if (hasExemplars) seconds.observe({ labels, value, ...exemplarOf(span) });
    else seconds.observe(labels, value);
  };
  const shedding = new Shedding(logger);
  return {
    finished(exchange, response) {
      const ms = performance.now() - exchange.startedAt;
      const status = response.writableFinished ? response.statusCode : clientGone;
      observe({ operation: exchange.operation, status }, ms / 1000, exchange.span);
      if (exchange.span) endSpan(exchange.span, status, exchange.requestId);
      if (exchange.isRoutine && status < 400) return;
      const line = {
        method: exchange.method,
        operation: exchange.operation,
        status,
        ms: Math.round(ms * 10) / 10,
        userId: exchange.userId,
        requestId: exchange.requestId,
      };
      if (status >= 500) access.warn(line, 'request');
      else access.info(line, 'request');
    },
    failed({ operation, requestId }, error, cause) {
      if (error.status < 500) return;
      if (cause === error) {
        logger.warn({ code: error.code, reason: error.message, operation, requestId }, 'request failed');
      } else logger.error({ err: cause, operation, requestId }, 'request failed');
    },
    shed(reason, status) {
      observe({ operation: 'shed', status }, 0);
      shedding.add(reason);
    },
  };
}

/** At most a line a second of what was refused: when there is too much to do, a line for each would be more of it. */
class Shedding {
  readonly #logger: Logger;
  readonly #counts = new Map<ShedReason, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  add(reason: ShedReason): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
    this.#timer ??= setTimeout(() => this.#tell(), 1_000).unref();
  }

  #tell(): void {
    this.#timer = undefined;
    this.#logger.warn(Object.fromEntries(this.#counts), 'requests shed');
    this.#counts.clear();
  }
}

/** The trace that an observation leads to, if it is recorded. */
function exemplarOf(span: Span | undefined) {
  const traceId = sampledTraceId(span?.traceparent);
  return traceId !== undefined && { exemplarLabels: { trace_id: traceId } };
}

function endSpan(span: Span, status: number, requestId: string): void {
  span.set({ 'http.response.status_code': status, 'parley.request_id': requestId });
  if (status >= 500) span.fail(String(status));
  span.end();
}

/** Gauges of what is being worked on; returns what counts a request that was refused for load. */
export function measureLoad(
  load: () => { readonly working: number; readonly waiting: number; readonly limit: number },
  maxPolls: number,
  registry: Registry,
): (reason: ShedReason) => void {
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(value());
      },
    });
  gauge(
    'parley_gateway_requests_in_flight',
    'HTTP requests being worked on, long-polls aside.',
    () => load().working,
  );
  gauge('parley_gateway_polls_waiting', 'Long-polls that wait for events.', () => load().waiting);
  gauge('parley_gateway_polls_allowed', 'Long-polls that are taken at once.', () => maxPolls);
  gauge(
    'parley_gateway_requests_allowed',
    'HTTP requests that are taken at once, long-polls aside; falls when the services behind are slow.',
    () => load().limit,
  );
  const shed = new Counter({
    name: 'parley_gateway_requests_shed_total',
    help: 'HTTP requests refused for load: too many requests or polls at once, or the process lags.',
    labelNames: ['reason'],
    registers: [registry],
  });
  return (reason) => shed.inc({ reason });
}
