/**
 * Traces, off until the process says where they go (`startTracing` in service-kit): until then a span costs one
 * comparison. A trace's context travels as W3C `traceparent` text: in calls, and in events.
 */
import {
  type Attributes,
  type Context,
  context,
  isSpanContextValid,
  type Link,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';

/** One piece of work of a trace. */
export type Span = {
  /** The trace context for work on behalf of this span. */
  readonly traceparent: string;
  set(attributes: Attributes): void;
  /** What went wrong; the kind of error, never its text, which may quote people. */
  fail(kind: string): void;
  end(): void;
  /** Runs `work` so that spans of statements made in it belong here. */
  run<T>(work: () => T): T;
};

export type SpanOptions = {
  kind: 'server' | 'client' | 'producer' | 'consumer';
  /** `traceparent` of what caused it; without, the span that is running, or a trace of its own. */
  parent?: string | undefined;
  attributes?: Attributes;
  /** `traceparent` of others that have to do with it. */
  links?: readonly string[];
  /** When it began, milliseconds since the Unix epoch, if not now. */
  startedAt?: number;
};

let tracer: Tracer | undefined;

/** Turns tracing on, or off again. Called once by the process; by tests with a tracer of their own. */
export function useTracer(used: Tracer | undefined): void {
  tracer = used;
}

/** Whether spans are made at all. */
export const isTracing = (): boolean => tracer !== undefined;

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

/** A span that begins now and lasts until `end`; undefined while tracing is off. */
export function startSpan(name: string, options: SpanOptions): Span | undefined {
  if (tracer === undefined) return undefined;
  const parent = contextOf(options.parent);
  const span = tracer.startSpan(
    name,
    {
      kind: kinds[options.kind],
      ...(options.attributes && { attributes: options.attributes }),
      ...(options.links && { links: options.links.flatMap(linkOf) }),
      ...(options.startedAt !== undefined && { startTime: options.startedAt }),
    },
    parent,
  );
  return wrap(span, parent);
}

/** A span of a statement, only within a span that is recorded: background work is not traced. */
export function startInnerSpan(name: string, attributes: Attributes): Span | undefined {
  if (tracer === undefined) return undefined;
  const active = context.active();
  if (!trace.getSpan(active)?.isRecording()) return undefined;
  return wrap(tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, active), active);
}

/** Whether what this context belongs to is recorded. */
export const isSampled = (traceparent: string): boolean => traceparent.endsWith('1');

/** ID of the trace, for exemplars, of one that is recorded. */
export function sampledTraceId(traceparent: string | undefined): string | undefined {
  return traceparent !== undefined && isSampled(traceparent) ? traceparent.slice(3, 35) : undefined;
}

function wrap(span: OtelSpan, parent: Context): Span {
  return {
    traceparent: format(span.spanContext()),
    set: (attributes) => void span.setAttributes(attributes),
    fail: (kind) => void span.setAttribute('error.type', kind).setStatus({ code: SpanStatusCode.ERROR }),
    end: () => span.end(),
    run: (work) => context.with(trace.setSpan(parent, span), work),
  };
}

const format = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;

function contextOf(traceparent: string | undefined): Context {
  const parsed = parse(traceparent);
  return parsed ? trace.setSpanContext(ROOT_CONTEXT, parsed) : context.active();
}

function parse(traceparent: string | undefined): SpanContext | undefined {
  const [, traceId, spanId, flags] = traceparent?.split('-') ?? [];
  if (!traceId || !spanId || !flags) return undefined;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  const parsed = { traceId, spanId, traceFlags, isRemote: true };
  return isSpanContextValid(parsed) ? parsed : undefined;
}

function linkOf(traceparent: string): Link[] {
  const parsed = parse(traceparent);
  return parsed ? [{ context: parsed }] : [];
}
