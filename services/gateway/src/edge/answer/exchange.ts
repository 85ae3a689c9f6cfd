import type { ServerResponse } from 'node:http';
import { isTracing, type Logger, type ParleyError, type Span, sampledTraceId } from '@parley/core';
import type { UserId } from '@parley/rules';
import type { Language } from '@parley/texts';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { InFlight, ShedReason } from '../limits/admission.ts';
import type { RateState } from '../limits/rate-limits.ts';

/** A request and its response, as logs and metrics need them. It contains no text that a client wrote. */
export type Exchange = {
  readonly method: string;
  readonly operation: string;
  readonly requestId: string;
  readonly startedAt: number;
  readonly aborter: AbortController;
  /** Whether the exchange is logged only when it fails. Metrics always count it. */
  readonly isRoutine: boolean;
  userId: UserId | undefined;
  /** Language that the caller has chosen for the server's texts; undefined for English and for an unknown caller. */
  language: Language | undefined;
  /** State of the caller's rate limit after this request; undefined when no rate limit applies. */
  rate: RateState | undefined;
  /** Span of the request; undefined while traces are not recorded. */
  span: Span | undefined;
  /** Functions that are called once, when the exchange has ended. */
  readonly onEnd: ((exchange: EndedExchange, outcome: Outcome) => void)[];
  /** Continues after the response object has ended. The end of the stream then ends the exchange. */
  isStreamed: boolean;
};

/** The fields of an exchange that are needed at its end. A stream keeps only these in memory during its life. */
export type EndedExchange = Pick<
  Exchange,
  'method' | 'operation' | 'requestId' | 'startedAt' | 'isRoutine' | 'userId' | 'span' | 'onEnd'
>;

export type Outcome = Pick<ServerResponse, 'writableFinished' | 'statusCode'>;

export type ExchangeLog = {
  finished(exchange: EndedExchange, outcome: Outcome): void;
  /** Logs an error of the server (status 500 or higher) with its cause. Ignores errors that clients cause. */
  failed(exchange: Pick<Exchange, 'operation' | 'requestId'>, error: ParleyError, cause: unknown): void;
  /** Records a request that was shed before it was parsed. */
  shed(reason: ShedReason, status: number): void;
};

export function endExchange(exchange: EndedExchange, outcome: Outcome): void {
  for (const each of exchange.onEnd) each(exchange, outcome);
}

/** Status in logs and metrics for a request whose client disconnected before the answer was sent. */
const clientGone = 499;

/**
 * Creates the log of requests: one measurement for each request, one line for each except shed requests and routine requests that
 * succeed, and the cause of every server error. Shed requests have one line per second with their number.
 */
export function createExchangeLog(logger: Logger, registry: Registry): ExchangeLog {
  // Lines of requests contain no secrets, so this logger skips redaction, which would take time.
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
  /** Observes a duration. prom-client requires other arguments when exemplars are enabled. */
  const observe = (labels: { operation: string; status: number }, value: number, span?: Span) => {
    if (hasExemplars) seconds.observe({ labels, value, ...exemplarOf(span) });
    else seconds.observe(labels, value);
  };
  const shedding = new Shedding(logger);
  return {
    finished(exchange, { writableFinished, statusCode }) {
      const ms = performance.now() - exchange.startedAt;
      const status = writableFinished ? statusCode : clientGone;
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

/** Logs the number of shed requests once a second, because a line per request would add load during an overload. */
class Shedding {
  readonly #logger: Logger;
  readonly #counts = new Map<ShedReason, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  add(reason: ShedReason): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
    this.#timer ??= setTimeout(() => this.#log(), 1_000).unref();
  }

  #log(): void {
    this.#timer = undefined;
    this.#logger.warn(Object.fromEntries(this.#counts), 'requests shed');
    this.#counts.clear();
  }
}

/** Returns the exemplar for a measurement: the trace ID, when the trace is recorded. */
function exemplarOf(span: Span | undefined) {
  const traceId = sampledTraceId(span?.traceparent);
  return traceId !== undefined && { exemplarLabels: { trace_id: traceId } };
}

function endSpan(span: Span, status: number, requestId: string): void {
  span.set({ 'http.response.status_code': status, 'parley.request_id': requestId });
  if (status >= 500) span.fail(String(status));
  span.end();
}

/** Registers gauges of the load and a counter of shed requests. Returns the function that counts a shed request. */
export function measureLoad(
  load: () => Pick<InFlight, 'working' | 'waiting' | 'signingIn' | 'limit'>,
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
    'HTTP requests in progress, without long-polls and sign-ins.',
    () => load().working,
  );
  gauge(
    'parley_gateway_sign_ins_in_flight',
    'Steps of sign-ins in progress: passwords, links and answers of providers.',
    () => load().signingIn,
  );
  gauge('parley_gateway_polls_waiting', 'Long-polls waiting for events.', () => load().waiting);
  gauge('parley_gateway_polls_allowed', 'Largest number of concurrent long-polls.', () => maxPolls);
  gauge(
    'parley_gateway_requests_allowed',
    'Largest number of concurrent HTTP requests, without long-polls and sign-ins; falls while services answer slowly.',
    () => load().limit,
  );
  const shed = new Counter({
    name: 'parley_gateway_requests_shed_total',
    help: 'HTTP requests shed: too many concurrent requests, polls or sign-ins, or a lagging event loop.',
    labelNames: ['reason'],
    registers: [registry],
  });
  return (reason) => shed.inc({ reason });
}
