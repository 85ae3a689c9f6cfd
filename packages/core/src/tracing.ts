/**
 * Traces. They are disabled until the process configures an exporter (`startTracing` in service-kit); until then a span
 * costs one comparison. Calls and events carry the trace context as W3C `traceparent` text.
 */
import {
  type Attributes,
  type Context,
  context,
  type Link,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { formatTraceparent, parseTraceparent } from './traceparent.ts';

/** One operation within a trace. */
export type Span = {
  /** The trace context that calls and events made in this span carry. */
  readonly traceparent: string;
  set(attributes: Attributes): void;
  /** Records a failure by the kind of error. It never records the message, which may quote what people wrote. */
  fail(kind: string): void;
  end(): void;
  /** Runs `work` so that spans of its database statements become children of this span. */
  run<T>(work: () => T): T;
};

export type SpanOptions = {
  kind: 'server' | 'client' | 'producer' | 'consumer';
  /** `traceparent` of the cause. Without it, the parent is the running span, or a new trace starts. */
  parent?: string | undefined;
  attributes?: Attributes;
  /** `traceparent`s of related spans, to which this span links. */
  links?: readonly string[];
  /** Start in milliseconds since the Unix epoch. Default now. */
  startedAt?: number;
};

let tracer: Tracer | undefined;

/** Enables or disables tracing. The process calls it once; tests pass their own tracer. */
export function useTracer(used: Tracer | undefined): void {
  tracer = used;
}

/** Returns whether tracing is enabled. */
export const isTracing = (): boolean => tracer !== undefined;

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

/** Starts a span that lasts until `end`. Returns undefined while tracing is disabled. */
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

/** Starts the span of a database statement, but only within a recorded span: background work is not traced. */
export function startInnerSpan(name: string, attributes: Attributes): Span | undefined {
  if (tracer === undefined) return undefined;
  const active = context.active();
  if (!trace.getSpan(active)?.isRecording()) return undefined;
  return wrap(tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, active), active);
}

function wrap(span: OtelSpan, parent: Context): Span {
  return {
    traceparent: formatTraceparent(span.spanContext()),
    set: (attributes) => void span.setAttributes(attributes),
    fail: (kind) => void span.setAttribute('error.type', kind).setStatus({ code: SpanStatusCode.ERROR }),
    end: () => span.end(),
    run: (work) => context.with(trace.setSpan(parent, span), work),
  };
}

function contextOf(traceparent: string | undefined): Context {
  const parsed = traceparent === undefined ? undefined : parseTraceparent(traceparent);
  return parsed ? trace.setSpanContext(ROOT_CONTEXT, parsed) : context.active();
}

function linkOf(traceparent: string): Link[] {
  const parsed = parseTraceparent(traceparent);
  return parsed ? [{ context: parsed }] : [];
}
